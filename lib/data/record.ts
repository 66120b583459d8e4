import type { Instant } from '../domain/instant.ts';
import { duePartition, type DueSpread } from './due-index.ts';
import { type Key } from './keys.ts';
import type { Item } from './table.ts';
import { plainItem, plainValue, type WireItem } from './read-items.ts';

/** Of a field that every item of the kind has. */
export const always = Symbol('always');
/** Of a field that a value may lack as well: it stays absent. */
export const optional = Symbol('optional');

/** Not stored when it is `absent`, which is read where the item lacks it. Null is never stored anyway. */
export function sparse<V>(absent: V): Sparse<V> {
  return { sparse: absent };
}

interface Sparse<V> {
  sparse: V;
}

/** What is read where an item lacks a field: this value, or what follows from the rest of the item. */
type Absent<V> = V | Sparse<V> | ((item: Item) => V);
type FieldRule<V> = undefined extends V
  ? typeof optional
  : null extends V
    ? Absent<V>
    : Absent<V> | typeof always;

/** A kind of record, declared once. */
export interface Declaration<T extends object, InKey extends keyof T> {
  key: (value: T) => Key;
  /** The fields that the key alone holds. */
  inKey: { readonly [F in InKey]: (key: Key) => T[F] };
  /** Complete by type: a new field of `T` does not compile before it is declared. With `dueAt` a record is indexed. */
  fields: { readonly [F in keyof T as Exclude<F, InKey>]-?: FieldRule<T[F]> };
  /** Attributes of an item that are no part of its value. */
  besides?: readonly string[];
  /** Those of them that every write of a value works out: from the value, and from its item without them. */
  derived?: (value: T, item: Item) => Item;
  /** From which second on the table may remove it; null keeps it for good, as does a kind without this rule. */
  ttl?: (value: T) => number | null;
}

/** The one way from a value to its item and back. */
export interface RecordKind<T extends object> {
  /** One that is indexed falls in a shard of the table it is written to. */
  toItem: (value: T, ...table: 'dueAt' extends keyof T ? [DueSpread] : []) => Item;
  /** What the item lacks is as declared, never undefined. Fields of a newer version are carried on. */
  fromItem: (item: Item) => T;
  /** The same at one go: an item made plain in between is one more object with fields in an order of its own. */
  fromWire: (item: WireItem) => T;
}

/** The mapper of a kind of record. */
export function recordKind<T extends object, InKey extends keyof T = never>(
  declared: Declaration<T, InKey>,
): RecordKind<T> {
  const { unstored, ...rules } = rulesOf(declared.fields);
  return { toItem: writerOf(declared, unstored), ...readersOf(declared, rules) };
}

function writerOf<T extends object, InKey extends keyof T>(
  declared: Declaration<T, InKey>,
  unstored: ReadonlyMap<string, unknown>,
): RecordKind<T>['toItem'] {
  const held = new Set(Object.keys(declared.inKey));
  const isIndexed = 'dueAt' in declared.fields;
  return (value, ...[table]) => {
    const key = declared.key(value);
    const item: Item = { ...key };
    for (const [name, field] of Object.entries(value)) {
      const isAbsent = field === null || field === undefined || unstored.get(name) === field;
      if (!isAbsent && !held.has(name)) item[name] = field;
    }
    // Without a table it fails here: what is due is nowhere left out of the index.
    if (isIndexed && item['dueAt'] !== undefined) item['duePk'] = duePartition(table as DueSpread, key.pk);
    const ttl = declared.ttl?.(value) ?? null;
    if (ttl !== null) item['ttl'] = ttl;
    return declared.derived ? { ...item, ...declared.derived(value, item) } : item;
  };
}

function readersOf<T extends object, InKey extends keyof T>(
  declared: Declaration<T, InKey>,
  { blank, followed }: Omit<Rules, 'unstored'>,
): Pick<RecordKind<T>, 'fromItem' | 'fromWire'> {
  const inKey = Object.entries<(key: Key) => unknown>(declared.inKey);
  const hidden = new Set(['pk', 'sk', 'duePk', 'ttl', ...(declared.besides ?? [])]);
  const stored = <A>(item: Record<string, A>, plain: (attribute: A) => unknown): Item => {
    const value: Item = { ...blank };
    for (const name of Object.keys(item)) if (!hidden.has(name)) value[name] = plain(item[name] as A);
    return value;
  };
  const finished = (value: Item, item: Item): T => {
    for (const [name, follow] of followed) value[name] ??= follow(item);
    for (const [name, read] of inKey) value[name] = read(item as unknown as Key);
    return value as T;
  };
  const asItIs = (field: unknown) => field;
  const isAllStored = inKey.length === 0 && followed.length === 0;
  return {
    fromItem: (item) => finished(stored(item, asItIs), item),
    fromWire: (item) => finished(stored(item, plainValue), isAllStored ? {} : plainItem(item)),
  };
}

interface Rules {
  /** A value of which the item says nothing yet. */
  blank: Item;
  followed: readonly [string, (item: Item) => unknown][];
  unstored: ReadonlyMap<string, unknown>;
}

/** The rules of the fields by what is done with them. */
function rulesOf(fields: object): Rules {
  const blank: [string, unknown][] = [];
  const followed: [string, (item: Item) => unknown][] = [];
  const unstored = new Map<string, unknown>();
  for (const [name, rule] of Object.entries(fields) as [string, unknown][]) {
    if (rule === optional) continue;
    if (typeof rule === 'function') followed.push([name, rule as (item: Item) => unknown]);
    if (isSparse(rule)) unstored.set(name, rule.sparse);
    blank.push([name, absentBy(rule)]);
  }
  // With a place for every field: an object that grows field by field is five times as slow to copy.
  return { blank: Object.fromEntries(blank), followed, unstored };
}

/** What stands for a field that an item lacks; undefined where the item must have it or the rest of it tells. */
function absentBy(rule: unknown): unknown {
  if (isSparse(rule)) return rule.sparse;
  return typeof rule === 'symbol' || typeof rule === 'function' ? undefined : rule;
}

function isSparse(rule: unknown): rule is Sparse<unknown> {
  return typeof rule === 'object' && rule !== null && 'sparse' in rule;
}

/** The second until which the table keeps what it is to keep for so many days. */
export function ttlAfter(at: Instant, days: number): number {
  return Math.ceil(at / 1000) + days * 86_400;
}
