import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { isThorough } from '../../../../bin/long-tests.ts';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { operations } from '../../../../lib/contract/catalogue.ts';
import { takesKey } from '../../../../lib/contract/repeats.ts';
import { leaseKey } from '../../../../lib/data/idempotency.ts';
import { ownerOfGuestToken } from '../../../../lib/data/owners.ts';
import { isoOf } from '../../../../lib/domain/instant.ts';
import { moveHome } from '../../../support/accounts/moved-space.ts';
import {
  cronitorAnswer,
  cronitorMonitor,
  kumaBackup,
  kumaMonitor,
  snitch,
} from '../../../support/switch/exports.ts';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { proposedNightly } from '../../../support/service/pinged-by-schedule.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { failing, watchingTable, type TableCall } from '../../../support/table/watching-table.ts';

let keys = 0;
/** Of the call in hand. */
let key = '';

const service = shared(startTestService);
const receiver = shared(startReceiver);
const alice = fresh(() => service.guest());
beforeEach(() => {
  keys += 1;
  key = `8e03978e-40d5-43e8-bc93-${keys}`;
});

interface Sent {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const send = (who: Person, { method, path, body, headers = {} }: Sent, sentKey = key): Promise<Reply> =>
  service.call(method, path, {
    token: who.token,
    headers: { 'idempotency-key': sentKey, ...headers },
    ...(body !== undefined && { body }),
  });
const create = (fields: object = {}): Sent => ({
  method: 'POST',
  path: '/api/endpoints',
  body: { name: 'backup', interval_sec: 300, ...fields },
});
const isReplay = ({ headers }: Reply) => headers.get('idempotency-replayed');
const count = async (who: Person) => (await who.monitors()).length;
const ownerOf = async (who: Person) => {
  const owner = await ownerOfGuestToken(service.core.table, hashOf(who.token));
  if (!owner) throw new Error('There is no such owner.');
  return owner;
};
const keyItems = async () =>
  (await contentsOf(service)).filter(({ pk }) => String(pk).startsWith('IDEMPOTENCY#'));
const writes = ({ reads }: TableCall) => !reads;

/** A write of each kind, made for an owner who has what it needs. */
const WRITES: Record<string, (who: Person) => Promise<Sent>> = {
  createMonitor: async () => create({ alert_to: 'a@example.com', alert_url: receiver.url }),
  patchMonitor: async (who) => ({ method: 'PATCH', path: await monitorOf(who), body: { name: 'other' } }),
  takeProposal: (who) => proposed(who, 'take'),
  dismissProposal: (who) => proposed(who, 'dismiss'),
  putMonitor: async () => ({
    method: 'PUT',
    path: '/api/endpoints/by-slug/nightly',
    body: { interval_sec: 86_400 },
  }),
  deleteMonitor: async (who) => ({ method: 'DELETE', path: await monitorOf(who) }),
  importCrontab: async () => ({
    method: 'POST',
    path: '/api/import/crontab?apply=1',
    headers: { 'content-type': 'text/plain' },
    body: '0 3 * * * backup\n0 4 * * * sync\n',
  }),
  importHealthchecks: async () => ({
    method: 'POST',
    path: '/api/import/healthchecks?apply=1',
    body: {
      checks: [{ name: 'nightly', slug: 'nightly', uuid: randomUUID(), timeout: 86_400, grace: 3_600 }],
      ping_key: randomUUID(),
    },
  }),
  endPingKey: async (who) => {
    const checks = [{ uuid: randomUUID(), slug: 'nightly' }];
    const brought = { checks, ping_key: randomUUID() };
    const { json } = await who.call('POST', '/api/import/healthchecks?apply=1', brought);
    return { method: 'DELETE', path: `/api/ingest-key/${json['ping_key'].id}` };
  },
  importUptimeKuma: async () => ({
    method: 'POST',
    path: '/api/import/uptime-kuma?apply=1',
    body: kumaBackup(kumaMonitor(1, { pushToken: randomUUID().replaceAll('-', '') })),
  }),
  importCronitor: async () => ({
    method: 'POST',
    path: '/api/import/cronitor?apply=1',
    body: { api_key: randomUUID().replaceAll('-', ''), ...cronitorAnswer(cronitorMonitor(1)) },
  }),
  importSnitch: async () => ({
    method: 'POST',
    path: '/api/import/snitch?apply=1',
    body: { monitors: [snitch(1, { token: randomUUID().replaceAll('-', '').slice(0, 10) })] },
  }),
  importAws: async () => ({
    method: 'POST',
    path: '/api/import/aws?apply=1',
    body: {
      schedules: [
        {
          Name: 'nightly',
          ScheduleExpression: 'cron(30 2 * * ? *)',
          Target: { Arn: 'arn:aws:sqs:us-east-1:123456789012:jobs' },
        },
      ],
    },
  }),
  importMonitors: async () => ({
    method: 'POST',
    path: '/api/import/json?apply=1',
    body: {
      monitors: [
        { name: 'nightly', slug: 'nightly', interval_sec: 86_400 },
        { name: 'sync', interval_sec: 300 },
      ],
    },
  }),
  rotateIngestKey: async () => ({ method: 'DELETE', path: '/api/ingest-key' }),
  rotateMonitor: async (who) => ({ method: 'POST', path: `${await monitorOf(who)}/rotate` }),
  rotateReadToken: async (who) => ({ method: 'POST', path: `${await monitorOf(who)}/token/rotate` }),
  rotateWebhookSecret: async (who) => ({ method: 'POST', path: `${await monitorOf(who)}/secret/rotate` }),
  rotateStatusFeed: async () => ({ method: 'DELETE', path: '/api/status-feed' }),
  sendTestAlert: async (who) => ({ method: 'POST', path: `${await monitorOf(who)}/test-alert` }),
  resendAlert: async (who) => {
    const path = await monitorOf(who);
    const [test] = (await who.call('POST', `${path}/test-alert`)).json['alerts'];
    return { method: 'POST', path: `${path}/alerts/${test.id}/resend` };
  },
};

async function proposed(who: Person, what: string): Promise<Sent> {
  const { path, proposal } = await proposedNightly(service, who);
  return { method: 'POST', path: `${path}/${what}`, body: { proposal } };
}

async function monitorOf(who: Person): Promise<string> {
  return `/api/endpoints/${(await who.createMonitor({ alert_url: receiver.url }))['id']}`;
}

/** Whether the table holds what it held before; a difference of two whole tables tells nobody anything. */
const isUnchanged = async (before: unknown) => isDeepStrictEqual(await contentsOf(service), before);

/** The transaction that answers the key, of all that a call may write. */
const answersKey = ({ command, input }: TableCall) =>
  command.startsWith('TransactWrite') && JSON.stringify(input).includes('IDEMPOTENCY#');

it('every write of an owner takes a key, and nothing else does', () => {
  const taking = operations.filter(([, operation]) => takesKey(operation)).map(([name]) => name);

  expect(taking).toEqual(expect.arrayContaining(Object.keys(WRITES)));
  expect(taking).not.toContain('createGuest');
  expect(taking).not.toContain('getIngestKey');
  const write = { auth: 'owner', method: 'POST' } as const;
  expect(takesKey(write)).toBe(true);
  expect(takesKey({ ...write, cookies: { sets: ['__Host-mm-guest'] } })).toBe(false);
});

/** One of each way to write; each other one with THOROUGH=1. */
const EACH_WAY = [
  'createMonitor',
  'patchMonitor',
  'deleteMonitor',
  'importCrontab',
  'rotateMonitor',
  'sendTestAlert',
];

const written = Object.entries(WRITES).filter(([name]) => isThorough() || EACH_WAY.includes(name));

describe.each(written)('%s', (_name, prepare) => {
  it('is done once, and answered alike, secrets included', async () => {
    const sent = await prepare(alice);

    const first = await send(alice, sent);
    const before = await contentsOf(service);
    const second = await send(alice, sent);

    expect(first.status).toBeLessThan(300);
    expect([isReplay(first), isReplay(second)]).toEqual([null, 'true']);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(await isUnchanged(before)).toBe(true);
  });

  it('is not done again after a crash that came once it was written', async () => {
    const sent = await prepare(alice);
    let isDone = false;
    const crash = {
      // Whatever would follow the transaction of the action fails.
      before: failing((call) => isDone && writes(call)),
      after: (call: TableCall) => void (isDone ||= answersKey(call)),
    };

    await watchingTable(service, crash, () => send(alice, sent));
    service.clock.advance(60);
    const monitors = await count(alice);
    const before = await contentsOf(service);
    const second = await send(alice, sent);

    expect(isDone).toBe(true);
    expect([second.status < 300, isReplay(second)]).toEqual([true, 'true']);
    expect(await isUnchanged(before)).toBe(true);
    expect(await count(alice)).toBe(monitors);
  });

  it('is not done again when the answer of the table was lost', async () => {
    const sent = await prepare(alice);
    let lost = 0;
    const lose = {
      after: (call: TableCall) => {
        if (!answersKey(call) || lost > 0) return;
        lost += 1;
        throw new Error('The answer was lost.');
      },
    };

    const first = await watchingTable(service, lose, () => send(alice, sent));
    service.clock.advance(60);
    const before = await contentsOf(service);
    const second = await send(alice, sent);

    expect([first.status, lost]).toEqual([500, 1]);
    expect([second.status < 300, isReplay(second)]).toEqual([true, 'true']);
    expect(await isUnchanged(before)).toBe(true);
  });

  it('keeps no secret, not even of the key', async () => {
    const sent = await prepare(alice);

    // The id of a monitor is the key of its item, and as long as a token once it was rotated.
    const { text: sentBack, json } = await send(alice, sent);
    const text = sentBack.replaceAll(String(json['id'] ?? '-'), 'id');

    const [item, ...others] = (await keyItems()).filter(({ pk }) => String(pk).endsWith(hashOf(key)));
    expect(others).toEqual([]);
    const kept = brotliDecompressSync(item?.['answer'] as Uint8Array).toString();
    expect(JSON.parse(kept)).toHaveProperty('body');
    for (const [secret] of text.matchAll(/\b(?:hpk_|whsec_)?[0-9A-Za-z+/=]{43,}/g))
      expect(kept).not.toContain(secret);
    expect(JSON.stringify(item)).not.toContain(key);
  });
});

it.each([
  ['/api/import/crontab', 'text/plain', '0 3 * * * backup\n'],
  ['/api/import/json', 'application/json', { monitors: [{ name: 'sync', interval_sec: 300 }] }],
])('a proposal of %s wrote nothing, so nothing is kept of it', async (path, type, body) => {
  const sent = { method: 'POST', path, headers: { 'content-type': type }, body };
  const before = await contentsOf(service);

  const first = await send(alice, sent);

  expect(first.status).toBe(200);
  expect(await isUnchanged(before)).toBe(true);
  expect(isReplay(await send(alice, { ...sent, path: `${path}?apply=1` }))).toBeNull();
});

it('a pause by tag, which is many writes, is answered alike too', async () => {
  await alice.createMonitor({ tags: ['prod'] });
  const until = isoOf(service.core.clock.now() + 86_400_000);
  const sent = { method: 'POST', path: '/api/pause', body: { tag: 'prod', until } };

  const first = await send(alice, sent);
  const second = await send(alice, sent);

  expect(first.json).toMatchObject({ matched: 1, changed: 1 });
  expect([second.text, isReplay(second)]).toEqual([first.text, 'true']);
});

describe('a key', () => {
  it('belongs to one request: another body, path, query or method is 409', async () => {
    await send(alice, create());
    const reused = { status: 409, error: 'chave_reutilizada', names: ['Idempotency-Key', '24 hours'] };

    for (const other of [
      create({ name: 'other' }),
      { ...create(), path: '/api/endpoints?dry_run=false' },
      { method: 'DELETE', path: '/api/ingest-key' },
    ])
      await expectNothingWritten(service, () => send(alice, other), reused);
  });

  it('belongs to one owner', async () => {
    const bob = await service.guest();

    const hers = await send(alice, create());
    const his = await send(bob, create());

    expect([his.status, isReplay(his)]).toEqual([201, null]);
    expect(his.json['id']).not.toBe(hers.json['id']);
  });

  it('is as good as new after 24 hours, and not before', async () => {
    const first = await send(alice, create());

    service.clock.advance(24 * 3_600 - 1);
    const replay = await send(alice, create());
    service.clock.advance(1);
    const fresh = await send(alice, create());

    expect([replay.json['id'], isReplay(fresh)]).toEqual([first.json['id'], null]);
    expect(fresh.json['id']).not.toBe(first.json['id']);
    expect((await keyItems()).find(({ ownerId }) => ownerId)?.['ttl']).toBeGreaterThan(0);
  });

  it.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a letter beyond ASCII', 'caf\u00e9'],
  ])('%s is 400, and nothing is written', async (_what, sentKey) => {
    await expectNothingWritten(service, () => send(alice, create(), sentKey), {
      status: 400,
      error: 'chave_invalida',
      names: ['Idempotency-Key', '255'],
    });
  });

