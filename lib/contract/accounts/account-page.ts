import * as z from 'zod';
import { COOKIES } from '../cookies.ts';
import type { Operation } from '../operation.ts';

const page = {
  area: 'account',
  method: 'GET',
  auth: 'none',
  // The sign-in, or on to the screen of the console.
  status: [200, 303],
  invalidInput: 'invalid_request',
  refusesInKind: true,
  cookies: { reads: [COOKIES.browser, COOKIES.session] },
  output: { contentType: 'text/html; charset=utf-8' },
  errors: ['auth_unavailable'],
} as const;

/** The addresses of accounts that mails, documents and user pools name: the sign-in, which leads on to the console. */
export const accountPageOperations = {
  showAccount: {
    ...page,
    tag: 'account',
    path: '/account',
    summary: 'Page where a person signs in; once signed in, it leads to the account in the console.',
    query: z.object({
      done: z.string().optional().meta({ description: 'What was done before.' }),
      tab: z.string().optional().meta({ description: 'The part of the account in the console.' }),
      result: z
        .string()
        .optional()
        .meta({ description: 'What the page of a user pool says of a new passkey.' }),
    }),
  },
  showOrganization: {
    ...page,
    tag: 'organizations',
    path: '/account/organizations/:organization',
    summary: 'Page where a person signs in; once signed in, it leads to the organization in the console.',
    params: z.object({ organization: z.string() }),
    errors: [...page.errors, 'organization_not_found'],
  },
} as const satisfies Record<string, Operation>;
