import * as z from 'zod';
import { apiKeyFields } from './api-keys.ts';
import { profileChange } from './account.ts';
import { claimOperations, pastedGuestToken } from './claim.ts';
import { COOKIES } from '../cookies.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';

const own = {
  area: 'account',
  tag: 'account',
  invalidInput: 'invalid_request',
  refusesInKind: true,
  output: { contentType: 'text/html; charset=utf-8' },
} as const;

/** A form of the page, which sends the browser back to the page. */
const form = { ...own, method: 'POST', auth: 'session', status: 303, errors: [] } as const;
const button = { body: { form: z.strictObject({}) } } as const;
const endsSession = { cookies: { sets: [COOKIES.session] } } as const;

/** The account page and its forms, for browsers without scripts; each form does what an operation with JSON does. */
export const accountPageOperations = {
  showAccount: {
    ...own,
    method: 'GET',
    path: '/account',
    auth: 'none',
    status: 200,
    summary: 'Page on which a person signs in and looks after the account.',
    query: z.object({
      done: z.string().optional().meta({ description: 'The form that the page comes back from.' }),
      result: z
        .string()
        .optional()
        .meta({ description: 'What the page of a user pool says of a new passkey.' }),
    }),
    cookies: { reads: [COOKIES.browser, COOKIES.session, COOKIES.guest], sets: [COOKIES.browser] },
    errors: ['auth_unavailable'],
  },
  submitProfile: {
    ...form,
    path: '/account/profile',
    summary: 'Changes your profile, from the account page.',
    body: {
      form: profileChange.extend({
        revision: field(z.coerce.number().int().min(1), {
          code: 'invalid_profile',
          rule: 'the revision of the profile that this change was decided from',
        }),
      }),
    },
    errors: ['invalid_profile', 'profile_changed'],
  },
  submitApiKey: {
    ...form,
    // The page itself, since the text of the key is shown once and stands in no address.
    status: 200,
    path: '/account/keys',
    summary: 'Makes an API key and shows it this once, from the account page.',
    cookies: { reads: [COOKIES.browser, COOKIES.session, COOKIES.guest] },
    body: { form: z.strictObject({ name: apiKeyFields.name }) },
    errors: ['invalid_key_name', 'reauth_required', 'key_limit_reached'],
  },
  submitKeyEnd: {
    ...form,
    path: '/account/keys/revoke',
    summary: 'Ends an API key at once and for good, from the account page.',
    hints: { destructive: true },
    body: { form: z.strictObject({ id: apiKeyFields.id }) },
    errors: ['invalid_key_id', 'key_not_found'],
  },
  submitClaim: {
    ...form,
    // The page itself, since only its own answer knows what moved.
    status: 200,
    path: '/account/claim',
    summary: 'Moves what a guest made to your account, from the account page.',
    hints: { idempotent: true },
    cookies: { reads: [COOKIES.browser, COOKIES.session, COOKIES.guest] },
    body: { form: z.strictObject({ guest_token: pastedGuestToken.optional() }) },
    errors: claimOperations.claimGuest.errors,
  },
  submitSignOut: {
    ...form,
    ...button,
    ...endsSession,
    path: '/account/sign-out',
    summary: 'Signs this browser out of this service, from the account page.',
  },
  submitEndSessions: {
    ...form,
    ...button,
    ...endsSession,
    // The page that leads on to the provider; back to the account's where the provider has no such place.
    status: [200, 303],
    path: '/account/end-sessions',
    summary: 'Ends all sessions of your account and all its API keys, from the account page.',
    hints: { destructive: true },
  },
} as const satisfies Record<string, Operation>;
