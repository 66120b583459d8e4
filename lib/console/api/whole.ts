import { ask } from './call.ts';
import type { OperationName, Output, SomeInput } from './operations.ts';

/** A page of a list, and the tag of what the service said of it. */
export interface TaggedPage<N extends OperationName> {
  cursor: string | undefined;
  value: Output<N>;
  etag: string | null;
}

/** An account has 50 spaces at most, and what is collected of one fits in two pages. */
const PAGES_MAX = 100;

/** The first page of a list, or all; each is asked for with the tag of what was `had` of it. */
export async function readPages<N extends OperationName>(
  { name, input }: { name: N; input: SomeInput },
  had: readonly TaggedPage<N>[],
  isWhole: boolean,
): Promise<TaggedPage<N>[]> {
  const pages: TaggedPage<N>[] = [];
  let cursor: string | undefined;
  do {
    const page = await readTagged({ name, input }, cursor, had[pages.length]);
    pages.push(page);
    cursor = isWhole ? nextOf(page) : undefined;
  } while (cursor !== undefined && pages.length < PAGES_MAX);
  return pages;
}

/** One page, asked for with the tag of what was `had` of it. */
export async function readTagged<N extends OperationName>(
  { name, input }: { name: N; input: SomeInput },
  cursor: string | undefined,
  had: TaggedPage<N> | undefined,
): Promise<TaggedPage<N>> {
  const known = had && had.cursor === cursor && had.etag !== null ? had : undefined;
  const asked = cursor === undefined ? input : { ...input, query: { ...input.query, cursor } };
  const answer = await ask<N>(name, asked, known?.etag ? { etag: known.etag } : {});
  if (!answer.same) return { cursor, value: answer.value, etag: answer.etag };
  if (!known) throw new Error('A page was answered as known that was not.');
  return known;
}

function nextOf({ value }: { value: unknown }): string | undefined {
  const isList = typeof value === 'object' && value !== null && 'next_cursor' in value;
  return isList && typeof value.next_cursor === 'string' ? value.next_cursor : undefined;
}

export function areSame<T>(pages: readonly T[], had: readonly T[]): boolean {
  return pages.length === had.length && pages.every((page, at) => page === had[at]);
}

/** All pages as one: lists one behind the other, all else as the first page has it. */
export function asOne<N extends OperationName>(pages: readonly TaggedPage<N>[]): Output<N> {
  const [first, ...rest] = pages.map(({ value }) => value as Record<string, unknown>);
  if (rest.length === 0) return first as Output<N>;
  const fields = Object.entries(first ?? {}).map(([name, value]) => {
    const lists = [value, ...rest.map((page) => page[name])];
    return [name, Array.isArray(value) ? lists.flat() : value] as const;
  });
  return Object.fromEntries(fields) as Output<N>;
}
