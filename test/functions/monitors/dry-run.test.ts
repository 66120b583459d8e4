import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { takesDryRun } from '../../../lib/contract/repeats.ts';
import { proposedNightly } from '../../support/service/pinged-by-schedule.ts';
import {
  CRONITOR_KEY,
  cronitorAnswer,
  cronitorMonitor,
  kumaBackup,
  kumaMonitor,
  snitch,
} from '../../support/switch/exports.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import {
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../support/service/service.ts';
import { watchingTable } from '../../support/table/watching-table.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

const services = {} as Record<'dev' | 'live', TestService>;
let service: TestService;
let alice: Person;

beforeAll(async () => {
  services.dev = await startTestService();
  services.live = await startTestService({ billingMode: 'live' });
});
afterAll(async () => {
  await services.dev.stop();
  await services.live.stop();
});
beforeEach(async () => {
  service = services.dev;
  alice = await service.guest();
});

interface Sent {
  method: string;
  path: string;
  body: unknown;
  type?: string;
}

const send = (who: Person, at: TestService, { method, path, body, type }: Sent, query = 'dry_run=true') =>
  at.call(method, path + (query && `${path.includes('?') ? '&' : '?'}${query}`), {
    token: who.token,
    body,
    headers: type ? { 'content-type': type } : {},
  });

const settings = { name: 'nightly', interval_sec: 86_400, alert_to: 'a@example.com', tags: ['prod'] };
const CRONTAB = '0 3 * * * backup\n0 4 * * * sync\n';

