import { signal } from '@preact/signals';
import { momentText } from '../words/moments.ts';
import { clock } from './clock.ts';
import { keep, kept } from './kept.ts';

const KEPT_AS = 'rollcall-zone';

/** Kept, so that the next page begins with it before the profile has come. */
export const zone = signal(known(kept('localStorage', KEPT_AS)));

/** Shows every time in the zone of a profile, with null in that of this browser. */
export function showZone(name: string | null): void {
  zone.value = known(name);
  keep('localStorage', KEPT_AS, name);
}

/** A zone as this browser calls it, its own for none and for one that it does not know. */
function known(name: string | null): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? undefined }).resolvedOptions().timeZone;
  } catch {
    return known(null);
  }
}

/** A moment as a sentence has it, in the zone of the person: `04:00`, `Mon 2 Mar 04:00`. */
export function momentHere(at: string | number): string {
  return momentText(new Date(at).toISOString(), clock.value, zone.value);
}

/** In which maintenance something is, and until when: `patch night, until 04:00`. */
export function maintenanceHere({ name, until }: { name: string; until: string }): string {
  return `${name}, until ${momentHere(until)}`;
}