  it('of 255 characters is taken', async () => {
    expect((await send(alice, create(), '~'.repeat(255))).status).toBe(201);
  });

  it('is free again after a refusal', async () => {
    const refused = await send(alice, { method: 'DELETE', path: `/api/endpoints/${'0'.repeat(26)}` });
    const invalid = await send(alice, create({ interval_sec: 1 }));

    expect([refused.status, invalid.status, await keyItems()]).toEqual([
      404,
      400,
      (await keyItems()).filter(({ keyHash }) => keyHash !== hashOf(key)),
    ]);
    expect((await send(alice, create())).status).toBe(201);
  });

  it('is free again after a fault of ours that wrote nothing', async () => {
    const broken = { before: failing(({ command }) => command.startsWith('TransactWrite')) };

    const first = await watchingTable(service, broken, () => send(alice, create()));
    const second = await send(alice, create());

    expect([first.status, second.status, isReplay(second)]).toEqual([500, 201, null]);
  });

  it('says nothing to what only reads', async () => {
    const first = await send(alice, { method: 'GET', path: '/api/endpoints' }, 'not a key');

    expect([first.status, isReplay(first)]).toEqual([200, null]);
  });

  it('shows no secret of what has become somebody else\u2019s', async () => {
    const bob = await service.guest();
    await send(alice, create());
    await moveHome(service.core.table, (await ownerOf(alice)).id, (await ownerOf(bob)).id);

    expectRefusal(await send(alice, create()), {
      status: 409,
      error: 'chave_reutilizada',
      names: ['no longer yours'],
    });
  });

