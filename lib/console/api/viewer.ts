import { signal } from '@preact/signals';

/** Whose view this page is, as far as its calls have told. */
type Viewer = 'unknown' | 'nobody' | 'guest' | 'account';

/**
 * Why what is shown is no longer the caller's: the sign-in ended, in another tab somebody else signed in, or the
 * organization is not open to who signed in.
 */
export type Gone = 'signed-out' | 'changed' | 'no-member';

export const viewer = signal<Viewer>('unknown');

/** Set once; the page has to be loaded again. */
export const gone = signal<Gone | null>(null);

/** What the page of a session knows its view by (`X-MM-Context`). */
let context: string | null = null;

/** Takes note of an answer to a call that an owner makes. `sent` is its `X-MM-Context`, null without a session. */
export function noteOwner(sent: string | null): void {
  const now = sent === null ? 'guest' : 'account';
  const before = viewer.value;
  if ((before === 'guest' || before === 'account') && (before !== now || context !== sent))
    gone.value ??= 'changed';
  if (gone.value !== null) return;
  viewer.value = now;
  context = sent;
}

/** Takes note that the caller may not act for the organization that the page is for. */
export function noteNoMember(): void {
  gone.value ??= 'no-member';
}

/** Takes note that nobody is known. */
export function noteNobody(): void {
  if (viewer.value === 'guest' || viewer.value === 'account') gone.value ??= 'signed-out';
  else viewer.value = 'nobody';
}

/** Whether a context that the bootstrap told is the one of this page, as far as its calls have told. */
export function isOfPage(told: string): boolean {
  return context === null || told === context;
}

/** The same after a refusal, where it was another one before: somebody else is here then. */
export function isStillHere(told: string, before: string): boolean {
  if (told === (context ?? before)) return true;
  gone.value ??= 'changed';
  return false;
}
