import { describe, expect, it } from 'vitest';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { checksClient, newChecksClient, type ChecksClient } from '../../../support/service/checks.ts';

const service = shared(startTestService);

type Check = Record<string, unknown>;
const listed = async (client: ChecksClient) =>
  (await client.call('GET', '/checks/')).json['checks'] as Check[];

/**
 * What the Terraform provider kristofferahl/healthchecksio 2.1 sends (client.go and healtcheck.go of go-healthchecksio v2.1.0,
 * resource_check.go): `channels` and `methods` always, the rest where it is set. It finds a check by what its `update_url` ends
 * in, in the list of all, and plans a change where a field it reads is not what it had written.
 */
describe('the Terraform provider', () => {
  const idOf = (check: Check) => String(check['update_url']).split('/').at(-1);
  const found = async (client: ChecksClient, id: unknown) =>
    (await listed(client)).find((check) => idOf(check) === id);
  const PLAN = {
    channels: '',
    desc: 'from code',
    grace: 300,
    methods: '',
    name: 'Nightly',
    slug: 'nightly',
    tags: 'b a',
    timeout: 600,
  };

  it('has nothing to plan after it has made a check, and after it has changed one', async () => {
    const client = await newChecksClient(service, 1);

    const { json: made } = await client.call('POST', '/checks/', PLAN);
    expect(await found(client, idOf(made))).toMatchObject(PLAN);
    const { timeout: _gone, ...rest } = PLAN;
    const change = { ...rest, schedule: '0 3 * * *', tz: 'Europe/Berlin', desc: 'other' };
    expect((await client.call('POST', `/checks/${idOf(made)}`, change)).status).toBe(200);
    expect(await found(client, idOf(made))).toMatchObject(change);
    expect((await client.call('DELETE', `/checks/${idOf(made)}`)).status).toBe(200);
    expect(await found(client, idOf(made))).toBeUndefined();
  });

  it('reads a refusal as JSON with `error`, whatever is refused', async () => {
    const client = await newChecksClient(service, 1);
    const refused = [
      await client.call('POST', '/checks/', { ...PLAN, methods: 'POST' }),
      await client.call('DELETE', '/checks/7918b17b-a745-4db1-8575-9d2e07c97f79'),
      await checksClient(service, 'x', 1).call('GET', '/checks/'),
    ];

    for (const { status, json } of refused)
      expect([status >= 300, typeof json['error']]).toEqual([true, 'string']);
  });

  it('finds a channel by name and kind, and names it for a check', async () => {
    const who = await service.guest();
    const client = checksClient(service, who.token, 1);
    await who.call('POST', '/api/channels', { url: 'https://hooks.slack.com/services/T0/B0/x', name: 'ops' });

    const [channel] = (await client.call('GET', '/channels/')).json['channels'];
    expect(channel).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'ops',
      kind: 'slack',
    });
    const { json: made } = await client.call('POST', '/checks/', { ...PLAN, channels: channel.id });

    expect(await found(client, idOf(made))).toMatchObject({ channels: channel.id });
    expect((await client.call('POST', '/checks/', { ...PLAN, channels: '' })).json).toMatchObject({
      channels: '',
    });
  });

  it('is refused a choice among channels, which here each channel makes', async () => {
    const who = await service.guest();
    const client = checksClient(service, who.token, 1);
    for (const name of ['ops', 'night'])
      await who.call('POST', '/api/channels', { url: `https://a.invalid/${name}`, name });

    const { status, json } = await client.call('POST', '/checks/', { ...PLAN, channels: 'ops' });

    expect([status, json['error']]).toEqual([400, expect.stringContaining('channels must be')]);
    expect(await listed(client)).toEqual([]);
  });
});

/**
 * What `community.healthchecksio` 1.5.1 sends (plugins/module_utils/healthchecksio.py): each call begins with a GET of `checks`
 * with the body `null`, a creation carries all parameters of the module, its own among them, and nothing is changed where the
 * check that `unique` finds has them all.
 */
