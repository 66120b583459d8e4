import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newToken } from '../../../lib/adapters/ids.ts';
import { connectedAt } from '../../../lib/domain/machines/collectors/collector-channel.ts';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { COLLECTOR_IDS, newCollector, PUSHES } from '../../support/machines/collectors.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

let calls: TableCall[];

const service = shared(startTestService);
beforeAll(() => void (calls = watchCapacity(service)));
beforeEach(() => void service.clock.advance(3_600));

/** What was asked of the table meanwhile. */
async function costOf(work: () => Promise<unknown>): Promise<string[]> {
  calls.length = 0;
  await work();
  return calls.map(({ command }) => command);
}

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
const NONE = { authorization: '' };

/** Each place in which agents put a credential; the last in the form of NRDP alone. */
const PLACES = [
  ['Bearer', (credential: string) => ({ headers: { authorization: `Bearer ${credential}` } })],
  ['Token', (credential: string) => ({ headers: { authorization: `Token ${credential}` } })],
  [
    'bearer in lower case',
    (credential: string) => ({ headers: { authorization: `bearer  ${credential} ` } }),
  ],
  ['Basic of any user', (credential: string) => ({ headers: basic(`anybody:${credential}`) })],
  ['Basic of nobody', (credential: string) => ({ headers: basic(`:${credential}`) })],
  ['token in the query', (credential: string) => ({ headers: NONE, query: `?db=x&token=${credential}` })],
  ['p in the query', (credential: string) => ({ headers: NONE, query: `?u=x&p=${credential}&db=x` })],
  [
    'the query beside another Authorization',
    (credential: string) => ({ headers: basic('proxy:secret'), query: `?token=${credential}` }),
  ],
] as const;

describe.each(PLACES)('a credential by %s', (_place, placed) => {
  it.each(['alloy', 'telegraf', 'collectd', 'ncpa'] as const)('is taken from %s', async (id) => {
    const { push, credential } = await newCollector(service, id);
    const { headers, query = '' } = { query: '', ...placed(credential) };

    expect((await push({ headers, path: PUSHES[id].path + query })).status).toBe(PUSHES[id].status);
  });
});

it('a credential by the form is taken from NCPA', async () => {
  const { push, credential, numbers } = await newCollector(service, 'ncpa');
  const { body } = PUSHES.ncpa;

  const replies = [
    await push({ headers: NONE, body: `token=${credential}&${body}` }),
    await push({ headers: NONE, body: `${body}&token=${credential}`, path: '/i/nrdp' }),
  ];

  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await numbers()).toMatchObject({ [PUSHES.ncpa.says]: 4.5 });
});

describe.each(COLLECTOR_IDS)('a push to where %s sends', (id) => {
  const itOnce = id === COLLECTOR_IDS[0] ? it : itThorough;

  it('without a credential, or with what cannot be one, is 401 before anything is read', async () => {
    const { push, credential } = await newCollector(service, id);
    const forged = [
      '',
      'Bearer',
      `Bearer ${newToken('hp_')}`,
      `Bearer ${credential.slice(0, -1)}`,
      `Bearer ${credential}x`,
      `Bearer ${credential.replace('hpc_', 'HPC_')}`,
      `Digest username="${credential}"`,
      'Basic %%%',
      ...['', credential.slice(4), 'x'.repeat(4_000)].map((text) => basic(`a:${text}`).authorization),
    ];

    const asked = await costOf(async () => {
      for (const authorization of forged)
        expect((await push({ headers: { authorization } })).status, authorization).toBe(401);
    });

    expect(asked).toEqual([]);
  });

  it('with one that we never made is 401, which is looked for once in a minute', async () => {
    const { push } = await newCollector(service, id);
    const headers = { authorization: `Bearer ${newToken('hpc_')}` };
    const sent = async () => expect((await push({ headers })).status).toBe(401);
    const before = await contentsOf(service);

    expect(await costOf(sent)).toEqual(['GetItem']);
    service.clock.advance(59);
    expect(await costOf(sent)).toEqual([]);
    service.clock.advance(1);
    expect(await costOf(sent)).toEqual(['GetItem']);
    expect(await contentsOf(service)).toEqual(before);
  });

  itOnce('with one of another kind of collector is 401', async () => {
    for (const other of COLLECTOR_IDS.filter((each) => each !== id)) {
      const { push, snapshot } = await newCollector(service, other);
      const { path, type, body } = PUSHES[id];

      expect((await push({ path, type, body })).status).toBe(401);
      expect(await snapshot()).toBeUndefined();
    }
  });

  it('with one that was rotated is taken for a minute at most, and the new one at once', async () => {
    const { push, rotate, channel, snapshot } = await newCollector(service, id);
    expect((await push()).status).toBe(PUSHES[id].status);
    const headers = { authorization: `Bearer ${await rotate()}` };
    service.clock.advance(59);
    expect((await push()).status).toBe(PUSHES[id].status);
    expect((await push({ headers })).status).toBe(PUSHES[id].status);
    const at = service.clock.now() + 1;
    expect(await snapshot()).toMatchObject({ firstAt: at, at });

    // The numbers are the new one's by now.
    expect((await push()).status).toBe(401);
    expect(connectedAt(channel, await snapshot())).toBeNull();
    service.clock.advance(1);
    expect((await push()).status).toBe(401);
    expect((await push({ headers })).status).toBe(PUSHES[id].status);
  });

  itOnce('with one of a channel that was removed is 401 and leaves nothing', async () => {
    const { push, remove, snapshot } = await newCollector(service, id);
    await push();
    await remove();

    expect((await push()).status).toBe(401);
    expect(await snapshot()).toBeUndefined();
  });

  it('by a page is 403 before anything is read', async () => {
    const { push } = await newCollector(service, id);

    const asked = await costOf(async () => {
      const reply = await push({ headers: { origin: 'https://evil.example' } });
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    });

    expect(asked).toEqual([]);
  });
});

it('a channel that is known costs one read more whenever it is seen again, once a minute', async () => {
  const { push } = await newCollector(service, 'collectd');
  await push();
  service.clock.advance(60);

  // The channel, its numbers, and whether its device is watched.
  expect(await costOf(push)).toEqual(['GetItem', 'GetItem', 'PutItem', 'GetItem']);
  expect(await costOf(push)).toEqual(['GetItem', 'PutItem']);
});

it('a pause shows within a minute', async () => {
  const { push, channel, snapshot } = await newCollector(service, 'telegraf');
  await push();
  const { changedChannelItems } = await import('../../../lib/data/machines/collector-channels.ts');
  const { transact } = await import('../../../lib/data/table.ts');
  const { table } = service.core;
  await transact(table, changedChannelItems(table, channel, { ...channel, isPaused: true }));
  service.clock.advance(60);
  const before = await snapshot();

  expect((await push()).status).toBe(204);
  expect(await snapshot()).toEqual(before);
});
