import { describe, expect, it } from 'vitest';
import { peerMonitorId } from '../../../../lib/adapters/ids.ts';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { CRONITOR_KEY } from '../../../support/switch/exports.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

/** After the README of the client `cronitor` 2.6.1 of npm: monitors by their keys, below their kinds. */
const CONFIG = `# made by cronitor
jobs:
  nightly-database-backup:
    schedule: 0 0 * * *
    timezone: America/New_York
    grace_seconds: 300
    notify:
      - devops-alert-pagerduty
    assertions:
      - metric.duration < 5 minutes
    tags: [prod, "db"]
  send-welcome-email:
    schedule: every 10 minutes
    assertions:
      - metric.count > 0
checks:
  cronitor-homepage:
    request:
      url: https://cronitor.io
      regions: [us-east-1, eu-central-1]
    assertions:
      - response.code = 200
heartbeats:
  production-deploy:
    notify:
      alerts: ['deploys-slack']
      events: true
  "every-hour":
    schedule: '0 * * * *'
    timezone: UTC
`;

const imported = async (yaml: unknown, more: object = {}) =>
  alice.call('POST', '/api/import/cronitor?apply=1', { api_key: CRONITOR_KEY, yaml, ...more });

it('a kind that there is not is refused, and one that is not taken is left out by name', async () => {
  const misspelt = await imported('jobs: {}\nhartbeats:\n  a:\n    schedule: every 10 minutes\n');
  expect(misspelt).toMatchObject({
    status: 400,
    json: { error: 'corpo_invalido', detail: expect.stringMatching(/jobs, heartbeats.*line 2 has another/) },
  });
  for (const more of [{ yaml: 'checks:\n  home: {}\n' }, { checks: { home: {} } }]) {
    const { status, json } = await imported(undefined, more);
    expect([status, json['left_out']]).toMatchObject([200, [{ name: 'home' }]]);
  }
});

it('a configuration in YAML makes the monitors that its pings find', async () => {
  const { status, json } = await imported(CONFIG);

  expect([status, json['would_create']]).toEqual([200, 3]);
  expect(json['left_out']).toMatchObject([
    { name: 'production-deploy', detail: expect.stringContaining('no schedule') },
    { name: 'cronitor-homepage', detail: expect.stringContaining('its type is check') },
  ]);
  const id = peerMonitorId('cronitor', `${CRONITOR_KEY}/nightly-database-backup`);
  expect(await alice.read(id)).toMatchObject({
    name: 'nightly-database-backup',
    cron: '0 0 * * *',
    tz: 'America/New_York',
    grace_sec: 300,
    max_duration_sec: 300,
    tags: ['db', 'prod'],
  });
  expect((await service.call('GET', `/p/${CRONITOR_KEY}/send-welcome-email?state=complete`)).status).toBe(
    200,
  );
  expect((await imported(CONFIG)).json).toMatchObject({ would_create: 0, created: [] });
});

const LAUGHS = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`);
const MANY = Array.from({ length: 8_000 }, (_, at) => `k${at}: 1`).join('\n');

describe('a text that is none', () => {
  it.each<[string, string, string]>([
    ['aliases that grow', ['a0: &a0 [x]', ...LAUGHS, 'jobs: *a12'].join('\n'), 'without aliases; line 2'],
    ['one alias', 'd: &d\n  schedule: every 1 hour\njobs:\n  a: *d\n', 'without aliases; line 4'],
    ['a schedule that begins like one', 'jobs:\n  a:\n    schedule: */5 * * * *\n', 'line 3'],
    [
      'a key again',
      'jobs:\n  a:\n    schedule: every 1 hour\n  a:\n    schedule: every 2 hours\n',
      'line 4 has a key again',
    ],
    ['two documents', 'jobs: {}\n---\njobs: {}\n', 'line 2 is no YAML'],
    ['no end', 'jobs: {a: {schedule: "every', 'is no YAML'],
    ['a list', '- a\n', 'jobs and heartbeats'],
    ['a text', 'hunter2', 'jobs and heartbeats'],
    ['jobs that are a list', 'jobs: [a]\n', 'jobs and heartbeats'],
    ['half a character', 'jobs:\n  a:\n    schedule: every 1 hour\n    name: "\\ud800"\n', 'yaml must be'],
    ['a depth', `jobs: ${'['.repeat(90_000)}`, 'yaml must be'],
    ['keys without an end', `jobs:\n${MANY.replaceAll(/^/gm, '  ')}`, 'jobs and heartbeats'],
    ['mistakes without an end', '}\n'.repeat(50_000), 'line 1 is no YAML'],
    ['a key that is a list', 'jobs:\n  ? [a, b]\n  : {schedule: every 1 hour}\n', 'yaml must be'],
    ['too much', ' '.repeat(LIMITS.yamlMaxChars + 1), 'at most 100000 characters'],
  ])('is refused for %s, in no time and without its words', async (_what, yaml, said) => {
    const before = await contentsOf(service);
    const began = performance.now();

    const { status, json, text } = await imported(yaml);

    expect([status, json['error']]).toEqual([400, 'corpo_invalido']);
    expect(json['detail']).toContain(said);
    expect(text).not.toMatch(/hunter2|every|\*a/);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('is refused beside the lists that it stands for, and as what is no text', async () => {
    expect((await imported(CONFIG, { jobs: {} })).json['detail']).toContain('without monitors');
    expect((await imported({ jobs: {} })).json['detail']).toContain('yaml must be');
  });

  it('names nothing that objects inherit', async () => {
    const { json } = await imported(
      'jobs:\n  __proto__:\n    schedule: every 1 hour\n  constructor:\n    schedule: x\n',
    );

    expect(json).toMatchObject({ applied: true });
    expect(Object.hasOwn(Object.prototype, 'schedule')).toBe(false);
  });
});
