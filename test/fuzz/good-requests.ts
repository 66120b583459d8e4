import { REPORT } from '../lib/domain/machines/devices/report/printed.ts';
import { FORM_TYPE } from '../../lib/contract/operation.ts';
import { COLLECTOR_OF, fittingCredential, ORGANIZATION, pathOf, PICTURE, type Cast } from './cast.ts';
import type { Described, Json } from './described.ts';
import type { Dice } from './dice.ts';
import { PUSHES } from '../support/machines/collectors.ts';
import { READING } from '../support/machines/machine.ts';
import type { WireRequest } from './wire.ts';

type Sample = (dice: Dice) => unknown;

/** Values that keep the rules a schema cannot say, by field name. */
const SAMPLES: Record<string, Sample> = {
  name: (dice) => dice.pick(['nightly backup', 'Ночь 7', '夜间备份', '☎ 1', 'é'.repeat(80), 'a<b>&"c\'']),
  interval_sec: (dice) => dice.between(90, 31_622_400),
  cron: (dice) =>
    dice.pick(['*/5 * * * *', '0 3 * * *', '15 4 1,15 * mon-fri', '0 0 29 2 *', '59 23 31 12 *']),
  tz: (dice) => dice.pick(['UTC', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu']),
  grace_sec: (dice) => dice.between(90, 86_400),
  paused_until: (dice) => `2027-03-${dice.between(10, 30)}T06:00:00Z`,
  max_duration_sec: (dice) => dice.pick([0, 60, 86_400]),
  alert_repeat_sec: (dice) => dice.between(3_600, 2_592_000),
  alert_after_failures: (dice) => dice.between(1, 10),
  revision: () => 1,
  cents: (dice) => dice.between(1, 10_000),
  email: () => 'carol@example.com',
  message: (dice) => dice.pick(['Good morning!', 'two\r\nlines\t<b>', '夜'.repeat(5_000)]),
  tipo: (dice) => dice.pick(['patrocinio', 'parceria', 'anuncio']),
  empresa: () => 'Example & Sons',
  site: () => 'https://example.org',
  orcamento: (dice) => dice.pick(['ate_100', 'a_combinar']),
  espaco: (dice) => dice.pick([[], ['partners', 'pricing']]),
  duracao: (dice) => dice.pick([30, '365']),
  pagamento: () => 'usdc',
  p: (dice) => dice.pick(['/', '/app?x=1', '/s/token']),
  smoke: (dice) => dice.chance(0.5),
  role: (dice) => dice.pick(['admin', 'member']),
  enabled: (dice) => dice.chance(0.5),
  tags: (dice) => dice.pick([[], ['a'], ['PROD', 'eu-1', 'x_y.z'], 'a, b,c', '']),
  alert_to: (dice) => dice.pick(['alice@example.com', 'bob@example.com']),
  // Names that can never resolve: nothing may leave this machine.
  alert_url: (dice) => dice.pick(['https://a.invalid/hook', 'https://hooks.b.invalid:8443/x?y=1']),
  url: (dice) => dice.pick(['https://a.invalid/hook', 'https://hooks.b.invalid:8443/x?y=1']),
  length_sec: (dice) => dice.between(60, 3_600),
  channels: (dice) => dice.pick([[], [{ name: 'ops', url: 'https://a.invalid/hook', hears: ['fail'] }]]),
  hears: (dice) => dice.pick([['fail'], ['silence', 'recovery']]),
  on: (dice) => dice.chance(0.5),
  // Those that any URL may have and no key is needed for.
  kind: (dice) => dice.pick(['webhook', 'slack', 'ntfy', 'teams']),
  key: () => null,
  priority: () => null,
  method: () => 'POST',
  headers: (dice) => dice.pick([null, { 'X-Room': 'a' }, { Authorization: 'Bearer x', 'x-b': 'c' }]),
  content_type: (dice) => dice.pick(['application/json', 'text/plain']),
  body_down: () => null,
  body_up: () => null,
  alert_channels: (dice) => dice.chance(0.5),
  tag: (dice) => dice.pick(['prod', 'PROD', 'a.b']),
  title: (dice) => dice.pick(['Acme', '夜间', 'a<b>&"c\'']),
  note: (dice) => dice.pick([null, '', 'two\r\nlines <b>']),
  // One that is chosen is an account's alone.
  address: () => null,
  indexed: (dice) => dice.chance(0.5),
  until: (dice) => dice.pick([null, `2027-03-${dice.between(10, 30)}T06:00:00Z`]),
  // No list has shorter pages than fifty.
  limit: (dice) => dice.between(1, 50),
  order: (dice) => dice.pick(['newest', 'frequent']),
  periodo: (dice) => dice.pick(['dia', 'semana', 'mes']),
  before: (dice) => dice.pick(['2027-03-01T12:00:00Z', '2027-03-01T12:00:00.5+03:00']),
  date: (dice) => `2027-03-${dice.between(10, 30)}`,
  apply: (dice) => dice.pick(['0', '1']),
  dry_run: (dice) => dice.pick(['true', 'false']),
  return: (dice) => dice.pick(['/', '/account?tab=keys']),
  step: () => '1',
  mfa: () => '1',
  enrol: () => '1',
  // Of Healthchecks alone, everywhere: another run id is refused there.
  rid: (dice) => dice.pick(['7d2f8d4e-31a5-4e6b-9d0f-3b1d6f2a9c11', '00000000-0000-0000-0000-000000000000']),
  status: (dice) => dice.pick(['200', '-1', 'ok']),
  series: (dice) => dice.pick(['a1b2c3d4', 'scheduled__2027-03-01T00:00:00+00:00']),
  status_code: (dice) => dice.pick(['0', '137', 'x']),
  ping: (dice) => dice.pick(['', '41.6', 'x']),
  s: (dice) => dice.pick(['', '0', '1', 'timeout']),
  latency_ms: (dice) => dice.pick(['0', '80', '-5']),
  interval: (dice) => dice.pick(['300', '86400']),
  nome: (dice) => dice.pick(['db-1', '夜 7', 'a<b>&"c\'$(id)', 'é'.repeat(60)]),
  grupo: (dice) => dice.pick(['lab', '', '🖥'.repeat(40)]),
  request_id: (dice) =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => dice.between(0, 15).toString(16)),
  ativa: (dice) => dice.chance(0.5),
  collector: (dice) => dice.pick(['alloy', 'telegraf', 'opentelemetry', 'ncpa', 'collectd', 'snmp']),
  monitoring: (dice) => dice.pick([['system'], ['host', 'mysql'], ['disk', 'disk'], ['asterisk', 'network']]),
  paused: (dice) => dice.chance(0.5),
  n: (dice) => dice.between(1, 500),
  monitors: (dice) =>
    Array.from({ length: dice.between(0, 3) }, (_, index) => ({
      name: dice.pick(['nightly backup', '夜间备份']),
      ...(dice.chance(0.5) && { slug: `job-${index}` }),
      ...(dice.chance(0.5)
        ? { interval_sec: dice.between(90, 31_622_400) }
        : { cron: '0 3 * * *', tz: 'UTC' }),
    })),
};

/** Bodies that name what is somebody's, or keep other rules than fields of the same name elsewhere. */
const BODIES: Record<string, (cast: Cast) => Json> = {
  createApiKey: () => ({ name: 'ci', organizationId: null }),
  revokeApiKey: ({ keyId }) => ({ id: keyId }),
  claimGuest: ({ claimable }) => ({ guest_token: claimable }),
  deleteAccount: ({ signedIn }) => ({ confirm: signedIn.account.email }),
  deleteOrganization: () => ({ confirm: ORGANIZATION }),
  createChannel: () => ({ url: 'https://a.invalid/hook', hears: ['fail'], body_down: '{"n":"{{name}}"}' }),
  putChannel: () => ({ url: 'https://a.invalid/hook', tags: ['a'] }),
  submitRecoveryCode: () => ({ code: '1234-abcd-5678-efgh' }),
  putReports: () => ({ weekly: true, monthly: false }),
  createMaintenance: () => ({ name: 'patch night', cron: '0 2 * * 0', tz: 'UTC', length_sec: 3_600 }),
  createCollections: ({ own }) => ({ nome: 'web 1', ambiente_id: own['coletas:device'], perfil: 'completo' }),
  createThreshold: () => ({ medida: 'loadavg', campo: 'm1', abaixo: 0.5, leituras: 3 }),
  patchThreshold: () => ({ acima: 5 }),
  submitReport: () => ({ relatorio: REPORT }),
  reportBrowserError: () => ({
    code: 'UI-PROMISE',
    phase: 'load',
    path: '/app',
    message: 'x is no function',
  }),
  importHealthchecks: () => ({
    checks: [
      { uuid: 'f618072a-7bde-4eee-af63-71a77c570000', slug: 'a_b', timeout: 86_400, grace: 60, extra: 1 },
    ],
    ping_key: 'mq3_d2hyu8ilpobm-0123z',
  }),
  importUptimeKuma: () => ({
    monitorList: [
      { type: 'push', pushToken: 'mJp9XvK2qL7wTz4RbN8s', interval: 3_600, extra: 1 },
      { type: 'http' },
    ],
  }),
  importCronitor: () => ({
    api_key: '70f15f445cc1490ba2183404be52079c',
    monitors: [{ key: 'nightly', type: 'job', schedule: 'every 1 hour', extra: 1 }],
  }),
  importSnitch: () => ({ monitors: [{ token: 'c2354d53d2', interval: 'hourly', extra: 1 }] }),
  importAws: () => ({
    schedules: [
      {
        Name: 'nightly',
        ScheduleExpression: 'cron(30 2 * * ? *)',
        Target: { Arn: 'arn:aws:sqs:us-east-1:123456789012:jobs' },
      },
    ],
  }),
  createCheck: () => ({ name: 'nightly', timeout: 3_600, grace: 300, tags: 'prod db', unique: ['name'] }),
  updateCheck: () => ({ desc: 'what it does', schedule: '0 3 * * *', tz: 'UTC', other: 1 }),
  takeProposal: () => ({ proposal: 'rhythm-1' }),
  dismissProposal: () => ({ proposal: 'rhythm-1' }),
  callMcp: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
};

const CRONTABS = [
  '0 3 * * * /usr/bin/backup --password=hunter2 /srv\n',
  '# nightly\nMAILTO=a@example.com\n@daily certbot renew\n@reboot x\n*/5 * * * * curl https://u:p@example.com/x?token=abc\n',
  'CRON_TZ=Europe/Lisbon\n30 2 * * sun,wed flock -n /tmp/l tar cf - /home | ssh host "cat > x"\n99 * * * * no\n',
];

/** A request that keeps every rule the document gives, and must therefore succeed. */
export function goodRequest(operation: Described, cast: Cast, dice: Dice): WireRequest {
  const { body } = operation;
  const collector = COLLECTOR_OF.get(operation.id);
  if (collector) return goodPush(operation, cast, PUSHES[collector]);
  const headers = fittingCredential(operation, cast, dice);
  const own = BODIES[operation.id]?.(cast);
  const content = body && (own ? written(body, own) : goodBody(operation, body, dice));
  if (body !== null) headers.push(['content-type', contentType(body.contentType, dice)]);
  const isRepeatable = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  if (isRepeatable && dice.chance(0.4))
    headers.push(['idempotency-key', `${operation.id}-${dice.between(1, 1_000_000)}`.padEnd(24, '-')]);
  return {
    method: operation.method,
    target: pathOf(operation, cast.own) + goodQuery(operation, dice),
    headers,
    body: content,
  };
}

/** What a collector sends, by the credential of a channel of its kind. */
function goodPush(
  { id, method, path }: Described,
  { channels }: Cast,
  { type, body }: (typeof PUSHES)[keyof typeof PUSHES],
): WireRequest {
  const headers: [string, string][] = [
    ['content-type', type],
    ['authorization', `Bearer ${channels[id]}`],
  ];
  return { method, target: path, headers, body: Buffer.from(body) };
}

/** What the body of one may be long, the query of another may not. */
const QUERIES: Record<string, Sample> = { message: (dice) => dice.pick(['tar: disk full', '夜间']) };

const TIMINGS = ['interval', 'interval_sec', 'cron'];

function goodQuery(operation: Described, dice: Dice): string {
  const query = new URLSearchParams();
  for (const { name, in: place, required } of operation.parameters) {
    const sample = QUERIES[name] ?? SAMPLES[name];
    if (place !== 'query' || !sample || !(required || dice.chance(0.4))) continue;
    // Two names of one thing, and what is said in its place.
    if (TIMINGS.includes(name) && TIMINGS.some((timing) => query.has(timing))) continue;
    query.append(name, String(sample(dice)));
    if (name === 'tag' && dice.chance(0.5)) query.append(name, String(sample(dice)));
  }
  return query.size === 0 ? '' : `?${query}`;
}

function goodBody({ method, id }: Described, body: NonNullable<Described['body']>, dice: Dice): Buffer {
  if (body.contentType === '*/*') return id === 'sendReading' ? Buffer.from(READING) : PICTURE;
  if (body.contentType !== FORM_TYPE && !/json/.test(body.contentType))
    return Buffer.from(dice.pick(CRONTABS));
  return written(body, goodObject(body.schema, dice, method === 'PATCH'));
}

function written({ contentType: type }: NonNullable<Described['body']>, fields: Json): Buffer {
  return Buffer.from(type === FORM_TYPE ? String(new URLSearchParams(fields)) : JSON.stringify(fields));
}

/**
 * Required fields and some of the others; of `cron` and `interval_sec` one, but for a change, and `tz` beside `cron`
 * alone.
 */
export function goodObject(schema: Json, dice: Dice, isChange: boolean): Json {
  const required: string[] = schema['required'] ?? [];
  const names = Object.keys(schema['properties'] ?? {}).filter(
    (name) => name in SAMPLES && (required.includes(name) || dice.chance(0.4)),
  );
  const sent = new Map(names.map((name) => [name, SAMPLES[name]?.(dice)]));
  const isTimed = 'interval_sec' in (schema['properties'] ?? {});
  for (const name of ['interval_sec', 'cron', 'tz', 'grace_sec']) if (isTimed) sent.delete(name);
  if (isTimed && (!isChange || dice.chance(0.5))) {
    if (!isChange && dice.chance(0.5)) sent.set('interval_sec', SAMPLES['interval_sec']?.(dice));
    else sent.set('cron', SAMPLES['cron']?.(dice));
    if (sent.has('cron') && dice.chance(0.5)) sent.set('tz', SAMPLES['tz']?.(dice));
  }
  return Object.fromEntries(sent);
}

function contentType(declared: string, dice: Dice): string {
  return dice.pick([
    declared,
    `${declared}; charset=utf-8`,
    declared.toUpperCase(),
    `${declared} ;charset="UTF-8"`,
  ]);
}
