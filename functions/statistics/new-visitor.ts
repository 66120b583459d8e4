import { deriveKey } from '../../lib/adapters/ids.ts';
import { noteVisitor, saltOfDay, type Visitor } from '../../lib/data/statistics/visitors.ts';
import type { Table } from '../../lib/data/table.ts';
import { networkOf, widerNetworkOf } from '../../lib/domain/site/network.ts';
import type { CallerKind } from '../../lib/domain/statistics/counted.ts';
import { classOfVisitor } from '../../lib/domain/statistics/visitor-kind.ts';

/** Somebody who comes, by what is forgotten once it is hashed. */
export interface Comer {
  address: string;
  userAgent: string;
  kind: CallerKind;
}

/** What one instance of the function knows of the day: its salt, and whom it need not note again. */
interface Known {
  day: string;
  salt: string;
  noted: Set<string>;
}

/** More are asked of the table. */
const KNOWN_MAX = 50_000;
const HASH_CHARS = 16;

const knownTo = new WeakMap<Table, Known>();

/** Whether somebody comes for the first time on a day. No address and no user agent is kept, only hashes that end with the day. */
export async function isNewVisitor(table: Table, day: string, comer: Comer): Promise<boolean> {
  const known = await knownOf(table, day);
  const visitor = visitorOf(known, comer);
  const name = `${visitor.networkHash} ${visitor.hash}`;
  if (known.noted.has(name)) return false;
  const isNew = await noteVisitor(table, visitor);
  if (known.noted.size < KNOWN_MAX) known.noted.add(name);
  return isNew;
}

async function knownOf(table: Table, day: string): Promise<Known> {
  const known = knownTo.get(table);
  if (known?.day === day) return known;
  const fresh = { day, salt: await saltOfDay(table, day), noted: new Set<string>() };
  knownTo.set(table, fresh);
  return fresh;
}

function visitorOf({ day, salt }: Known, { address, userAgent, kind }: Comer): Visitor {
  const hashed = (purpose: string, ...parts: string[]) =>
    deriveKey(salt, purpose, ...parts).slice(0, HASH_CHARS);
  return {
    day,
    networkHash: hashed('network', widerNetworkOf(address)),
    hash: hashed('visitor', networkOf(address), classOfVisitor(kind, userAgent)),
  };
}
