import * as z from 'zod';
import { CODE_FORM } from '../../domain/accounts/login.ts';
import { RECOVERY_CODE_FORM, RECOVERY_CODES } from '../../domain/accounts/recovery-codes.ts';
import { COOKIES } from '../cookies.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';

const own = {
  area: 'account',
  tag: 'account',
  auth: 'session',
  invalidInput: 'invalid_request',
  refusesInKind: true,
  // The secret of the session opens what was kept of its sign-in.
  cookies: { reads: [COOKIES.browser, COOKIES.session] },
  hints: { openWorld: true },
  output: { contentType: 'text/html; charset=utf-8' },
} as const;

const nobody = {
  ...own,
  auth: 'none',
  path: '/account/recovery',
  onlyWith: 'signIn',
  cookies: { reads: [COOKIES.browser], sets: [COOKIES.browser] },
} as const;

/** The page on which a person sets up a second factor, for five minutes after a sign-in for it (`?enrol=1`). */
export const secondFactorOperations = {
  showSecondFactor: {
    ...own,
    method: 'GET',
    path: '/account/second-factor',
    status: 200,
    summary: 'Page that shows the key for an authenticator app, or lets one be removed.',
    query: z.strictObject({}),
    errors: ['enrolment_expired'],
  },
  submitSecondFactor: {
    ...own,
    method: 'POST',
    path: '/account/second-factor',
    status: 303,
    summary: 'Sets up an authenticator app by a code that it shows, from its page.',
    body: {
      form: z.strictObject({
        code: field(z.string().regex(CODE_FORM), {
          code: 'invalid_code',
          rule: 'the six digits that the authenticator app shows',
        }),
      }),
    },
    errors: ['invalid_code', 'enrolment_expired', 'enrolment_refused'],
  },
  submitSecondFactorRemoval: {
    ...own,
    method: 'POST',
    path: '/account/second-factor/remove',
    status: 303,
    summary: 'Removes the authenticator app, from its page.',
    hints: { ...own.hints, destructive: true },
    body: { form: z.strictObject({}) },
    errors: ['enrolment_expired', 'enrolment_refused'],
  },
  showRecovery: {
    ...nobody,
    method: 'GET',
    cookies: {},
    status: 200,
    hints: {},
    summary: 'Page on which a recovery code stands for the authenticator app that somebody has lost.',
    query: z.strictObject({}),
    errors: ['not_found'],
  },
  submitRecoveryCode: {
    ...nobody,
    method: 'POST',
    status: 303,
    summary:
      'Uses a recovery code up: removes the authenticator app, and leads to a sign-in that counts as one with a second factor.',
    body: {
      form: z.strictObject({
        code: field(z.string().max(80).regex(RECOVERY_CODE_FORM), {
          code: 'invalid_code',
          rule: 'one of your recovery codes, such as 1234-abcd-5678-efgh',
        }),
      }),
    },
    errors: ['invalid_code', 'not_found', 'auth_unavailable'],
  },
  renewRecoveryCodes: {
    area: 'account',
    tag: 'account',
    auth: 'session',
    method: 'POST',
    path: '/api/account/recovery-codes',
    status: 201,
    summary: `Makes ${RECOVERY_CODES} recovery codes in the place of those before and shows them this once; needs a sign-in within the last five minutes by an authenticator app, or the one in which it was set up here.`,
    hints: { destructive: true },
    body: { json: z.strictObject({}) },
    invalidInput: 'invalid_request',
    output: { json: z.strictObject({ codes: z.array(z.string()) }) },
    errors: ['reauth_required', 'no_second_factor'],
  },
} as const satisfies Record<string, Operation>;