  it('shows the answer as it was, whatever changed since', async () => {
    const first = await send(alice, create());
    await alice.remove(first.json['id']);

    expect((await send(alice, create())).text).toBe(first.text);
  });
});

describe('a call under way', () => {
  it('makes a second one wait: 409 with Retry-After, and one monitor', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(alice, create())));
    const refused = replies.filter(({ status }) => status === 409);

    for (const reply of refused)
      expectRefusal(reply, { status: 409, error: 'chave_em_uso', names: ['under way'] });
    for (const reply of refused) expect(reply.headers.get('retry-after')).toBe('2');
    const ids = replies.filter(({ status }) => status === 201).map(({ json }) => json['id']);
    expect([new Set(ids).size, await count(alice)]).toEqual([1, 1]);
    expect((await send(alice, create())).json['id']).toBe(ids[0]);
  });

  it('that crashed before it wrote anything is done by the next one, once it cannot be under way any more', async () => {
    const now = service.clock.now();
    const { table } = service.core;
    const { id: ownerId } = await ownerOf(alice);
    const body = JSON.stringify(create().body);
    const request = ['POST', '/api/endpoints', '', hashOf(body)];
    const crashed = {
      ownerId,
      spaceId: null,
      keyHash: hashOf(key),
      fingerprint: hashOf(JSON.stringify(request)),
      claim: 'crashed',
      leaseUntil: now + 25_000,
      expiresAt: now + 24 * 3_600_000,
      answer: null,
      parts: 0,
    };
    expect(await leaseKey(table, crashed, now)).toBeUndefined();

    service.clock.advance(24);
    const early = await send(alice, create());
    service.clock.advance(1);
    const late = await send(alice, create());

    expect([early.status, late.status, isReplay(late)]).toEqual([409, 201, null]);
  });
});