describe('the collection of Ansible', () => {
  const MODULE = {
    management_api_base_url: 'x', ping_api_base_url: 'https://hc-ping.com', ping_api_token: null, name: 'cron test', desc: '', grace: 3_600,
    manual_resume: false, methods: '', channels: '', unique: ['name'], slug: '',
  }; // prettier-ignore
  const SKIPPED = /api|unique|channels|tags|grace|desc/;

  const isUnchanged = (check: Check, sent: Check) =>
    Object.keys(sent).every((name) => SKIPPED.test(name) || check[name] === sent[name]);

  it.each([
    ['simple', { timeout: 77, tags: 'a b' }],
    ['cron', { schedule: '7 7 * * *', tz: 'UTC', tags: '' }],
  ])('makes a %s check, finds nothing to change, changes, pauses and deletes it', async (_kind, timing) => {
    const client = await newChecksClient(service, 1);
    const sent = { ...MODULE, ...timing, api_key: client.key };

    const made = await client.call('POST', '/checks/', sent);
    expect(made.status).toBe(201);
    const [check = {}] = await listed(client);
    expect(isUnchanged(check, sent)).toBe(true);
    expect(check).toMatchObject({ tags: timing.tags, channels: '' });

    const changed = await client.call('POST', '/checks/', { ...sent, slug: 'a-slug' });
    expect([changed.status, changed.json['slug']]).toEqual([200, 'a-slug']);
    const uuid = String(changed.json['ping_url']).split('/').at(-1);
    expect((await client.call('POST', `/checks/${uuid}/pause`, 'null')).status).toBe(200);
    expect((await client.call('DELETE', `/checks/${uuid}`)).status).toBe(200);
    expect((await client.call('DELETE', `/checks/${uuid}`)).status).toBe(404);
  });

  it('names all channels by a star, and reads them all again', async () => {
    const who = await service.guest();
    const client = checksClient(service, who.token, 1);
    for (const name of ['ops', 'night'])
      await who.call('POST', '/api/channels', { url: `https://a.invalid/${name}`, name });

    await client.call('POST', '/checks/', { ...MODULE, timeout: 77, channels: '*' });

    const all = (await client.call('GET', '/channels')).json['channels'] as { id: string }[];
    const [check] = await listed(client);
    expect(String(check?.['channels']).split(',').sort()).toEqual(all.map(({ id }) => id).sort());
  });
});

/** What runitor 1.4 sends (internal/api.go): a POST of text, and what it reads of the answer. */
it('runitor pings by UUID and by slug, and reads how much of a body is kept', async () => {
  const who = await service.guest();
  const { uuid } = await checksClient(service, who.token).create({ name: 'nightly' });
  const key = await who.ingestKey();
  const rid = '7d2f8d4e-31a5-4e6b-9d0f-3b1d6f2a9c11';
  const post = (path: string) =>
    service.call('POST', path, { body: 'done', headers: { 'content-type': 'text/plain' } });

  for (const path of [
    `/ping/${uuid}/start?rid=${rid}`,
    `/ping/${uuid}/0?rid=${rid}`,
    `/ping/${uuid}/3`,
    `/ping/${uuid}/log`,
  ]) {
    service.clock.advance(1);
    const { status, headers } = await post(path);
    expect([status, headers.get('ping-body-limit')], path).toEqual([200, '10000']);
  }
  expect((await post(`/ping/${key}/new-job?create=1`)).status).toBe(201);
  expect((await post(`/ping/${key}/new-job/1?create=1`)).status).toBe(200);
  const { pings } = (await checksClient(service, who.token).call('GET', `/checks/${uuid}/pings/`)).json;
  expect((pings as Check[]).map(({ type, rid: of }) => [type, of])).toEqual([
    ['log', null],
    ['fail', null],
    ['success', rid],
    ['start', rid],
  ]);
});

describe('pings and flips', () => {
  it('are as there, and a body is behind its URL', async () => {
    await using own = await startTestService();
    const client = await newChecksClient(own);
    const { uuid } = await client.create({ timeout: 60, grace: 60 });
    await own.call('POST', `/in/ping/${uuid}`, { body: 'all is well' });
    own.clock.advance(121);
    await own.check();
    own.clock.advance(30);
    await own.call('GET', `/in/ping/${uuid}`);
    await own.check();

    const [last, first] = (await client.call('GET', `/checks/${uuid}/pings/`)).json['pings'];
    expect(last).toEqual({
      type: 'success', date: '2027-03-01T12:02:31.000000+00:00', n: Date.UTC(2027, 2, 1, 12, 2, 31), scheme: 'https', remote_addr: null, method: 'GET',
      ua: '', rid: null, body_url: null,
    }); // prettier-ignore
    const path = new URL(first['body_url']).pathname.replace('/api/v3', '');
    const body = await client.call('GET', path);
    expect([body.text, body.headers.get('content-type')]).toEqual([
      'all is well',
      'text/plain; charset=utf-8',
    ]);
    expect((await client.call('GET', `/checks/${uuid}/pings/1/body`)).status).toBe(404);
    expect((await client.call('GET', `/checks/${uuid}/pings/x/body`)).status).toBe(404);

    const flips = async (query = '') =>
      (await client.call('GET', `/checks/${uuid}/flips/${query}`)).json['flips'];
    const [up, down] = [
      { timestamp: '2027-03-01T12:02:31+00:00', up: 1 },
      { timestamp: '2027-03-01T12:02:00+00:00', up: 0 },
    ];
    expect(await flips()).toEqual([up, down]);
    expect(await flips('?seconds=10')).toEqual([up]);
    expect(await flips(`?end=${Date.UTC(2027, 2, 1, 12, 2, 31) / 1_000}`)).toEqual([down]);
    expect(await flips(`?start=${Date.UTC(2027, 2, 1, 12, 3) / 1_000}`)).toEqual([]);
    // Before 1970 nothing flipped; `if form.cleaned_data["end"]` is true of that moment (hc/api/views.py, 2026-08).
    expect(await flips('?end=0')).toEqual([]);
    expect(await flips('?start=0&seconds=0')).toEqual([up, down]);
    for (const query of ['?seconds=x', '?seconds=31536001', '?start=-1', '?end=10000000001'])
      expect((await client.call('GET', `/checks/${uuid}/flips/${query}`)).status, query).toBe(400);
  });
});