/** A call that costs nothing, of each operation that takes a dry run. */
const CALLS: Record<string, (who: Person) => Promise<Sent>> = {
  createMonitor: async () => ({ method: 'POST', path: '/api/endpoints', body: settings }),
  patchMonitor: async (who) => ({
    method: 'PATCH',
    path: `/api/endpoints/${(await who.createMonitor())['id']}`,
    body: { ...settings, alert_url: 'https://hooks.example.com/x' },
  }),
  takeProposal: async (who) => {
    const { path, proposal } = await proposedNightly(service, who);
    return { method: 'POST', path: `${path}/take`, body: { proposal } };
  },
  putChannel: async () => ({
    method: 'PUT',
    path: '/api/channels/by-name/ops',
    body: { url: 'https://hooks.slack.com/services/T0/B0/x' },
  }),
  putMonitor: async () => ({ method: 'PUT', path: '/api/endpoints/by-slug/nightly', body: settings }),
  importCrontab: async () => ({
    method: 'POST',
    path: '/api/import/crontab',
    body: CRONTAB,
    type: 'text/plain',
  }),
  importAws: async () => ({
    method: 'POST',
    path: '/api/import/aws',
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
  importHealthchecks: async () => ({
    method: 'POST',
    path: '/api/import/healthchecks',
    body: {
      checks: [
        { name: 'nightly', slug: 'nightly', uuid: 'f618072a-7bde-4eee-af63-71a77c570000', timeout: 86_400 },
      ],
      ping_key: 'mq3_d2hyu8ilpobm-0123z',
    },
  }),
  importUptimeKuma: async () => ({
    method: 'POST',
    path: '/api/import/uptime-kuma',
    body: kumaBackup(kumaMonitor(60, { interval: 3_600 })),
  }),
  importCronitor: async () => ({
    method: 'POST',
    path: '/api/import/cronitor',
    body: { api_key: CRONITOR_KEY, ...cronitorAnswer(cronitorMonitor(60)) },
  }),
  importSnitch: async () => ({
    method: 'POST',
    path: '/api/import/snitch',
    body: { monitors: [snitch(60)] },
  }),
  importMonitors: async () => ({
    method: 'POST',
    path: '/api/import/json',
    body: { monitors: [{ ...settings, slug: 'nightly' }] },
  }),
};

/** What of an answer is not by chance. */
const expected = ({ json }: Reply) =>
  JSON.parse(
    JSON.stringify({ ...json, dry_run: undefined }, (name, value: unknown) =>
      /^(id|token|.*_url|curl_example|templates)$/.test(name) ? null : value,
    ),
  );

it('each operation that takes one is tried here', () => {
  const taking = operations.filter(([, operation]) => takesDryRun(operation)).map(([name]) => name);

  expect(taking.sort()).toEqual(Object.keys(CALLS).sort());
});

describe.each(Object.entries(CALLS))('a dry run of %s', (name, prepare) => {
  it('writes, queues and mails nothing, whatever it is asked', async () => {
    const sent = await prepare(alice);
    await service.drain();
    const [before, mails] = [await contentsOf(service), service.mailbox.messages().length];
    const written: string[] = [];

    const reply = await watchingTable(
      service,
      { before: ({ command, reads }) => void (reads || written.push(command)) },
      () => send(alice, service, sent),
    );
    await service.drain();

    expect([reply.status < 300, reply.json['dry_run'], written]).toEqual([true, true, []]);
    expect(isDeepStrictEqual(await contentsOf(service), before)).toBe(true);
    expect(service.mailbox.messages()).toHaveLength(mails);
  });

  it('answers what the call then answers', async () => {
    const sent = await prepare(alice);
    const isImport = name.startsWith('import');

    const tried = await send(alice, service, sent);
    const done = await send(alice, service, sent, isImport ? 'apply=1' : '');

    expect([tried.status, done.json['dry_run']]).toEqual([done.status, undefined]);
    const { created: _, ...told } = expected(done);
    expect(expected(tried)).toEqual(isImport ? { ...told, applied: false } : told);
  });

  itThorough('is the usual call with dry_run=false', async () => {
    const { json } = await send(alice, service, await prepare(alice), 'dry_run=false');

    expect(json).not.toHaveProperty('dry_run');
  });

  itThorough('takes no idempotency key away', async () => {
    const { method, path, body, type } = await prepare(alice);
    const headers = { 'idempotency-key': `k-${name}`, ...(type && { 'content-type': type }) };
    const call = (query: string) => service.call(method, path + query, { token: alice.token, body, headers });

    expect((await call('?dry_run=true')).status).toBeLessThan(300);
    const done = await call('');

    expect([done.status < 300, done.headers.get('idempotency-replayed')]).toEqual([true, null]);
  });

  it.each(casesOf(1, ['dry_run=1', 'dry_run=', 'dry_run=TRUE', 'dry_run=true&dry_run=yes']))(
    'refuses %s',
    async (query) => {
      const sent = await prepare(alice);

      await expectNothingWritten(service, () => send(alice, service, sent, query), {
        status: 400,
        error: 'consulta_invalida',
        names: ['dry_run', 'true'],
      });
    },
  );
});

describe('what costs something', () => {
  const eleven = Array.from({ length: 11 }, (_, at) => at);
  /** Past the free allowance in each. */
  const PAID: Record<string, Sent> = {
    createMonitor: { method: 'POST', path: '/api/endpoints', body: { name: 'fast', interval_sec: 60 } },
    putMonitor: { method: 'PUT', path: '/api/endpoints/by-slug/fast', body: { interval_sec: 60 } },
    importCrontab: {
      method: 'POST',
      path: '/api/import/crontab',
      body: Array.from({ length: 11 }, (_, hour) => `0 ${hour} * * * job${hour}\n`).join(''),
      type: 'text/plain',
    },
    importAws: {
      method: 'POST',
      path: '/api/import/aws',
      body: {
        schedules: Array.from({ length: 11 }, (_, at) => ({
          Name: `job-${at}`,
          ScheduleExpression: 'cron(30 2 * * ? *)',
          Target: { Arn: 'arn:aws:sqs:us-east-1:123456789012:jobs' },
        })),
      },
    },
    importHealthchecks: {
      method: 'POST',
      path: '/api/import/healthchecks',
      body: {
        checks: Array.from({ length: 11 }, (_, at) => ({
          uuid: `f618072a-7bde-4eee-af63-71a77c5700${at + 10}`,
        })),
      },
    },
    importUptimeKuma: {
      method: 'POST',
      path: '/api/import/uptime-kuma',
      body: kumaBackup(...eleven.map((at) => kumaMonitor(at, { interval: 3_600 }))),
    },
    importCronitor: {
      method: 'POST',
      path: '/api/import/cronitor',
      body: { api_key: CRONITOR_KEY, ...cronitorAnswer(...eleven.map((at) => cronitorMonitor(at))) },
    },
    importSnitch: {
      method: 'POST',
      path: '/api/import/snitch',
      body: { monitors: eleven.map((at) => snitch(at)) },
    },
    importMonitors: {
      method: 'POST',
      path: '/api/import/json',
      body: { monitors: [{ name: 'fast', interval_sec: 60 }] },
    },
  };

  it.each(Object.entries(PAID))('is named by a dry run of %s', async (_name, sent) => {
    const dev = await send(alice, service, sent);
    const strangers = await services.live.guest();

    expect(dev.json).toMatchObject({
      dry_run: true,
      billing: { mode: 'dev', charges: [{ sku: expect.any(String) }] },
    });
    await expectNothingWritten(services.live, () => send(strangers, services.live, sent), {
      status: 402,
      error: 'pagamento_necessario',
    });
  });
});

it('what has no dry run is refused with one, and not done', async () => {
  const { id } = await alice.createMonitor();

  const refused = { status: 400, error: 'consulta_invalida', names: ['dry_run'] };
  for (const [method, path] of [
    ['DELETE', `/api/endpoints/${id}`],
    ['DELETE', '/api/ingest-key'],
    ['DELETE', '/api/status-feed'],
    ['POST', `/api/endpoints/${id}/test-alert`],
  ] as const)
    await expectNothingWritten(service, () => alice.call(method, `${path}?dry_run=true`), refused);
});

it('refuses what the call would be refused for', async () => {
  const other = await service.guest();
  const { id } = await alice.createMonitor();

  expectRefusal(await other.call('PATCH', `/api/endpoints/${id}?dry_run=true`, { name: 'x' }), {
    status: 404,
    error: 'not_found',
  });
  expectRefusal(await alice.call('POST', '/api/endpoints?dry_run=true', { name: 'x', interval_sec: 1 }), {
    status: 400,
    error: 'intervalo_invalido',
  });
});
