import { zone } from './zone.ts';

/** A moment as an input `datetime-local` has it in the zone of the person: `2027-03-01T13:00`. */
export function localInput(at: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: zone.value,
  });
  return format.format(at).replace(' ', 'T');
}

/** The moment that such an input means; NaN of what is none. */
export function instantOf(local: string): number {
  const asUtc = Date.parse(`${local}Z`);
  const nearer = (at: number) => at + asUtc - Date.parse(`${localInput(at)}Z`);
  // By the offset of a moment near by, then by its own.
  return Number.isNaN(asUtc) ? asUtc : nearer(nearer(asUtc));
}
