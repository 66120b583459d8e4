import { describe, expect, it } from 'vitest';
import { peerMonitorId } from '../../../../lib/adapters/ids.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import {
  CRONITOR_KEY,
  cronitorAnswer,
  cronitorMonitor,
  kumaBackup,
  kumaMonitor,
  kumaRow,
  pushToken,
  snitch,
  snitchToken,
} from '../../../support/switch/exports.ts';

const service = shared(startTestService);

async function imported(who: Person, from: string, body: unknown, query = '?apply=1') {
  const { status, json, text } = await who.call('POST', `/api/import/${from}${query}`, body);
  return { status, json, text };
}

async function monitorsOf(who: Person) {
  return (await who.call('GET', '/api/endpoints')).json['endpoints'] as Record<string, unknown>[];
}

const EXPORTS: [
  from: string,
  one: (at: number) => object,
  two: (at: number) => object,
  path: (at: number) => string,
][] = [
  [
    'uptime-kuma',
    (at) => kumaBackup(kumaMonitor(at)),
    (at) => kumaBackup(kumaMonitor(at), kumaMonitor(at + 1)),
    (at) => `/api/push/${pushToken(at)}`,
  ],
  [
    'cronitor',
    (at) => ({ api_key: CRONITOR_KEY, ...cronitorAnswer(cronitorMonitor(at)) }),
    (at) => ({
      api_key: CRONITOR_KEY,
      monitors: cronitorAnswer(cronitorMonitor(at), cronitorMonitor(at + 1)),
    }),
    (at) => `/p/${CRONITOR_KEY}/job-${at}`,
  ],
  ['snitch', (at) => [snitch(at)], (at) => [snitch(at), snitch(at + 1)], (at) => `/${snitchToken(at)}`],
];

const EMPTY: [from: string, body: unknown][] = [
  ['uptime-kuma', { monitors: [] }],
  ['cronitor', { api_key: CRONITOR_KEY, monitors: [] }],
  ['snitch', []],
  ['healthchecks', { checks: [] }],
  ['json', { version: 1, monitors: [] }],
  ['aws', { Schedules: [] }],
];

describe.each(EMPTY)('whether an import from %s creates', (from, body) => {
  it('is said by 1 alone (SPEC), and by nothing else', async () => {
    const who = await service.guest();

    for (const apply of ['1', 'true', 'yes', '0', ''])
      expect(await imported(who, from, body, `?apply=${apply}`)).toMatchObject({
        status: 200,
        json: { applied: apply === '1' },
      });
  });
});

describe.each(EXPORTS)('an import from %s', (from, one, two, path) => {
  it('proposes, then makes the monitor that its ping finds, and changes nothing when it is applied again', async () => {
    const who = await service.guest();

    const proposed = await imported(who, from, one(1), '');
    expect(proposed.json).toMatchObject({
      applied: false,
      would_create: 1,
      existing: [],
      left_out: [],
      lost: [],
    });
    expect(await monitorsOf(who)).toEqual([]);
    expect((await service.call('GET', path(1))).status).toBe(404);

    const { status, json } = await imported(who, from, one(1));
    expect([status, json['created']]).toMatchObject([200, [{ index: 0 }]]);
    expect((await service.call('GET', path(1))).status).toBeLessThan(300);
    const [monitor] = await monitorsOf(who);
    expect(monitor).toMatchObject({ id: json['created'][0].id, state: 'ok' });

    const again = await imported(who, from, one(1));
    expect(again.json).toMatchObject({ applied: true, would_create: 0, existing: [{ differs: [] }] });
    expect(await monitorsOf(who)).toEqual([monitor]);
    await who.remove(String(monitor?.['id']));
    expect((await imported(who, from, one(1))).json).toMatchObject({
      would_create: 0,
      left_out: [{ index: 0 }],
    });
  });

  it('takes nothing of another owner: the second is told, and pings stay the first one’s', async () => {
    const [alice, mallory] = [await service.guest(), await service.guest()];
    await imported(alice, from, one(20));

    const { json } = await imported(mallory, from, two(20));

    expect(json).toMatchObject({
      left_out: [
        { index: 0, detail: expect.stringContaining('belongs to a monitor that is not yours here') },
      ],
      created: [{ index: 1 }],
    });
    await service.call('GET', path(20));
    expect(await monitorsOf(alice)).toMatchObject([{ state: 'ok' }]);
    expect(await monitorsOf(mallory)).toMatchObject([{ state: 'waiting' }]);
  });

  it('stores and tells no token', async () => {
    const who = await service.guest();
    const { text } = await imported(who, from, one(30));
    const all = [
      text,
      ...(await Promise.all(['/api/endpoints', '/api/export'].map((at) => who.call('GET', at)))).map(
        (reply) => reply.text,
      ),
    ].join();

    for (const secret of [pushToken(30), snitchToken(30), CRONITOR_KEY, 'hunter2'])
      expect(all).not.toContain(secret);
    expect(
      (await imported(who, from, { ...two(31), monitors: 'x', monitorList: pushToken(30) })).text,
    ).not.toContain(pushToken(30));
  });

  it('refuses what is no export, and writes nothing', async () => {
    const who = await service.guest();
    const key = from === 'cronitor' ? { api_key: CRONITOR_KEY } : {};
    const list = Array.from({ length: 5_001 }, () => ({}));
    for (const body of [
      key,
      { ...key, monitors: 7 },
      { ...key, monitors: [7] },
      { ...key, monitors: [null] },
      { ...key, monitors: list },
      { ...key, monitors: { monitors: list } },
      ...(from === 'cronitor'
        ? [
            { ...key, jobs: [] },
            { ...key, monitors: list.slice(2), jobs: { a: {}, b: {} } },
          ]
        : []),
    ])
      expect(await imported(who, from, body), JSON.stringify(body).slice(0, 80)).toMatchObject({
        status: 400,
        json: { error: 'corpo_invalido' },
      });
    expect((await imported(who, from, [...list, ...list])).status).toBe(400);
    expect(await monitorsOf(who)).toEqual([]);
  });

  it('survives what is hostile in an entry, and leaves it out', async () => {
    const who = await service.guest();
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const rows = [
      '{"__proto__":{"type":"push","key":"x","token":"c2354d9999"}}',
      `{"name":${deep},"type":${deep},"tags":${deep},"attributes":${deep}}`,
      '{"key":{},"token":[],"pushToken":1e400,"type":"push","interval":{}}',
      '{}',
    ];
    const key = from === 'cronitor' ? `"api_key":"${CRONITOR_KEY}",` : '';
    const body = `{${key}"monitors":[${rows.join()}]}`;

    const { status, json } = await service.call('POST', `/api/import/${from}?apply=1`, {
      token: who.token,
      body,
      headers: { 'content-type': 'application/json' },
    });

    expect(status).toBe(200);
    expect(json).toMatchObject({ would_create: 0 });
    expect(json['left_out'].map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3]);
    expect(await monitorsOf(who)).toEqual([]);
  });
});

