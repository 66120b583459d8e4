import * as z from 'zod';
import { isReturnPath } from '../../domain/accounts/login.ts';
import { COOKIES } from '../cookies.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';

/** Where the provider leads a browser back to that ended its session there: to the letter, as providers compare it. */
export const LOGOUT_RETURN = '/account?done=ended';

const flag = field(z.literal('1'), { code: 'invalid_request', rule: '1, or left out' }).optional();

const way = {
  area: 'account',
  method: 'GET',
  noHead: true,
  auth: 'none',
  // Whoever begins writes a record, and whoever comes back with one has the issuer called.
  throttle: 'signIn',
  onlyWith: 'signIn',
  status: 302,
  hints: { readOnly: false, idempotent: false, openWorld: true },
  invalidInput: 'invalid_request',
  refusesInKind: true,
  output: { contentType: 'text/html; charset=utf-8' },
} as const;

/** The way to the issuer and back, which a person's browser goes (SPEC.md "Authentication" 5). */
export const signInOperations = {
  startSignIn: {
    ...way,
    path: '/auth/login',
    summary: 'Sends a browser to the issuer, where the person signs in or proves their identity again.',
    query: z.strictObject({
      return: field(z.string().refine(isReturnPath), {
        code: 'invalid_request',
        rule: 'a path of this service such as /account, at most 500 characters',
      }).optional(),
      step: flag,
      mfa: flag,
      enrol: flag,
    }),
    headers: ['sec-fetch-site', 'sec-fetch-user'],
    cookies: { reads: [COOKIES.browser, COOKIES.session], sets: [COOKIES.browser] },
    errors: ['invalid_origin', 'not_found', 'auth_unavailable'],
  },
  finishSignIn: {
    ...way,
    path: '/auth/callback',
    summary: 'Receives a browser back from the issuer and starts a session.',
    query: z.object({
      state: z.string().optional(),
      code: z.string().optional(),
      iss: z.string().optional(),
      error: z.string().optional(),
    }),
    headers: ['user-agent'],
    cookies: { reads: [COOKIES.browser, COOKIES.session], sets: [COOKIES.browser, COOKIES.session] },
    errors: [
      'sign_in_expired',
      'sign_in_refused',
      'email_unconfirmed',
      'sign_up_closed',
      'another_person',
      'second_factor_missing',
      'enrolment_refused',
      'auth_unavailable',
    ],
  },
} as const satisfies Record<string, Operation>;
