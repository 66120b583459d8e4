import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { idOfUuid } from '../../../../lib/domain/monitors/check-uuid.ts';
import {
  API_KEY,
  listedCheck,
  READ_ONLY_KEY,
  startHealthchecks,
} from '../../../support/servers/healthchecks.ts';
import { startLoopbackServer } from '../../../support/servers/loopback-server.ts';
import { contentsOf, expectNothingWritten } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = shared(startTestService);
let made = 0;
const newUuid = () => `7c18072a-7bde-4eee-af63-${String((made += 1)).padStart(12, '0')}`;

const sent = (who: Person, url: string, more: object = {}, query = '?apply=1') =>
  who.call('POST', `/api/import/healthchecks${query}`, { url, api_key: API_KEY, ...more });

describe('an import by URL and key', () => {
  it('asks for checks and channels, proposes first, and creates what it proposed', async () => {
    const [who, uuid, mail] = [await service.guest(), newUuid(), newUuid()];
    const checks = [
      {
        uuid,
        name: 'Nightly',
        slug: 'nightly',
        schedule: '30 2 * * *',
        tz: 'Europe/Berlin',
        grace: 1_800,
        channels: mail,
      },
      { uuid: newUuid(), name: 'hourly', timeout: 3_600, grace: 600, tags: 'prod' },
    ];
    const channels = [{ id: mail, name: 'Ops', kind: 'email' }];
    await using healthchecks = await startHealthchecks({ checks, channels });

    const proposed = await sent(who, healthchecks.url, {}, '');
    expect(proposed.json).toMatchObject({ applied: false, would_create: 2, left_out: [] });
    expect(proposed.json['lost']).toMatchObject([
      { field: 'slug', entries: [0] },
      { field: 'channels', detail: expect.stringContaining('"Ops" of kind email'), entries: [0] },
    ]);
    expect(await who.monitors()).toEqual([]);
    const { json } = await sent(who, `${healthchecks.url}/`);

    expect(json).toMatchObject({
      applied: true,
      created: [{ index: 0, uuid, id: idOfUuid(uuid) }, { index: 1 }],
    });
    expect(await who.read(idOfUuid(uuid))).toMatchObject({
      cron: '30 2 * * *',
      tz: 'Europe/Berlin',
      grace_sec: 1_800,
    });
    expect((await sent(who, healthchecks.url)).json).toMatchObject({ would_create: 0, created: [] });
    expect(healthchecks.asked.map(({ method, url }) => `${method} ${url}`).slice(0, 2)).toEqual([
      'GET /api/v3/checks/',
      'GET /api/v3/channels/',
    ]);
  });

  it.each([[['v1']], [['v1', 'v2']]] as const)('takes an older release, which has %j', async (versions) => {
    const who = await service.guest();
    await using healthchecks = await startHealthchecks({
      checks: [{ uuid: newUuid(), name: 'old' }],
      versions,
    });

    expect((await sent(who, healthchecks.url)).json).toMatchObject({ created: [{ name: 'old' }] });
  });

  it('takes a Healthchecks below a path, and leaves out what a read-only key does not show', async () => {
    const who = await service.guest();
    await using healthchecks = await startHealthchecks({ checks: [{ uuid: newUuid(), name: 'a' }] });
    await using front = await startLoopbackServer(async (req, _text, res) => {
      const at = healthchecks.url + String(req.url).replace('/hc', '');
      const answer = await fetch(at, { headers: { 'x-api-key': String(req.headers['x-api-key']) } });
      res.writeHead(answer.status).end(await answer.text());
    });

    expect((await sent(who, `${front.url}/hc`)).json).toMatchObject({ created: [{ name: 'a' }] });
    const readOnly = await sent(who, `${front.url}/hc`, { api_key: READ_ONLY_KEY });
    expect(readOnly.json).toMatchObject({ left_out: [{ detail: expect.stringContaining('read-only') }] });
  });

  it('keeps, logs and answers no key', async () => {
    const [who, api_key] = [await service.guest(), `hcw_${'S3cr3t'.repeat(4)}abcd`];
    await using healthchecks = await startHealthchecks({ checks: [{ uuid: newUuid() }], apiKey: api_key });

    const { text } = await sent(who, healthchecks.url, { api_key });
    const refused = await sent(who, healthchecks.url, { api_key: `${api_key.slice(0, -1)}x` });

    expect(refused.json).toMatchObject({
      error: 'origem_recusada',
      detail: expect.stringContaining('refuses the api_key'),
    });
    const all = [text, refused.text, service.logged, JSON.stringify(await contentsOf(service))].join();
    expect(all).not.toContain('S3cr3t');
  });

  it.each([
    [{}],
    [{ url: 'https://hc.example.com' }],
    [{ api_key: API_KEY }],
    [{ url: 'https://hc.example.com', api_key: API_KEY, checks: [] }],
    [{ url: 'https://hc.example.com', api_key: 'two\r\nlines' }],
    [{ url: 'https://hc.example.com?a=b', api_key: API_KEY }],
    [{ url: 'https://ana:pw@hc.example.com', api_key: API_KEY }],
    [{ url: 'http://hc.example.com', api_key: API_KEY }],
    [{ url: 'https://169.254.169.254', api_key: API_KEY }],
    [{ url: 'https://10.0.0.8', api_key: API_KEY }],
    [{ url: 'https://[::ffff:7f00:1]', api_key: API_KEY }],
    [{ url: 'https://hc.internal', api_key: API_KEY }],
    [{ url: 'https://hc.example.com:22', api_key: API_KEY }],
    [{ url: 'file:///etc/passwd', api_key: API_KEY }],
    [{ url: 7, api_key: API_KEY }],
  ])('is refused where it is none: %j', async (body) => {
    const who = await service.guest();
    const call = () => who.call('POST', '/api/import/healthchecks?apply=1', body);

    await expectNothingWritten(service, call, { status: 400, error: 'corpo_invalido' });
  });

  it('asks nothing of this machine, unless webhooks may reach it', async () => {
    await using guarded = await startTestService({ allowLoopbackAlerts: false });
    await using healthchecks = await startHealthchecks({ checks: [] });
    const who = await guarded.guest();

    expect((await sent(who, healthchecks.url)).status).toBe(400);
    expect(healthchecks.asked).toEqual([]);
  });
});

