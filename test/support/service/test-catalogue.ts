import * as z from 'zod';
import { type Declared } from '../../../lib/contract/operation.ts';
import { CREDENTIALS } from '../../../lib/contract/credentials.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { area } from '../../../lib/runtime/area.ts';
import type { KnownKind, Lookup } from '../../../lib/runtime/callers/authenticate.ts';
import { KNOWN_KINDS } from '../../../lib/runtime/callers/known-kinds.ts';
import { houseReply } from '../../../lib/runtime/replies.ts';
import { redirectTo, Result } from '../../../lib/runtime/result.ts';

const common = { area: 'site', summary: 'Serves a test.', auth: 'none', errors: [] } as const;
const caller = z.strictObject({ caller: z.string(), by: z.string().nullable() });

/** Operations that declare what the service's own do not yet, so that a test can hold the pipeline to it. */
export const testOperations = {
  showVisit: {
    ...common,
    method: 'GET',
    path: '/t/visit',
    cookies: { reads: ['__Host-theme'], sets: ['__Host-theme'] },
    status: 200,
    output: { json: z.strictObject({ theme: z.string().nullable() }) },
  },
  endVisit: {
    ...common,
    method: 'DELETE',
    path: '/t/visit',
    cookies: { sets: ['__Host-theme', '__Host-other'] },
    status: 204,
    output: { empty: true },
  },
  signIn: {
    ...common,
    method: 'GET',
    path: '/t/sign-in',
    query: z.object({ to: z.string().optional() }),
    status: [200, 302],
    output: { contentType: 'text/html; charset=utf-8' },
  },
  confirmSignIn: {
    ...common,
    method: 'POST',
    path: '/t/sign-in',
    cookies: { sets: ['__Host-theme'] },
    status: 303,
    output: { empty: true },
  },
  putPicture: {
    ...common,
    method: 'POST',
    path: '/t/picture',
    tag: 'pictures',
    hints: { idempotent: true },
    body: { raw: true },
    bodyMaxBytes: 1_000,
    status: [200, 202],
    output: { contentType: 'application/octet-stream', binary: true },
  },
  getPicture: {
    ...common,
    method: 'GET',
    path: '/t/picture',
    conditional: true,
    status: 200,
    output: { contentType: 'image/webp', binary: true },
  },
  putNote: {
    ...common,
    method: 'POST',
    path: '/t/note',
    body: { json: z.strictObject({ text: z.string() }) },
    bodyMaxBytes: 300_000,
    status: 201,
    output: { json: z.strictObject({ length: z.int() }) },
  },
  putForm: {
    ...common,
    auth: 'session',
    method: 'POST',
    path: '/t/form',
    body: { form: z.strictObject({ text: z.string() }) },
    status: 200,
    output: { json: z.strictObject({ text: z.string() }) },
    errors: ['campo_desconhecido'],
  },
  getNote: {
    ...common,
    method: 'GET',
    path: '/t/note/:name',
    params: z.object({ name: z.string() }),
    conditional: true,
    refusesInKind: true,
    status: 200,
    output: { contentType: 'text/plain; charset=utf-8' },
    errors: ['not_found', 'muitos_testes'],
  },
  leaveNote: {
    ...common,
    method: 'POST',
    path: '/t/left',
    body: { json: z.strictObject({ text: z.string() }) },
    neverRefuses: true,
    status: 204,
    output: { empty: true },
  },
  openNote: {
    ...common,
    method: 'GET',
    also: ['POST'],
    path: '/t/open',
    previewed: true,
    status: 200,
    output: { json: z.strictObject({ opened: z.int() }) },
  },
  breakPromise: {
    ...common,
    method: 'GET',
    path: '/t/undeclared/:what',
    params: z.object({ what: z.string() }),
    cookies: { sets: ['__Host-theme'] },
    status: 200,
    output: { empty: true },
  },
  showOrigin: {
    ...common,
    method: 'GET',
    path: '/t/origin/:name',
    params: z.object({ name: z.string() }),
    headers: ['x-rollcall-hop'],
    status: 200,
    output: {
      json: z.strictObject({
        address: z.string(),
        via: z.string().nullable(),
        header: z.string().optional(),
      }),
    },
  },
  getOwn: { ...common, auth: 'owner', method: 'GET', path: '/t/own', status: 200, output: { json: caller } },
  getMaybe: {
    ...common,
    auth: 'optional',
    method: 'GET',
    path: '/t/maybe',
    status: 200,
    output: { json: caller },
  },
  getPerson: {
    ...common,
    auth: 'session',
    method: 'GET',
    path: '/t/person',
    status: 200,
    output: { json: caller },
  },
  getPanel: {
    ...common,
    auth: 'operator',
    method: 'GET',
    path: '/t/panel',
    status: 200,
    output: { json: caller },
  },
} as const satisfies Declared;

