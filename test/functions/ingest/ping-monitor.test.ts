import { describe, expect, it } from 'vitest';
import { watchingTable } from '../../support/table/watching-table.ts';
import { rawCall } from '../../support/service/raw-call.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

const newId = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await alice.createMonitor(fields))['id'];

describe('pingMonitor', () => {
  it.each([
    ['GET', 'get'],
    ['POST', 'post'],
  ])('takes a %s, answers { ok: true } and makes the monitor healthy', async (method, source) => {
    const id = await newId();

    const { status, json } = await service.call(method, `/in/${id}`);

    expect(status).toBe(200);
    expect(json).toEqual({ ok: true });
    expect(await alice.read(id)).toMatchObject({
      state: 'ok',
      healthy: true,
      waiting_first_ping: false,
      last_event_at: '2027-03-01T12:00:00.000Z',
    });
    expect(await alice.events(id)).toMatchObject([{ kind: 'ping', source, at: '2027-03-01T12:00:00.000Z' }]);
  });

  it('takes a HEAD as a GET, without a body in the answer', async () => {
    const id = await newId();

    const { status, text } = await service.call('HEAD', `/in/${id}`);

    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(await alice.events(id)).toMatchObject([{ kind: 'ping', source: 'get' }]);
  });

  it('moves the next run of a schedule forward', async () => {
    const id = await newId({ interval_sec: undefined, cron: '0 13 * * *' });

    await service.ping(id);

    expect((await alice.read(id))['next_expected_at']).toBe('2027-03-01T13:00:00.000Z');
  });

  const none = { status: null, latency_ms: null };
  it.each([
    ['a JSON body', { body: { status: 200, latency_ms: 12 } }, '', { status: 200, latency_ms: 12 }],
    ['the query', {}, '?status=503&latency_ms=7', { status: 503, latency_ms: 7 }],
    [
      'the body before the query',
      { body: { status: 1 } },
      '?status=2&latency_ms=3',
      { status: 1, latency_ms: 3 },
    ],
    [
      'a JSON body of another content type',
      { body: '{"status":5}', headers: { 'content-type': 'text/plain' } },
      '',
      { status: 5 },
    ],
    [
      'JSON sent by curl -d',
      { body: '{"status":5}', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      '',
      { status: 5 },
    ],
    ['a negative status', { body: { status: -1 } }, '', { status: -1 }],
    ['a broken JSON body, which reports nothing', { body: '{"status":' }, '', none],
    ['a list, which reports nothing', { body: '[1,2]' }, '', none],
    [
      'form data, which reports nothing',
      { body: 'status=5&latency_ms=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      '',
      none,
    ],
    [
      'values of other types, which report nothing',
      { body: { status: true, latency_ms: { a: 1 } } },
      '',
      none,
    ],
    [
      'a fraction and a negative latency, which report nothing',
      { body: { status: 1.5, latency_ms: -1 } },
      '',
      none,
    ],
    [
      'huge numbers, which report nothing',
      { body: '{"status":1e999,"latency_ms":99999999999999999999}' },
      '',
      none,
    ],
    ['a __proto__ field, which reports nothing', { body: '{"__proto__":{"status":5}}' }, '', none],
    [
      'a body nested a hundred thousand times',
      { body: `{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}` },
      '',
      none,
    ],
    ['words in the query, which report nothing', {}, '?status=ok&latency_ms=%00', none],
    ['an unknown query', {}, '?a=b&a=c&%ff', none],
    ['an empty body', { body: '' }, '', none],
  ])('reads what is reported: %s', async (_what, options, query, reported) => {
    const id = await newId();

    const { status, json } = await service.call('POST', `/in/${id}${query}`, options);

    expect({ status, json }).toEqual({ status: 200, json: { ok: true } });
    expect(await alice.events(id)).toMatchObject([{ kind: 'ping', ...reported }]);
    expect(await alice.read(id)).toMatchObject({
      last_status: 'status' in reported ? reported.status : null,
      last_latency_ms: 'latency_ms' in reported ? reported.latency_ms : null,
    });
  });

  it('takes a binary body', async () => {
    const id = await newId();

    const reply = await fetch(`${service.url}/in/${id}`, {
      method: 'POST',
      body: Uint8Array.from({ length: 256 }, (_, byte) => byte),
      headers: { 'content-type': 'application/octet-stream' },
    });

    expect(reply.status).toBe(200);
    expect(await alice.events(id)).toHaveLength(1);
  });

  it('reads the readings of a JSON body up to 100 kB and records a longer one without', async () => {
    const id = await newId();
    const body = (bytes: number) => `{"status":7,"x":"${'y'.repeat(bytes - 19)}"}`;

    for (const bytes of [100_000, 100_001]) {
      expect(body(bytes)).toHaveLength(bytes);
      expect((await service.call('POST', `/in/${id}`, { body: body(bytes) })).status).toBe(200);
      service.clock.advance(1);
    }

    expect((await alice.events(id)).map(({ status }: { status: unknown }) => status)).toEqual([null, 7]);
  });

  it('answers unknown, malformed and deactivated ids with the same 404 and writes nothing', async () => {
    const gone = await newId();
    await alice.remove(gone);
    const texts = new Set<string>();
    for (const id of [gone, '0'.repeat(26), 'x', 'start', '0', gone.toUpperCase(), '%00', 'é', '__proto__']) {
      await expectNothingWritten(
        service,
        async () => {
          const reply = await service.call('POST', `/in/${id}`);
          texts.add(reply.text);
          return reply;
        },
        { status: 404, error: 'not_found' },
      );
    }

    expect(texts.size).toBe(1);
  });

  it.each([['PUT'], ['PATCH'], ['DELETE']])(
    'answers 405 with Allow to %s and writes nothing',
    async (method) => {
      const id = await newId();
      let allow: string | null = null;

      await expectNothingWritten(
        service,
        async () => {
          const reply = await service.call(method, `/in/${id}`);
          allow = reply.headers.get('allow');
          return reply;
        },
        { status: 405, error: 'metodo_nao_permitido', names: [method, 'POST'] },
      );
      expect(String(allow).split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    },
  );

  it('takes a final slash for a slip', async () => {
    const id = await newId();

    expect((await service.call('GET', `/in/${id}/`)).status).toBe(200);
    expect((await service.call('OPTIONS', `/in/${id}/`)).status).toBe(204);
    expect((await service.call('GET', `/in/${id}/start/`)).json).toEqual({ ok: true, kind: 'start' });

    expect(await alice.events(id)).toHaveLength(2);
  });

  it('tells a browser on another site that it may ping', async () => {
    // On one machine loopback alerts shut other sites out.
    await using open = await startTestService({ allowLoopbackAlerts: false });
    const owner = await open.guest();
    const { id } = await owner.createMonitor();

    const preflight = await open.call('OPTIONS', `/in/${id}`);
    const ping = await open.call('POST', `/in/${id}`, { headers: { origin: 'https://example.com' } });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(ping.headers.get('access-control-allow-origin')).toBe('*');
    const { json } = await owner.call('GET', `/api/endpoints/${id}/events`);
    expect(json['events']).toHaveLength(1);
  });

  it('counts a miss that no check saw when the job comes back', async () => {
    const id = await newId({ interval_sec: 300 });
    await service.ping(id);
    service.clock.advance(301);

    await service.ping(id);

    expect(await alice.read(id)).toMatchObject({ miss_count: 1, state: 'ok' });
  });

  it('records a ping to a paused monitor and leaves the pause', async () => {
    const pausedUntil = new Date(service.clock.now() + 3_600_000).toISOString();
    const id = await newId({ paused_until: pausedUntil });

    expect((await service.ping(id)).status).toBe(200);

    expect(await alice.read(id)).toMatchObject({ state: 'paused', waiting_first_ping: false });
    expect(await alice.events(id)).toHaveLength(1);
  });
});

describe('previews and browsers', () => {
  it.each([
    ['a browser that opens the URL', { 'sec-fetch-mode': 'navigate' }],
    ['a browser that fetches it ahead', { 'sec-purpose': 'prefetch;prerender' }],
    ['Slack', { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
    ['Discord', { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' }],
    ['Telegram', { 'user-agent': 'TelegramBot (like TwitterBot)' }],
    ['WhatsApp', { 'user-agent': 'WhatsApp/2.23.20.0' }],
    ['Facebook', { 'user-agent': 'facebookexternalhit/1.1' }],
    ['Teams', { 'user-agent': 'Mozilla/5.0 SkypeUriPreview Preview/0.5' }],
  ])('%s records nothing and gets a page with a button that POSTs', async (_who, headers) => {
    const id = await newId();
    for (const path of ['', '/start', '/fail', '/1']) {
      const reply = await rawCall(service.url, 'GET', `/in/${id}${path}`, headers);

      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toContain('text/html');
      expect(reply.text).toContain('<form method="post">');
      expect(reply.text).toContain(`curl -fsS -m 10 --retry 5 -o /dev/null ${service.url}/in/${id}${path}`);
    }

    expect(await alice.events(id)).toEqual([]);
    expect((await alice.read(id))['state']).toBe('waiting');
  });

  it('a HEAD by a previewer records nothing', async () => {
    const id = await newId();

    expect(
      (await service.call('HEAD', `/in/${id}`, { headers: { 'user-agent': 'Twitterbot/1.0' } })).status,
    ).toBe(200);

    expect(await alice.events(id)).toEqual([]);
  });

  it('the button of the page, a POST that navigates, records', async () => {
    const id = await newId();

    const { text } = await rawCall(service.url, 'POST', `/in/${id}`, { 'sec-fetch-mode': 'navigate' });

    expect(text).toBe('{"ok":true}');
    expect(await alice.events(id)).toHaveLength(1);
  });

  it('the page escapes what stands in the path', async () => {
    const { text } = await rawCall(service.url, 'GET', `/in/hpk_${'A'.repeat(43)}/a%3Cscript%3Ealert(1)`, {
      'sec-fetch-mode': 'navigate',
    });

    expect(text).toContain('This is a ping URL');
    expect(text).not.toContain('<script>');
  });

  it.each([
    ['', 'Ping now'],
    ['?rid=a', 'Ping now'],
    ['/start', 'Report a start'],
    ['/fail', 'Report a failure'],
    ['/log', 'Record a log entry'],
    ['/0', 'Report exit code 0, a success'],
    ['/255', 'Report exit code 255, a failure'],
  ])('the button of %j says what it does', async (path, label) => {
    const headers = { 'sec-fetch-mode': 'navigate' };

    for (const place of [`/in/${await newId()}`, `/in/hpk_${'A'.repeat(43)}/backup`]) {
      const { status, text } = await rawCall(service.url, 'GET', place + path, headers);

      expect([status, /<button>(.*)<\/button>/.exec(text)?.[1]]).toEqual([200, label]);
    }
  });

  it.each([
    ['an id of another form', '/in/abc', 404],
    ['an id of another form with a signal', '/in/abc/fail', 404],
    ['an unknown signal', '/in/ID/stop', 404],
    ['too many parts', '/in/ID/fail/now', 404],
    ['a key of another form', '/in/hpk_abc/backup', 404],
    ['a key without a name', `/in/hpk_${'A'.repeat(43)}`, 404],
    ['an exit code out of range', '/in/ID/256', 400],
    ['a name of which nothing is left', `/in/hpk_${'A'.repeat(43)}/---`, 400],
  ])('%s gets a page without a button, and no read of the table', async (_what, path, status) => {
    const id = await newId();
    const reads: unknown[] = [];
    const watch = { before: (call: unknown) => void reads.push(call) };
    const target = path.replace('ID', id);

    const replies = await watchingTable(service, watch, () =>
      Promise.all([
        rawCall(service.url, 'GET', target, { 'sec-fetch-mode': 'navigate' }),
        rawCall(service.url, 'HEAD', target, { 'user-agent': 'Twitterbot/1.0' }),
      ]),
    );

    expect(replies.map((reply) => reply.status)).toEqual([status, status]);
    expect(replies[0]?.headers['content-type']).toContain('text/html');
    expect(replies[0]?.text).toContain('<h1>This is not a ping URL</h1>');
    expect(replies[0]?.text).not.toContain('<form');
    expect(replies[1]?.text).toBe('');
    expect(reads).toEqual([]);
  });

  it('the page does not tell whether the monitor exists', async () => {
    const id = await newId();
    const headers = { 'sec-fetch-mode': 'navigate' };
    const known = await rawCall(service.url, 'GET', `/in/${id}`, headers);
    const unknown = await rawCall(service.url, 'GET', `/in/${'0'.repeat(26)}`, headers);

    expect(known.text).toContain('This is a ping URL');
    expect(unknown.text.replaceAll('0'.repeat(26), id)).toBe(known.text);
    expect(unknown.status).toBe(known.status);
  });
});