describe('a hostile Healthchecks', () => {
  const html = '<script>alert(1)</script>';
  const endless = (res: ServerResponse) => {
    res.writeHead(200);
    const more = () =>
      void (res.write(`["${'a'.repeat(65_536)}",`) ? setImmediate(more) : res.once('drain', more));
    res.on('close', () => res.removeAllListeners('drain'));
    more();
  };
  const many = (length: number) =>
    JSON.stringify({
      checks: Array.from({ length }, (_, at) =>
        listedCheck({ uuid: newUuid(), name: `${at}` }, 'https://x.example'),
      ),
    });

  it.each<[string, string, (res: ServerResponse) => unknown]>([
    [
      'redirects to the metadata service',
      'redirect',
      (res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['redirects for ever', 'redirect', (res) => res.writeHead(301, { location: '/api/v3/checks/' }).end()],
    ['fails', 'answers 503', (res) => res.writeHead(503).end(html)],
    ['answers with a page', 'not JSON', (res) => res.end(html)],
    ['knows no version', 'answers 404', (res) => res.writeHead(404).end(html)],
    ['sends without an end', 'more than 8 MB', endless],
    ['sends 5,001 checks', 'at most 5000 checks', (res) => res.end(many(5_001))],
    ['sends 10,000 checks', 'more than 8 MB', (res) => res.end(many(10_000))],
    ['nests a million deep', 'not a list', (res) => res.end('['.repeat(1_000_000) + ']'.repeat(1_000_000))],
    ['sends another list', 'not a list', (res) => res.end('{"checks":{"__proto__":[]}}')],
    [
      'sends what no check is',
      'checks[0].name must be a text of at most 2000 characters.',
      (res) => res.end(`{"checks":[{"name":${JSON.stringify({ html })}}]}`),
    ],
    ['sends a text among checks', 'checks[1] must be', (res) => res.end('{"checks":[{},"x"]}')],
    [
      'sends half a surrogate pair',
      'checks[1] has a text that is not Unicode',
      (res) => res.end(String.raw`{"checks":[{},{"uuid":"${newUuid()}","name":"a\ud800"}]}`),
    ],
    ['hangs up', 'Cannot connect', (res) => res.destroy()],
    [
      'promises more than it sends',
      'Cannot connect',
      (res) => res.writeHead(200, { 'content-length': 99 }).end('{"checks":[]'),
    ],
  ])('that %s is refused in words of ours, and nothing is written', async (_what, names, answer) => {
    const who = await service.guest();
    const asked: unknown[] = [];
    await using server = await startLoopbackServer(
      (req, _text, res) => void (asked.push(req.url), answer(res)),
    );

    let text = '';
    const call = async () => {
      const reply = await sent(who, server.url);
      text = reply.text;
      return reply;
    };
    await expectNothingWritten(service, call, { status: 422, error: 'origem_recusada', names: [names] });

    expect(text).not.toContain('script');
    expect(text.length).toBeLessThan(300);
    expect(asked.length).toBeLessThan(4);
  });

  itThorough('that drips is given up on in ten seconds, however many answers it drips', async () => {
    const who = await service.guest();
    await using server = await startLoopbackServer((req, _text, res) => {
      const ends = req.url === '/api/v3/checks/' ? 4_000 : Number.POSITIVE_INFINITY;
      res.writeHead(ends === 4_000 ? 404 : 200);
      const drip = setInterval(() => res.write(' '), 50);
      res.on('close', () => clearInterval(drip));
      if (ends === 4_000) setTimeout(() => res.end(), ends);
    });
    const began = performance.now();

    const { status, json } = await sent(who, server.url);

    expect([status, json['error']]).toEqual([422, 'origem_recusada']);
    expect(json['detail']).toContain('did not answer in ten seconds');
    expect(performance.now() - began).toBeLessThan(12_000);
  });

  it('that nests deep inside of a check costs nothing but what is looked at', async () => {
    const [who, uuid] = [await service.guest(), newUuid()];
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    await using server = await startLoopbackServer((req, _text, res) =>
      res.end(req.url?.includes('checks') ? `{"checks":[{"uuid":"${uuid}","other":${deep}}]}` : deep),
    );

    expect((await sent(who, server.url)).json).toMatchObject({ created: [{ uuid }] });
  });

  it('that names what is another owner’s gives nothing of it', async () => {
    const [alice, mallory, uuid] = [await service.guest(), await service.guest(), newUuid()];
    await using healthchecks = await startHealthchecks({
      checks: [{ uuid, name: 'theirs', slug: 'nightly' }],
    });
    await sent(alice, healthchecks.url, { ping_key: 'alices_ping_key_of_hc' });

    const { json } = await sent(mallory, healthchecks.url, { ping_key: 'mallorys_ping_key_hc' });

    expect(json).toMatchObject({
      would_create: 0,
      left_out: [{ detail: expect.stringContaining('not yours') }],
    });
    expect((await service.call('GET', '/ping/mallorys_ping_key_hc/nightly')).status).toBe(404);
    expect(await alice.events(idOfUuid(uuid))).toEqual([]);
  });
});