const PIXELS = Buffer.from([0, 255, 128, 10, 13, 0xc3]);

/** The code of the test operations. `opened` counts what a preview must not do. */
export function testArea(opened = { times: 0 }) {
  const who = async (ctx: { caller: { kind: string; by?: string } }) => ({
    caller: ctx.caller.kind,
    by: ctx.caller.by ?? null,
  });
  return area({
    declared: testOperations,
    implemented: {
      showVisit: async (_ctx, { cookies }) =>
        new Result(
          { theme: cookies['__Host-theme'] ?? null },
          { cookies: { '__Host-theme': { value: 'dark', maxAgeSec: 60 } } },
        ),
      endVisit: async () =>
        new Result(undefined, { cookies: { '__Host-theme': null, '__Host-other': null } }),
      signIn: async (_ctx, { query }) =>
        query.to === undefined ? '<p>Sign in</p>' : redirectTo(302, query.to),
      confirmSignIn: async () =>
        redirectTo(303, '/t/own', { '__Host-theme': { value: 'light', maxAgeSec: 60 } }),
      putPicture: async (_ctx, { body }) =>
        body.length > 500 ? new Result(body.toReversed(), { status: 202 }) : body.toReversed(),
      getPicture: async () => new Result(PIXELS, { headers: { 'cache-control': 'private' } }),
      putNote: async (_ctx, { body }) => ({ length: body.text.length }),
      putForm: async (_ctx, { body }) => body,
      getNote: async (_ctx, { params: { name } }) => {
        if (name === 'busy') throw new Refusal('muitos_testes', 'Not so fast.', {}, 7);
        if (name === 'broken') throw new TypeError('s3cret');
        if (name !== 'known') throw new Refusal('not_found', 'There is no such note.');
        return 'A note.';
      },
      leaveNote: async (_ctx, { body }) => {
        opened.times += 1;
        if (body.text === 'broken') throw new TypeError('s3cret');
        return undefined;
      },
      openNote: async () => ({ opened: (opened.times += 1) }),
      breakPromise: async (_ctx, { params: { what } }) => {
        if (what === 'status') return new Result(undefined, { status: 202 });
        const cookie = what === 'cookie' ? '__Host-other' : '__Host-theme';
        return new Result(undefined, { cookies: { [cookie]: { value: 'a; b', maxAgeSec: 1 } } });
      },
      showOrigin: async (ctx, { headers }) => ({
        address: ctx.from?.address ?? '',
        via: ctx.from?.via ?? null,
        ...(headers['x-rollcall-hop'] !== undefined && { header: headers['x-rollcall-hop'] }),
      }),
      getOwn: who,
      getMaybe: who,
      getPerson: who,
      getPanel: async () => ({ caller: 'operator', by: null }),
    },
    inKind: {
      'text/plain; charset=utf-8': ({ code, detail }) => ({
        text: `# ${code}: ${detail}\n`,
        headers: { 'x-robots-tag': 'noindex' },
      }),
    },
    preview: (_deps, call) => houseReply(200, '<p>A preview</p>', call, { 'content-type': 'text/html' }),
  });
}

const owner =
  (by: string): Lookup =>
  async (_deps, token) =>
    token.endsWith('unknown')
      ? undefined
      : // Kinds that the service does not have yet are no name of its own.
        { kind: 'owner', owner: { id: by } as never, by: by as 'guest' };

/** The service's kinds, and two of another form in places of their own: a key as bearer, a cookie of a browser. */
export const testKinds: Readonly<Record<string, KnownKind>> = {
  readToken: KNOWN_KINDS.readToken,
  apiKey: {
    ...CREDENTIALS.guest,
    words: 'an API key',
    places: [
      { in: 'header', name: 'X-Api-Key', scheme: 'apiKeyHeader' },
      { in: 'bearer', scheme: 'bearer' },
    ],
    form: /^mmk_\w+$/,
    lookup: owner('apiKey'),
  },
  session: { ...CREDENTIALS.session, form: /^\w+$/, lookup: owner('session') },
  guest: { ...CREDENTIALS.guest, form: /^hp_\w+$/, lookup: owner('guest') },
};
