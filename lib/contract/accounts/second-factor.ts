import * as z from 'zod';
import { CODE_FORM } from '../../domain/accounts/login.ts';
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
} as const satisfies Record<string, Operation>;
