import type { Output } from '../../api/operations.ts';

type Moved = Output<'claimGuest'>['claimed']['product']['movidos'];

/** What a claim moves, in words; null for nothing. */
export function movedWords({
  monitors,
  devices,
  status_feeds: feeds,
  ingest_keys: keys,
}: Moved): string | null {
  const some = (count: number, what: string) => count > 0 && `${count} ${what}${count === 1 ? '' : 's'}`;
  const parts = [
    some(monitors, 'monitor'),
    some(devices, 'device'),
    feeds > 0 && 'the status page',
    keys > 0 && 'the ingest key',
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : new Intl.ListFormat('en').format(parts);
}
