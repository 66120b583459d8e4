import * as z from 'zod';
import { hashOf } from '../../lib/adapters/ids.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { SPACE_MONITOR_PREFIX } from '../../lib/data/keys.ts';
import type { ListPlace } from '../../lib/data/space-monitors.ts';
import { shown } from '../../lib/domain/decision.ts';
import { LIMITS } from '../../lib/domain/limits.ts';

/** The space by a hash, the pointer or block by its name, and how many monitors of it are behind. */
const parts = z.tuple([
  z.string(),
  z.string().regex(/^\+?[0-9A-Za-z]{1,40}$/),
  z.int().min(1).max(LIMITS.crontabMaxLines),
]);

/** The text of a place in the list: opaque to the caller, and of nothing that is not theirs already. */
export function cursorOf({ spaceId, sk, taken }: ListPlace): string {
  const text = JSON.stringify([markOf(spaceId), sk.slice(SPACE_MONITOR_PREFIX.length), taken]);
  return Buffer.from(text).toString('base64url');
}

/** The place a cursor names. Throws 400 for what is no cursor of a list of these spaces. */
export function placeOf(cursor: string, spaceIds: readonly string[]): ListPlace {
  const read = parts.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  const spaceId = spaceIds.find((each) => markOf(each) === read.data?.[0]);
  if (!read.success || spaceId === undefined) {
    throw new Refusal(
      'consulta_invalida',
      `cursor must be the next_cursor of an earlier answer; got ${shown(cursor)}.`,
    );
  }
  const [, name, taken] = read.data;
  return { spaceId, sk: SPACE_MONITOR_PREFIX + name, taken };
}

function markOf(spaceId: string): string {
  return hashOf(spaceId).slice(0, 12);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
