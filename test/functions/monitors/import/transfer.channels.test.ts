import { expect, it } from 'vitest';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const SLACK = 'https://hooks.slack.com/services/T0/B0/secret';
const PLAIN = { name: 'Ops', url: SLACK };
const FULL = {
  name: 'db people',
  url: 'https://example.com/hook?key=1',
  hears: ['fail'],
  tags: ['db'],
  on: false,
};

const make = (who: Person, body: object) => who.call('POST', '/api/channels', body);
const exported = async (who: Person) => (await who.call('GET', '/api/export')).json;
const proposed = (who: Person, body: unknown) => who.call('POST', '/api/import/json', body);
const applied = (who: Person, body: unknown) => who.call('POST', '/api/import/json?apply=1', body);
const channelsOf = async (who: Person) => (await who.call('GET', '/api/channels')).json['channels'];

it('an export has the channels by name, with what differs from the default, and an import makes them', async () => {
  const [alice, bob] = [await service.guest(), await service.guest()];
  await make(alice, FULL);
  await make(alice, PLAIN);
  await alice.createMonitor({ name: 'backup' });
  const file = await exported(alice);
  expect(file.channels).toEqual([PLAIN, FULL]);

  const before = await contentsOf(service);
  expect((await proposed(bob, file)).json).toMatchObject({
    applied: false,
    would_create: 1,
    channels: { would_create: 2, existing: [] },
  });
  expect(await contentsOf(service)).toEqual(before);
  const { json } = await applied(bob, file);
  expect(json).toMatchObject({
    applied: true,
    channels: {
      would_create: 2,
      created: [
        { index: 0, name: 'Ops' },
        { index: 1, name: 'db people' },
      ],
    },
  });
  expect(await exported(bob)).toEqual(file);
  expect((await channelsOf(bob)).map(({ id }: { id: string }) => id).toSorted()).toEqual(
    json['channels'].created.map(({ id }: { id: string }) => id).toSorted(),
  );
});

it('a second import makes nothing, and says in which fields a channel differs', async () => {
  const alice = await service.guest();
  const file = { monitors: [], channels: [PLAIN, FULL] };
  await applied(alice, file);
  const changed = { monitors: [], channels: [{ ...PLAIN, tags: ['web'] }, FULL] };
  const before = await contentsOf(service);
  expect((await applied(alice, changed)).json['channels']).toMatchObject({
    would_create: 0,
    existing: [
      { index: 0, name: 'Ops', differs: ['tags'] },
      { index: 1, name: 'db people', differs: [] },
    ],
    created: [],
  });
  expect(await contentsOf(service)).toEqual(before);
});

it('a channel alone is made, and hears what is open', async () => {
  await using hook = await startReceiver();
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ name: 'backup' });
  await service.fail(id);
  await service.check();
  await applied(alice, { monitors: [], channels: [{ name: 'hook', url: hook.url }] });
  await service.check();
  expect(hook.received.map(({ json }) => json['type'])).toEqual(['service.miss']);
});

it.each([
  [{ ...PLAIN, url: 'https://10.0.0.1/x' }, 400, 'alert_url_invalida'],
  [{ ...PLAIN, url: undefined }, 400, 'destino_invalido'],
  [{ ...PLAIN, name: ' ' }, 400, 'nome_obrigatorio'],
  [{ ...PLAIN, name: undefined }, 400, 'nome_obrigatorio'],
  [{ ...PLAIN, hears: [] }, 400, 'hears_invalido'],
  [{ ...PLAIN, tags: 'no way!' }, 400, 'tags_invalidas'],
  [{ ...PLAIN, colour: 'red' }, 400, 'campo_desconhecido'],
])('%j is refused, and nothing of its file is made', async (channel, status, error) => {
  const alice = await service.guest();
  const file = { monitors: [{ name: 'backup', interval_sec: 3_600 }], channels: [PLAIN, channel] };
  await expectNothingWritten(service, () => applied(alice, file), { status, error });
});