describe('an import', () => {
  it('reads rows of a database, and the list in a wrapper', async () => {
    const who = await service.guest();

    const { json } = await imported(who, 'uptime-kuma', [
      kumaRow(40),
      kumaRow(41, { type: 'http' }),
      kumaRow(40),
    ]);

    expect(json).toMatchObject({
      created: [{ index: 0, id: peerMonitorId('uptime-kuma', pushToken(40)) }],
      left_out: [
        { index: 1, detail: 'its type is http: only push monitors wait for a job.' },
        { index: 2, detail: 'an earlier entry has the same push token.' },
      ],
    });
  });

  it('reads a configuration of Cronitor, once it is JSON, and asks for the key of its pings', async () => {
    const who = await service.guest();
    const config = {
      jobs: { 'welcome-email': { schedule: 'every 10 minutes' } },
      heartbeats: { deploy: { notify: { alerts: ['default'] } } },
      checks: { home: { request: { url: 'https://example.com' } } },
    };

    expect((await imported(who, 'cronitor', config)).json['detail']).toMatch(
      /^api_key must be|^api_key is required/,
    );
    const { json } = await imported(who, 'cronitor', { ...config, api_key: CRONITOR_KEY });

    expect(json).toMatchObject({
      created: [{ name: 'welcome-email', id: peerMonitorId('cronitor', `${CRONITOR_KEY}/welcome-email`) }],
      left_out: [{ name: 'deploy' }, { name: 'home' }],
    });
    expect(await monitorsOf(who)).toMatchObject([{ interval_sec: 660 }]);
  });

  it('says of a YAML file as what it is sent', async () => {
    const { token } = await service.guest();
    const sent = (type: string) =>
      service.call('POST', '/api/import/cronitor', {
        token,
        body: 'jobs:\n  a:\n',
        headers: { 'content-type': type },
      });

    expect((await sent('application/json')).json['detail']).toContain('as the text `yaml`');
    expect(await sent('application/yaml')).toMatchObject({
      status: 415,
      json: { detail: expect.stringContaining('as the text `yaml`') },
    });
  });

  it('takes the zone of schedules that name none', async () => {
    const who = await service.guest();
    const body = [snitch(50, { interval: 'daily' })];

    expect((await imported(who, 'snitch', body)).json).toMatchObject({
      left_out: [{ detail: expect.stringContaining('?tz=') }],
    });
    expect((await imported(who, 'snitch', body, '?apply=1&tz=Mars/Base')).json['error']).toBe('tz_invalida');
    await imported(who, 'snitch', body, '?apply=1&tz=Europe/Berlin');

    expect(await monitorsOf(who)).toMatchObject([
      { cron: '0 0 * * *', tz: 'Europe/Berlin', grace_sec: 86_400 },
    ]);
  });

  it('refuses more than four megabytes, and takes five thousand at once', async () => {
    const who = await service.guest();
    const many = Array.from({ length: 5_000 }, (_, at) => kumaMonitor(at, { type: 'http' }));

    expect((await imported(who, 'snitch', [snitch(1, { notes: 'x'.repeat(4_000_000) })])).status).toBe(413);
    expect((await imported(who, 'uptime-kuma', many, '')).json['left_out']).toHaveLength(5_000);
  });

  it('says of a hundred snitches at once whether they are somebody’s, and of no more', async () => {
    const who = await service.guest();
    const many = Array.from({ length: 101 }, (_, at) => snitch(at, { interval: 'never' }));

    expect((await imported(who, 'snitch', many.slice(1), '')).json['left_out']).toHaveLength(100);
    const { status, json } = await imported(who, 'snitch', many, '');
    expect([status, json['error']]).toEqual([400, 'corpo_invalido']);
    expect(json['detail']).toMatch(/^monitors must be a list of at most 100 objects/);
  });

  it('refuses a field beside the snitches, and takes those that a backup of Uptime Kuma has', async () => {
    const who = await service.guest();
    const { status, json } = await imported(who, 'snitch', { monitors: [snitch(901)], monitor: [] });
    expect([status, json['error']]).toEqual([400, 'campo_desconhecido']);
    expect(await monitorsOf(who)).toEqual([]);

    const backup = {
      version: '1.23.0',
      notificationList: [],
      proxyList: [],
      monitorList: [kumaMonitor(901)],
    };
    expect((await imported(who, 'uptime-kuma', backup, '')).json).toMatchObject({ would_create: 1 });
  });
});
