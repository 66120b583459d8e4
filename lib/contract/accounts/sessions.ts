import * as z from 'zod';
import { COOKIES } from '../cookies.ts';
import type { Operation } from '../operation.ts';

const session = z
  .strictObject({
    id: z.string(),
    browser: z.string().nullable().meta({
      description: 'What began it, such as `Firefox 128 on Linux`; null where that is not known.',
    }),
    current: z.boolean().meta({ description: 'It is the one of this call.' }),
    second_factor: z.boolean().meta({ description: 'It was begun with one.' }),
    began_at: z.iso.datetime(),
    last_used_on: z.iso.date().meta({ description: 'A day of UTC: no more is kept.' }),
  })
  .meta({ id: 'Session' });

/** A session as the wire shows it. */
export type SessionView = z.infer<typeof session>;

const own = { area: 'account', tag: 'account', auth: 'session', status: 200, errors: [] } as const;
const ok = z.strictObject({ ok: z.literal(true) });
const ends = {
  ...own,
  method: 'POST',
  body: { json: z.strictObject({}) },
  invalidInput: 'invalid_request',
  cookies: { sets: [COOKIES.session] },
} as const;

/** Where a person is signed in, and the end of that. */
export const sessionOperations = {
  endSession: {
    ...ends,
    path: '/api/auth/logout',
    summary: 'Signs this browser out of this service.',
    output: { json: ok },
  },
  listSessions: {
    ...own,
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Lists the browsers that are signed in to your account, that of this call first.',
    output: { json: z.strictObject({ sessions: z.array(session) }) },
  },
  endSessionOf: {
    ...own,
    method: 'DELETE',
    path: '/api/account/sessions/:session',
    summary: 'Signs one browser out of your account, at once.',
    params: z.object({ session: z.string() }),
    cookies: { sets: [COOKIES.session] },
    output: { json: ok },
    errors: ['not_found'],
  },
  endSessionsElsewhere: {
    ...own,
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'Signs every browser but this one out of your account; API keys go on.',
    output: { json: ok.extend({ ended: z.int().meta({ description: 'How many sessions that were.' }) }) },
  },
  endSessions: {
    ...ends,
    path: '/api/account/sessions/end',
    summary: 'Ends all sessions of your account and all its API keys.',
    hints: { destructive: true },
    output: {
      json: ok.extend({
        logout: z.url().optional().meta({
          description:
            'Visit it in this browser to end its session at the sign-in provider too (own). Not there where the provider has no such page, or could not be asked.',
        }),
      }),
    },
  },
} as const satisfies Record<string, Operation>;