it('more than an owner may have are refused, also where some are there', async () => {
  const alice = await service.guest();
  await make(alice, { ...PLAIN, name: 'first' });
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...PLAIN, name: `c${at}` }));
  expectRefusal(await proposed(alice, { monitors: [], channels: many(LIMITS.channelsMax) }), {
    status: 409,
    error: 'limite_canais',
  });
  const rest = { monitors: [], channels: many(LIMITS.channelsMax - 1) };
  const replies = await Promise.all([applied(alice, rest), make(alice, { ...PLAIN, name: 'other' })]);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(1);
  expect((await channelsOf(alice)).length).toBeLessThanOrEqual(LIMITS.channelsMax);
});

it('takes along how a channel is sent to, without its secrets: a new one needs them in the file, one that is there keeps its own', async () => {
  const [alice, bob] = [await service.guest(), await service.guest()];
  const key = 'a'.repeat(32);
  const made = { name: 'pager', kind: 'pagerduty', key, headers: { 'X-Team': 'db-secret' } };
  expect((await alice.call('POST', '/api/channels', made)).status).toBe(201);
  await alice.call('POST', '/api/channels', {
    ...PLAIN,
    url: 'https://example.com/hook',
    method: 'PUT',
    body_down: '"{{name}}"',
  });

  const file = await exported(alice);

  expect(JSON.stringify(file)).not.toMatch(/aaaa|db-secret/);
  expect(file['channels']).toMatchObject([{ method: 'PUT', body_down: '"{{name}}"' }, { name: 'pager' }]);
  expect((await applied(alice, file)).json['channels']).toMatchObject({
    would_create: 0,
    existing: [{ differs: [] }, { differs: [] }],
  });
  expect((await applied(bob, file)).json).toMatchObject({ error: 'canal_invalido' });
  const [plain, pager] = file['channels'];
  expect(pager).toMatchObject({ key_set: true, headers_set: ['x-team'] });
  expectRefusal(await applied(bob, { ...file, channels: [plain, { ...pager, key }] }), {
    status: 400,
    error: 'canal_invalido',
  });
  const whole = { ...pager, key, headers: { 'X-Team': 'db-secret' } };
  expect((await applied(bob, { ...file, channels: [plain, whole] })).status).toBe(200);
  expect(
    (await channelsOf(bob)).toSorted((a: { name: string }, b: { name: string }) =>
      a.name < b.name ? -1 : 1,
    ),
  ).toMatchObject([
    { name: 'Ops', method: 'PUT' },
    { kind: 'pagerduty', key_set: true },
  ]);
});

it('makes no channel without the key or the headers that its file says it had, unless they are null in it', async () => {
  const [alice, bob] = [await service.guest(), await service.guest()];
  const secrets = { key: 'tk_secret_of_ntfy', headers: { Authorization: 'Bearer secret' } };
  await make(alice, { ...PLAIN, kind: 'ntfy', url: 'https://push.example.com/topic', ...secrets });
  const file = await exported(alice);
  const [bare] = file['channels'];
  const withEntry = (entry: object) => applied(bob, { ...file, channels: [{ ...bare, ...entry }] });

  for (const entry of [{}, { key: secrets.key }, { headers: secrets.headers }])
    expectRefusal(await withEntry(entry), { status: 400, error: 'canal_invalido' });
  expect(await channelsOf(bob)).toEqual([]);

  expect((await withEntry({ key: null, headers: null })).status).toBe(200);
  expect(await channelsOf(bob)).toMatchObject([{ key_set: false, headers_set: [] }]);
});

it('a file whose monitors have an address asked brings its channels along', async () => {
  const alice = await service.guest();
  const monitor = { name: 'backup', interval_sec: 300, alert_to: 'someone@example.net' };
  const { status, json } = await applied(alice, { monitors: [monitor], channels: [PLAIN] });
  expect([status, json['channels']?.would_create]).toEqual([200, 1]);
  expect(await channelsOf(alice)).toHaveLength(1);
});

it('an import makes no channel to an address that would have to be asked', async () => {
  const alice = await service.guest();
  const file = { monitors: [], channels: [{ name: 'mail', to: 'someone@example.net' }] };
  expectRefusal(await applied(alice, file), { status: 400, error: 'alert_to_invalido' });
  expect(await channelsOf(alice)).toEqual([]);
});
