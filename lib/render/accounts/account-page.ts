import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { isTrialOn, trialDaysLeft, trialEndOf, type Trial } from '../../domain/billing/trial.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';
import { claimNote, claimPart, type Moved } from './claim-part.ts';
import { dataPart } from './data-part.ts';
import { newKeyNote } from './key-rows.ts';
import { keysPart, type ShownKeys } from './keys-part.ts';
import { organizationsPart, type ShownOrganizations } from './organizations-part.ts';
import { pageFrame } from './page-frame.ts';
import { paymentsPart, type ShownPayments } from './payments-part.ts';
import { passkeyNote, passkeyPart, type ShownPasskeys } from './passkey-part.ts';
import { picturePart } from './picture-part.ts';
import { profileForm } from './profile-form.ts';
import { secondFactorPart, type ShownFactor } from './second-factor-part.ts';

/** What the page says after a form, by the word that its address carries then. Anybody can write one into a link. */
const DONE_SIGNED_IN = new Map([
  ['profile', 'Your profile is saved.'],
  ['revoked', 'The key is revoked: programs that call with it are refused.'],
  ['second-factor', 'Your second factor is set up. Confirm with it to have it count from now on.'],
  ['second-factor-removed', 'Your second factor is removed: you sign in without one again.'],
  ['declined', 'The invitation is declined.'],
  ['left', 'You have left the organization.'],
  ['organization-deleted', 'The organization is deleted.'],
]);

/** The same where nobody is signed in any more. */
const DONE_SIGNED_OUT = new Map([
  ['signed-out', 'You are signed out of this browser.'],
  [
    'deleted',
    'Your account is deleted. Your sign-in provider may still know this browser: whoever signs in anew begins an account anew.',
  ],
  ['ended', 'All sessions have ended, and all API keys with them.'],
  [
    'ended-here',
    'All sessions have ended, and all API keys with them. This service could not sign you out at your sign-in provider, which may still know this browser: sign out there too.',
  ],
]);

/** An account as its page shows it. */
export interface ShownAccount extends ShownKeys {
  email: string;
  profile: Profile;
  trial: Trial;
  /** When the person last proved who it is. */
  authTime: Instant;
  /** What the guest of the browser made and a claim would move; null without such a guest. */
  claimable: Moved | null;
  csrf: string;
  hasPicture: boolean;
  /** Null where nothing is known of passkeys. */
  passkeys: ShownPasskeys | null;
  factor: ShownFactor;
  memberships: ShownOrganizations;
  payments: ShownPayments;
}

/** What a form did: named by the address that it comes back to, or, where that may not say it, as it is. */
export type Said =
  | { done: string | undefined }
  | { made: { key: ApiKey; secret: string } }
  | { claimed: Moved };

const ALL_PAYMENTS = markup`<a href="/api/purchases">All that was paid</a>, as JSON.`;

/**
 * The page of whoever is signed in, complete without JavaScript but for the picture. To be sent with
 * `scriptedPageSecurity`.
 */
export function accountPage(account: ShownAccount, said: Said, now: Instant): string {
  const { email, profile } = account;
  const csrf = markup`<input type="hidden" name="csrf" value="${account.csrf}">`;
  return pageFrame({
    title: 'Your account',
    heading: 'Your account',
    email,
    theme: profile.theme,
    main: markup`${noteOn(said)}${passkeyNote(account.passkeys)}${factsOf(account, now)}${organizationsPart(account.memberships, csrf)}${profileForm(profile, csrf)}${picturePart(account.hasPicture)}${passkeyPart(account.passkeys)}${secondFactorPart(account.factor)}${keysPart(account, csrf)}${claimPart(account.claimable, csrf)}${paymentsPart(account.payments, ALL_PAYMENTS)}${sessionsPart(csrf)}${dataPart(csrf)}`,
    isScripted: true,
  });
}

/**
 * The page of a browser in which nobody is signed in; `off` says why nobody can be, null where that is not so. A sign-in
 * leads on to `onward`, a path of this service.
 */
export function signInPage(off: string | null, done: string | undefined, onward = '/account'): string {
  return pageFrame({
    title: 'Sign in',
    heading: 'Sign in',
    email: null,
    theme: 'system',
    main: markup`${noteOf(DONE_SIGNED_OUT, done)}${off === null ? signInPart(onward) : markup`<p class="lead">${off}</p>`}`,
  });
}

const signInPart = (
  onward: string,
) => markup`<p class="lead">With an account you see your monitors in every browser, and programs call with keys of their own.</p>
<p><a class="button" href="/auth/login?return=${encodeURIComponent(onward)}">Sign in</a></p>`;

function noteOn(said: Said): Markup | null {
  if ('made' in said) return newKeyNote(said.made);
  return 'claimed' in said ? claimNote(said.claimed) : noteOf(DONE_SIGNED_IN, said.done);
}

function noteOf(notes: ReadonlyMap<string, string>, done: string | undefined): Markup | null {
  const words = done === undefined ? undefined : notes.get(done);
  return words === undefined ? null : markup`<p class="note" role="status">${words}</p>\n`;
}

function factsOf({ email, trial, authTime }: ShownAccount, now: Instant): Markup {
  return markup`<section aria-labelledby="facts"><h2 id="facts">Account</h2>
<dl><dt>E-mail</dt><dd>${email}</dd><dt>Trial</dt><dd>${trialWords(trial, now)}</dd>
<dt>Signed in</dt><dd>${moment(authTime)}</dd></dl></section>
`;
}

function trialWords(trial: Trial, now: Instant): Markup {
  const end = trialEndOf(trial);
  if (end === null) return markup`begins with your first call as the owner of monitors`;
  if (!isTrialOn(trial, now)) return markup`ended ${moment(end)}`;
  return markup`${trialDaysLeft(trial, now) ?? 0} days left, until ${moment(end)}`;
}

function sessionsPart(csrf: Markup): Markup {
  return markup`<section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
<form method="post" action="/account/sign-out">${csrf}<button class="plain">Sign out of this browser</button></form>
<details><summary>End all sessions</summary>
<p>Every browser is signed out at once, this one too, and all API keys of the account end for good.</p>
<form method="post" action="/account/end-sessions">${csrf}<button class="grave">End all sessions and keys</button></form></details></section>
`;
}
