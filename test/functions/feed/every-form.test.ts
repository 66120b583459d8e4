import Parser from 'rss-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { prometheusFamilies } from '../../lib/render/feed/prometheus-families.ts';
import {
  fiveStates,
  FORMS,
  look,
  NO_ROW,
  NO_TOKEN,
  pathOf,
  rowIdsOf,
  textOf,
  tokenOf,
  TYPES,
} from './feed-forms.ts';

let token: string;
let row: string;

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  await fiveStates(service, alice);
  token = await tokenOf(alice);
  row = (await rowIdsOf(service, token))['ok job'] ?? '';
});

describe.each(FORMS)('the feed as %s', (form) => {
  it('has its content type and the security headers', async () => {
    const { status, headers } = await look(service, pathOf(token, form, row));

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(TYPES[form]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-request-id')).toMatch(/\S/);
    if (form !== 'badge') {
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  it('answers a HEAD as a GET, without the body', async () => {
    const path = pathOf(token, form, row);
    const get = await look(service, path);

    const head = await look(service, path, {}, 'HEAD');

    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy', 'x-robots-tag'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });

  it('answers 304 to the tag it gave, to GET and HEAD', async () => {
    const path = pathOf(token, form, row);
    const tag = (await look(service, path)).headers.get('etag') ?? '';

    for (const method of ['GET', 'HEAD']) {
      const { status, text, headers } = await look(service, path, { 'if-none-match': tag }, method);
      expect([method, status, text, headers.get('etag')]).toEqual([method, 304, '', tag]);
    }
  });

  it('answers unknown, rotated and malformed tokens and unknown rows with the same 404 of its own type', async () => {
    const bob = await service.guest();
    await bob.createMonitor();
    const rotated = await tokenOf(bob);
    const bobsRow = Object.values(await rowIdsOf(service, rotated))[0];
    await bob.call('DELETE', '/api/status-feed');
    const paths = [
      pathOf(NO_TOKEN, form, row),
      pathOf(rotated, form, bobsRow),
      pathOf('short', form, row),
      pathOf(`${token}x`, form, row),
      pathOf(`${token.slice(0, 42)}-`, form, row),
      pathOf('%00', form, row),
      pathOf('..%5c..%5cetc', form, row),
      pathOf('%E0%A4%A', form, row),
      pathOf(token.split('').toReversed().join(''), form, row),
      ...(form === 'badge' ? [pathOf(token, form, NO_ROW), pathOf(token, form, 'x')] : []),
    ];

    const replies = await Promise.all(paths.map((path) => look(service, path)));

    const told = replies.map(({ status, text, headers }) => ({
      status,
      text,
      headers: Object.fromEntries(
        [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name)),
      ),
    }));
    expect(told.map(({ status }) => status)).toEqual(paths.map(() => 404));
    for (const each of told) expect(each).toEqual(told[0]);
    expect(told[0]?.headers).toMatchObject({
      'content-type': TYPES[form],
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(told[0]?.headers).not.toHaveProperty('etag');
    expect((await look(service, pathOf(NO_TOKEN, form), {}, 'HEAD')).status).toBe(404);
    expect((await look(service, pathOf(NO_TOKEN, form), { 'if-none-match': '*' })).status).toBe(404);
  });

  it('writes nothing when it is read', async () => {
    const before = await contentsOf(service);

    await look(service, pathOf(token, form, row));
    await look(service, pathOf(NO_TOKEN, form));

    expect(await contentsOf(service)).toEqual(before);
  });

  it('opens for one who waves a wrong credential too', async () => {
    const { status } = await look(service, pathOf(token, form, row), { 'x-guest-token': 'hp_wrong' });

    expect(status).toBe(200);
  });
});

it.each(['page', 'html', 'json'] as const)(
  'within ten seconds nothing new is said as %s, unless a state changed',
  async (form) => {
    await using own = await startTestService();
    const bob = await own.guest();
    const { id } = await bob.createMonitor({ name: 'job' });
    const bobs = await tokenOf(bob);
    const path = pathOf(bobs, form);
    const tag = (await look(own, path)).headers.get('etag') ?? '';
    const again = async () => (await look(own, path, { 'if-none-match': tag })).status;

    own.clock.advance(9.999);
    expect(await again()).toBe(304);
    await own.ping(id);
    expect(await again()).toBe(200);
    own.clock.advance(0.001);
    expect(await again()).toBe(200);
  },
);

it('RSS says nothing new for as long as no state changes', async () => {
  const path = pathOf(token, 'rss');
  const tag = (await look(service, path)).headers.get('etag') ?? '';

  service.clock.advance(600);

  expect((await look(service, path, { 'if-none-match': tag })).status).toBe(304);
});

it('a 404 as JSON carries the code and one sentence', async () => {
  const { json } = await service.call('GET', pathOf(NO_TOKEN, 'json'));

  expect(json).toEqual({ error: 'not_found', detail: expect.stringMatching(/^There is no status feed/) });
});

it('a 404 as RSS is well-formed and without items, as metrics without series', async () => {
  const rss = await new Parser().parseString((await look(service, pathOf(NO_TOKEN, 'rss'))).text);
  const metrics = await look(service, pathOf(NO_TOKEN, 'metrics'));

  expect([rss.title, rss.items]).toEqual(['No status feed here', []]);
  expect(metrics.text).toMatch(/^# There is no status feed[^\n]*\n$/);
});

it('the feed of an owner without monitors works and says so', async () => {
  const empty = await tokenOf(await service.guest());

  const { json } = await service.call('GET', pathOf(empty, 'json'));
  expect(json).toMatchObject({
    endpoints: [],
    summary: { total: 0, ok: 0, overdue: 0, waiting_first_ping: 0, inactive: 0, all_ok: false },
  });
  const html = await textOf(service, empty, 'page');
  expect(html).toContain('<h1>No monitors yet</h1>');
  expect(html).toContain('This feed has no monitors.');
  const rss = await new Parser().parseString(await textOf(service, empty, 'rss'));
  expect([rss.title, rss.items]).toEqual(['Rollcall', []]);
  const families = prometheusFamilies(await textOf(service, empty, 'metrics'));
  expect(families.map(({ name, metrics }) => [name, metrics?.length ?? 0])).toEqual([
    ['service_last_ping_age_seconds', 0],
    ['service_late', 0],
    ['service_miss_total', 0],
    ['service_incident', 0],
  ]);
  expect((await look(service, pathOf(empty, 'badge'))).status).toBe(404);
});

it("Bob's feed shows nothing of Alice's, in any form", async () => {
  const [carol, bob] = [await service.guest(), await service.guest()];
  await carol.createMonitor({ name: 'carols-secret-job' });
  await bob.createMonitor({ name: 'bobs-job' });
  const [carols, bobs] = [await tokenOf(carol), await tokenOf(bob)];
  const carolsRow = (await rowIdsOf(service, carols))['carols-secret-job'] ?? '';

  for (const form of FORMS) {
    const { text } = await look(service, pathOf(bobs, form, Object.values(await rowIdsOf(service, bobs))[0]));
    expect(text).toContain('bobs-job');
    expect(text).not.toContain('carols-secret-job');
    expect(text).not.toContain(carolsRow);
  }
  expect((await look(service, pathOf(bobs, 'badge', carolsRow))).status).toBe(404);
});

it('tells no ingest id, token, address or alert URL in any form, headers included', async () => {
  await using own = await startTestService();
  const dora = await own.guest();
  const monitors = [
    await dora.createMonitor({
      name: 'planted',
      interval_sec: 90,
      alert_to: 'dora.planted@example.com',
      alert_url: 'https://hooks.example.com/planted-path?key=planted-key',
    }),
    await dora.createMonitor({ name: 'planted too' }),
  ];
  const feedToken = await tokenOf(dora);
  const ingest = await dora.call('GET', '/api/ingest-key');
  const key = String(Object.values(ingest.json).find((value) => String(value).startsWith('hpk_')));
  await own.call('GET', `/in/${monitors[0]?.['id']}?status=418&latency_ms=31337`);
  own.clock.advance(91);
  await own.check();
  const owner = (await contentsOf(own)).find((item) => String(item['pk']).startsWith('OWNER#'));
  const secrets = [
    ...monitors.flatMap((monitor) => [monitor['id'], monitor['ingest_url'], monitor['token']].map(String)),
    ...monitors.flatMap((monitor) =>
      Object.values(monitor).filter((value) => /^[0-9A-Za-z]{43}$/.test(value)),
    ),
    dora.token,
    dora.token.slice(3),
    key,
    key.slice(4),
    'dora.planted',
    'hooks.example.com',
    'planted-path',
    'planted-key',
    String(owner?.['id']),
    ...[owner?.['spaces'] ?? []].flat().map(String),
  ].filter((secret) => secret !== 'undefined');
  expect(secrets.length).toBeGreaterThan(14);

  const rows = Object.values(await rowIdsOf(own, feedToken));
  const looks = FORMS.flatMap((form) =>
    (form === 'badge' ? rows : [NO_ROW]).map((each) => look(own, pathOf(feedToken, form, each))),
  );

  for (const { status, text, headers } of await Promise.all(looks)) {
    expect(status).toBe(200);
    expect(text).toContain('planted');
    const all = text + JSON.stringify([...headers]);
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  }
});

it('a deactivated monitor stays on the feed for 30 days, then leaves every form', async () => {
  await using own = await startTestService();
  const bob = await own.guest();
  const { id } = await bob.createMonitor({ name: 'old-job' });
  await bob.remove(id);
  const bobs = await tokenOf(bob);
  const rowId = (await rowIdsOf(own, bobs))['old-job'];
  const shownIn = async () => {
    const looks = await Promise.all(FORMS.map((form) => look(own, pathOf(bobs, form, rowId))));
    return FORMS.filter((_form, at) => looks[at]?.text.includes('old-job'));
  };

  own.clock.advance(30 * 86_400);
  expect(await shownIn()).toEqual([...FORMS]);

  own.clock.advance(1);
  expect(await shownIn()).toEqual([]);
});

it.each([`.pdf`, `/metrics.json`, `/${NO_ROW}`, `.json.rss/x.svg`, `/a/b.svg`])(
  'an address that ends in %s is no form: 404',
  async (ending) => {
    expect((await look(service, `/s/${token}${ending}`)).status).toBe(404);
  },
);