describe('badges', () => {
  const at = (url: string) => service.call('GET', new URL(url).pathname);

  it('tell how the checks of a tag are, in each form', async () => {
    const client = await newChecksClient(service);
    const { uuid } = await client.create({ name: 'one', tags: 'prod Öl' });
    await client.create({ name: 'two', tags: 'other' });
    const { badges } = (await client.call('GET', '/badges/')).json;
    expect(Object.keys(badges).sort()).toEqual(['*', 'other', 'prod', 'Öl']);

    expect((await at(badges['*'].json)).json).toEqual({ status: 'up', total: 2, grace: 0, down: 0 });
    await service.call('GET', `/in/ping/${uuid}/fail`);
    expect((await at(badges['prod'].json3)).json).toEqual({ status: 'down', total: 1, grace: 0, down: 1 });
    expect((await at(badges['Öl'].shields)).json).toEqual({
      schemaVersion: 1,
      label: 'Öl',
      message: 'down',
      color: 'critical',
    });
    expect((await at(badges['other'].json)).json).toMatchObject({ status: 'up' });
    const svg = await at(badges['prod'].svg);
    expect([svg.headers.get('content-type'), svg.text]).toEqual([
      'image/svg+xml; charset=utf-8',
      expect.stringContaining('prod: down'),
    ]);
  });

  it('of tags ask the table once for many readers, and are half a minute old at most', async () => {
    const client = await newChecksClient(service);
    const { uuid } = await client.create({ name: 'one', tags: 'prod' });
    const { badges } = (await client.call('GET', '/badges/')).json;
    const calls: TableCall[] = [];
    const read = async () => (await at(badges['prod'].json)).json['status'];
    const many = () => Promise.all([1, 2, 3, 4, 5].map(read));

    const statuses = await watchingTable(service, { before: (call) => void calls.push(call) }, async () => [
      ...(await many()),
      ...(await many()),
    ]);
    expect(new Set(statuses)).toEqual(new Set(['up']));
    expect(calls.filter(({ command }) => command === 'QueryCommand')).toHaveLength(1);
    await service.call('GET', `/in/ping/${uuid}/fail`);
    expect(await read()).toBe('up');
    service.clock.advance(30);

    expect(await read()).toBe('down');
    const { headers } = await at(badges['*'].svg);
    expect(headers.get('cache-control')).toBe('public, max-age=30');
  });

  it('of one check are found by an address that says nothing of it', async () => {
    const client = await newChecksClient(service);
    const made = await client.create({ name: 'nightly' });
    const url = String(made['badge_url']);

    expect(url).not.toContain(String(made['uuid']));
    expect((await at(url)).text).toContain('nightly: up');
    expect((await at(url.replace('2.svg', '3.json'))).json).toEqual({
      status: 'up',
      total: 1,
      grace: 0,
      down: 0,
    });
    await client.call('DELETE', `/checks/${made['uuid']}`);
    expect((await at(url)).status).toBe(404);
  });

  it('are opened by no address that was made up', async () => {
    const client = await newChecksClient(service);
    const made = await client.create({ name: 'one', tags: 'prod' });
    const { badges } = (await client.call('GET', '/badges/')).json;
    const [, , owner, signature] = new URL(badges['*'].svg).pathname.split('/');

    for (const path of [
      `/badge/${owner}/${'x'.repeat(22)}.svg`,
      `/badge/${owner}/${String(signature).replace('-2.svg', '')}/prod.svg`,
      `/badge/${owner}/${signature}/prod.png`,
      `/badge/${made['uuid']}/2.svg`,
      `/badge/${new URL(String(made['badge_url'])).pathname.split('/')[2]}/4.svg`,
      '/badge/00000000-0000-4000-8000-000000000000/2.svg',
    ])
      expect((await service.call('GET', path)).status, path).toBe(404);
  });
});
