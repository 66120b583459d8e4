import { effect } from '@preact/signals';
import { keep, kept } from '../state/kept.ts';
import { showZone } from '../state/zone.ts';
import { answerOf } from './answer.ts';
import { ApiError } from './api-error.ts';
import { fetched } from './fetched.ts';
import { addressOf, operationOf, type Output } from './operations.ts';
import { gone, noteNobody, noteOwner, viewer } from './viewer.ts';

/** Who this browser was when a page of it last asked: `account`, `guest`, nothing for nobody. */
const KEPT_AS = 'rollcall-known';

let asking: Promise<boolean> | null = null;

/**
 * Throws 401 where nobody looks: before a call that only an owner is answered, since a browser writes each refusal down
 * as an error of the page. Whoever was somebody here before is believed.
 */
export async function refuseNobody(): Promise<void> {
  if (viewer.value === 'guest' || viewer.value === 'account') return;
  if (viewer.value === 'unknown' && kept('localStorage', KEPT_AS) !== null) return;
  if (await isKnown()) return;
  noteNobody();
  throw new ApiError('Nobody is signed in here.', { status: 401, code: 'credencial_ausente' });
}

/** Throws 401 where nobody is signed in, before a call that only an account is answered: a guest is none. */
export async function refuseGuest(): Promise<void> {
  if (viewer.value === 'unknown' && !(await isKnown())) noteNobody();
  // Who is somebody without a session is a guest.
  if (viewer.value === 'unknown') noteOwner(null);
  if (viewer.value !== 'account')
    throw new ApiError('Nobody is signed in here.', { status: 401, code: 'invalid_session' });
}

/** Whether an account is here. A screen that asks nothing of an owner goes by who was here last. */
export function isAccountHere(): boolean {
  return (
    viewer.value === 'account' || (viewer.value === 'unknown' && kept('localStorage', KEPT_AS) === 'account')
  );
}

/** Asks once for all that wait. */
function isKnown(): Promise<boolean> {
  asking ??= isSomebody().finally(() => {
    asking = null;
  });
  return asking;
}

/** Keeps what the answers have told of who is here. */
export function startKnown(): void {
  effect(() => {
    const isOwner = viewer.value === 'guest' || viewer.value === 'account';
    if (viewer.value === 'unknown') return;
    // A guest has no profile, whoever was signed in here before.
    if (viewer.value !== 'account') showZone(null);
    keep('localStorage', KEPT_AS, isOwner && gone.value !== 'signed-out' ? viewer.value : null);
  });
}

/** What is used is told to an owner alone. */
async function isSomebody(): Promise<boolean> {
  const [, path] = operationOf('getBilling');
  const reply = await fetched(addressOf(path, {}));
  const answer = await answerOf<Output<'getBilling'>>(reply, { kind: 'optional', isByCredit: false });
  return !answer.same && answer.value.usage !== undefined;
}
