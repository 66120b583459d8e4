import * as z from 'zod';
import { COOKIES } from './cookies.ts';
import type { Operation } from './operation.ts';

/** SPEC.md "Account and session". */
export const accountOperations = {
  getBootstrap: {
    area: 'account',
    method: 'GET',
    path: '/api/auth/bootstrap',
    auth: 'none',
    status: 200,
    summary: 'Gives a page of this service the CSRF token of its browser and session.',
    query: z.strictObject({}),
    headers: ['origin', 'sec-fetch-site'],
    cookies: { reads: [COOKIES.browser, COOKIES.session], sets: [COOKIES.browser] },
    invalidInput: 'invalid_request',
    output: {
      json: z.strictObject({
        csrf: z.string().meta({ description: 'Send it as X-CSRF-Token with each write.' }),
        context: z.string().meta({
          description: 'Changes with who is signed in; also in X-MM-Context. Not a credential.',
        }),
      }),
    },
    errors: ['invalid_origin', 'auth_unavailable'],
  },
} as const satisfies Record<string, Operation>;