describe('what is told of it', () => {
  it('a page of another site may send the key and read that it is a replay', async () => {
    const preflight = await service.call('OPTIONS', '/api/endpoints');
    const reply = await send(alice, create());

    expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(reply.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
  });

  it('the OpenAPI document has it at every write of an owner', async () => {
    const { paths } = (await service.call('GET', '/openapi.json')).json;
    const named = (path: string, method: string) =>
      paths[path][method]['parameters'].filter((each: { name: string }) => each.name === 'Idempotency-Key');

    expect(named('/api/endpoints', 'post')).toMatchObject([{ name: 'Idempotency-Key', required: false }]);
    expect(named('/api/endpoints', 'get')).toEqual([]);
    expect(named('/api/guest', 'post')).toEqual([]);
  });
});

it('a call without a key writes what it always wrote', async () => {
  const calls: string[] = [];
  const watch = { after: ({ command }: TableCall) => void calls.push(command) };

  await watchingTable(service, watch, () => alice.createMonitor());
  const without = calls.splice(0);
  await watchingTable(service, watch, () => send(alice, create()));

  expect(without.filter((command) => !/Get|Query/.test(command))).toEqual(['TransactWriteItemsCommand']);
  expect(calls.filter((command) => !/Get|Query/.test(command))).toEqual([
    'PutItemCommand',
    'TransactWriteItemsCommand',
  ]);
});
