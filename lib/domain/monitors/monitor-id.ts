import type { Monitor } from './monitor.ts';

const ID = '[0-9a-hjkmnp-tv-z]{26}';
const SHOWN_ID = new RegExp(`^(${ID})(${ID})?$`);

/**
 * How the outside names a monitor: by the id it was born with, under which everything about it is kept, and once its ping
 * URL was rotated by a tail of chance behind that, which the latest rotation has chosen.
 */
export interface ShownId {
  id: string;
  tail: string | null;
}

/** What a text names, or undefined where no monitor can have it: unknown without a look (DECISIONS.md "Identifiers"). */
export function readShownId(text: string): ShownId | undefined {
  const [, id, tail = null] = SHOWN_ID.exec(text) ?? [];
  return id === undefined ? undefined : { id, tail };
}

/** The id that is shown to the outside, and the last part of the ping URL. */
export function shownIdOf({ id, idTail }: Pick<Monitor, 'id' | 'idTail'>): string {
  return id + (idTail ?? '');
}
