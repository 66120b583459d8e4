import type { LookupAddress } from 'node:dns';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { sendWebhook, type WebhookRequest } from '../../../../lib/adapters/alerts/webhook.ts';
import { receiver } from '../receiver.ts';
import { selfSigned } from '../self-signed.ts';

const V4 = (address: string): LookupAddress => ({ address, family: 4 });

function request(url: string, part: Partial<WebhookRequest> = {}): WebhookRequest {
  return {
    url,
    body: '{"a":"é"}',
    contentType: 'application/json',
    headers: { 'webhook-id': 'al_1' },
    timeoutMs: 3_000,
    allowLoopback: true,
    ...part,
  };
}

describe('sendWebhook', () => {
  it('POSTs the body once with its headers and says that it arrived', async () => {
    await using hook = await receiver((response) => response.end('thanks'));

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/hook?key=1#part`));

    expect(delivery).toMatchObject({
      delivered: true,
      outcome: 'delivered',
      status: 200,
      detail: 'The receiver answered 200.',
    });
    expect(delivery.durationMs).toBeGreaterThanOrEqual(0);
    expect(hook.received).toHaveLength(1);
    expect(hook.received[0]).toMatchObject({
      method: 'POST',
      url: '/hook?key=1',
      body: '{"a":"é"}',
      headers: {
        host: `127.0.0.1:${hook.port}`,
        'content-type': 'application/json',
        'content-length': '10',
        'user-agent': 'Rollcall/1 (+alerts)',
        'webhook-id': 'al_1',
        connection: 'close',
      },
    });
  });

  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [300, 'redirect'],
    [304, 'redirect'],
    [400, 'refused_status'],
    [404, 'refused_status'],
    [410, 'refused_status'],
    [500, 'refused_status'],
  ])('reads an answer of %i as %s', async (status, outcome) => {
    await using hook = await receiver((response) => response.writeHead(status).end());

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/`));

    expect(delivery).toMatchObject({ delivered: outcome === 'delivered', outcome, status });
  });

  it('opens a new connection for each attempt', async () => {
    await using hook = await receiver((response) => response.end());

    await sendWebhook(request(`http://127.0.0.1:${hook.port}/`));
    await sendWebhook(request(`http://127.0.0.1:${hook.port}/`));

    expect(hook.connections()).toBe(2);
  });

  it('follows no redirect to loopback', async () => {
    await using inside = await receiver((response) => response.end());
    await using hook = await receiver((response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/`));

    expect(delivery).toMatchObject({ delivered: false, outcome: 'redirect', status: 307 });
    expect(inside.connections()).toBe(0);
  });

  it('puts nothing of the URL, the query or the bodies into the detail', async () => {
    await using hook = await receiver((response) => response.writeHead(500, 'SECRET4').end('SECRET3'));

    const refused = await sendWebhook(
      request(`http://127.0.0.1:${hook.port}/SECRET1?t=SECRET2`, { body: 'SECRET5' }),
    );
    const unresolved = await sendWebhook(
      request('https://secret6.example.com/SECRET1', {
        resolve: async () => Promise.reject(new Error('SECRET7')),
      }),
    );

    expect(refused.detail).toBe('The receiver answered 500.');
    expect(unresolved.detail).toBe('The host name did not resolve.');
  });
});

describe('sendWebhook connects to public addresses only', () => {
  it.each([
    ['decimal 2130706433', 'https://2130706433/'],
    ['octal 0177.0.0.1', 'https://0177.0.0.1/'],
    ['hexadecimal 0x7f.0.0.1', 'https://0x7f.0.0.1/'],
    ['IPv4-mapped loopback', 'https://[::ffff:127.0.0.1]/'],
    ['[::1]', 'https://[::1]/'],
    ['the metadata service', 'https://169.254.169.254/latest/meta-data/'],
    ['the metadata service over IPv6', 'https://[fd00:ec2::254]/'],
    ['a private address', 'https://10.0.0.1/'],
    ['loopback with a trailing dot', 'https://127.0.0.1./'],
  ])('and not to %s', async (_what, url) => {
    const delivery = await sendWebhook(request(url, { allowLoopback: false }));

    expect(delivery).toMatchObject({ delivered: false, outcome: 'blocked_address', status: null });
  });

  it.each([
    ['loopback', [V4('127.0.0.1')]],
    ['IPv6 loopback', [{ address: '::1', family: 6 }]],
    ['the metadata service', [V4('169.254.169.254')]],
    ['several local addresses', [V4('10.0.0.1'), V4('127.0.0.1'), { address: '::ffff:7f00:1', family: 6 }]],
  ])('and not to a name that resolves to %s', async (_what, answers) => {
    await using hook = await receiver((response) => response.end());

    const delivery = await sendWebhook(
      request(`https://hook.example.com:${hook.port}/`, { resolve: async () => answers }),
    );

    expect(delivery).toMatchObject({ delivered: false, outcome: 'blocked_address', status: null });
    expect(hook.connections()).toBe(0);
  });

  it('and not to loopback by a name that was public when it was checked', async () => {
    await using hook = await receiver((response) => response.end());
    const answers = [[V4('8.8.8.8')], [V4('127.0.0.1')]];
    const resolve = async (): Promise<LookupAddress[]> => answers.shift() ?? [];
    await resolve();

    const delivery = await sendWebhook(request(`https://hook.example.com:${hook.port}/`, { resolve }));

    expect(delivery.outcome).toBe('blocked_address');
    expect(hook.connections()).toBe(0);
  });

  it('and asks for the addresses of a name once, so no second answer can differ', async () => {
    const asked: string[] = [];
    const resolve = async (host: string): Promise<LookupAddress[]> => {
      asked.push(host);
      return [V4('127.0.0.1')];
    };

    await sendWebhook(request('https://hook.example.com/', { resolve }));

    expect(asked).toEqual(['hook.example.com']);
  });

  it('and not to loopback without leave, whatever the scheme', async () => {
    await using hook = await receiver((response) => response.end());
    const send = (url: string): ReturnType<typeof sendWebhook> =>
      sendWebhook(request(url, { allowLoopback: false }));

    expect((await send(`http://127.0.0.1:${hook.port}/`)).outcome).toBe('bad_url');
    expect((await send(`https://127.0.0.1:${hook.port}/`)).outcome).toBe('blocked_address');
    expect((await send(`https://localhost:${hook.port}/`)).outcome).toBe('blocked_address');
    expect(hook.connections()).toBe(0);
  });

  it('and to localhost only on this machine, even with leave', async () => {
    const delivery = await sendWebhook(
      request('http://localhost:9/', { resolve: async () => [V4('10.0.0.1')] }),
    );

    expect(delivery.outcome).toBe('blocked_address');
  });

  it('and finds localhost by its name with leave', async () => {
    await using hook = await receiver((response) => response.end());

    const delivery = await sendWebhook(
      request(`http://localhost:${hook.port}/`, { resolve: async () => [V4('10.0.0.1'), V4('127.0.0.1')] }),
    );

    expect(delivery.outcome).toBe('delivered');
  });
});

describe('sendWebhook gives up', () => {
  it.each([
    ['a text that is no URL', 'example.com'],
    ['plain http to the world', 'http://example.com/'],
    ['a user name', 'https://user@example.com/'],
    ['a file', 'file:///etc/passwd'],
  ])('on %s as a bad URL', async (_what, url) => {
    expect(await sendWebhook(request(url))).toMatchObject({
      delivered: false,
      outcome: 'bad_url',
      status: null,
    });
  });

  it('on a header that cannot be sent as a bad request, without throwing', async () => {
    const delivery = await sendWebhook(request('http://127.0.0.1:9/', { headers: { title: 'a\r\nb: c' } }));

    expect(delivery.outcome).toBe('bad_url');
  });

  it.each([
    ['does not exist', async () => Promise.reject(new Error('ENOTFOUND'))],
    ['has no address', async () => []],
  ])('on a name that %s', async (_what, resolve) => {
    expect(await sendWebhook(request('https://hook.example.com/', { resolve }))).toMatchObject({
      outcome: 'dns_failed',
      status: null,
    });
  });

  it('by the deadline on a name that never resolves', async () => {
    const delivery = await sendWebhook(
      request('https://hook.example.com/', { timeoutMs: 80, resolve: () => new Promise(() => {}) }),
    );

    expect(delivery).toMatchObject({ outcome: 'timeout', status: null, detail: 'No answer within 0.08 s.' });
  });

  it('on a port where nobody listens', async () => {
    const hook = await receiver((response) => response.end());
    await hook[Symbol.asyncDispose]();

    expect(await sendWebhook(request(`http://127.0.0.1:${hook.port}/`))).toMatchObject({
      outcome: 'connect_failed',
      detail: 'The receiver could not be reached (ECONNREFUSED).',
    });
  });

  it('by the deadline on a receiver that never answers', async () => {
    await using hook = await receiver(() => {});

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/`, { timeoutMs: 120 }));

    expect(delivery).toMatchObject({ delivered: false, outcome: 'timeout', status: null });
    expect(delivery.durationMs).toBeLessThan(1_500);
  });

  it('by the deadline on headers that drip', async () => {
    await using hook = await rawReceiver('HTTP/1.1 200 OK\r\nx-drip: ', 'a');

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/`, { timeoutMs: 150 }));

    expect(delivery).toMatchObject({ delivered: false, outcome: 'timeout', status: null });
    expect(delivery.durationMs).toBeLessThan(1_500);
  });

  it('by the deadline on a body that drips, which is a delivery all the same', async () => {
    await using hook = await rawReceiver('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'a');

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/`, { timeoutMs: 150 }));

    expect(delivery).toMatchObject({ delivered: true, outcome: 'delivered', status: 200 });
    expect(delivery.durationMs).toBeGreaterThanOrEqual(100);
    expect(delivery.durationMs).toBeLessThan(1_500);
  });

  it('reading an answer of more than 16 kB, long before its end', async () => {
    let closed = false;
    await using hook = await receiver((response) => {
      response.writeHead(200, { 'content-length': 100_000_000 });
      response.on('close', () => (closed = !response.writableFinished));
      response.write(Buffer.alloc(64_000));
    });

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/`));
    await expect.poll(() => closed).toBe(true);

    expect(delivery).toMatchObject({ outcome: 'delivered', status: 200 });
    expect(delivery.durationMs).toBeLessThan(2_500);
  });

  it.each([
    ['that hangs up', ''],
    ['that speaks something else', '220 mail.example.com ESMTP\r\n'],
    [
      'that switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
  ])('on a receiver %s', async (_what, words) => {
    await using hook = await rawReceiver(words, null);

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/`));

    expect(delivery.delivered).toBe(false);
    expect(['connect_failed', 'refused_status']).toContain(delivery.outcome);
  });
});

describe('sendWebhook over TLS', () => {
  it('refuses a certificate that nobody vouches for, before it sends a byte of the alert', async () => {
    await using hook = await receiver((response) => response.end(), selfSigned('localhost'));

    const delivery = await sendWebhook(request(`https://localhost:${hook.port}/`));

    expect(delivery).toMatchObject({
      delivered: false,
      outcome: 'tls_failed',
      status: null,
      detail: 'No trusted TLS connection could be made (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
    expect(hook.received).toEqual([]);
  });

  it('refuses a receiver that speaks no TLS', async () => {
    await using hook = await receiver((response) => response.end());

    expect((await sendWebhook(request(`https://127.0.0.1:${hook.port}/`))).outcome).toBe('tls_failed');
  });

  it('delivers to a trusted certificate of this host and refuses one of another', async () => {
    const [own, other] = [selfSigned('localhost'), selfSigned('other.example')];
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, own.cert, other.cert]);
    await using good = await receiver((response) => response.end(), own);
    await using wrong = await receiver((response) => response.end(), other);

    const delivered = await sendWebhook(request(`https://localhost:${good.port}/`));
    const refused = await sendWebhook(request(`https://localhost:${wrong.port}/`));
    tls.setDefaultCACertificates(before);

    expect(delivered).toMatchObject({ delivered: true, outcome: 'delivered', status: 200 });
    expect(refused).toMatchObject({ delivered: false, outcome: 'tls_failed' });
    expect(wrong.received).toEqual([]);
  });
});

/** A server below HTTP: says `words` to each connection, then repeats `drip`, or hangs up when there is none. */
async function rawReceiver(words: string, drip: string | null): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      if (drip === null) return socket.end(words);
      socket.write(words);
      const timer = setInterval(() => socket.write(drip), 20);
      return socket.on('close', () => clearInterval(timer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a receiver that asks us to slow down', () => {
  const answering = (status: number, headers: Record<string, string>) =>
    receiver((response) => response.writeHead(status, headers).end());
  const DATE = 'Wed, 21 Oct 2026 07:28:00 GMT';

  it.each([
    ['429 alone', 429, {}, null],
    ['429 and seconds', 429, { 'retry-after': '30' }, 30_000],
    ['429 and parts of a second', 429, { 'retry-after': '1.5' }, 1_500],
    ['503 and seconds', 503, { 'retry-after': '120' }, 120_000],
    [
      '503 and a date, by its own clock',
      503,
      { 'retry-after': 'Wed, 21 Oct 2026 07:30:00 GMT', date: DATE },
      120_000,
    ],
    [
      '429 and a date that has passed',
      429,
      { 'retry-after': 'Wed, 21 Oct 2026 07:20:00 GMT', date: DATE },
      null,
    ],
    ['429 and nonsense', 429, { 'retry-after': 'soon' }, null],
    ['429 and less than nothing', 429, { 'retry-after': '-5' }, null],
  ])('by %s is known by it', async (_, status, headers, retryAfterMs) => {
    await using hook = await answering(status, headers);

    const delivery = await sendWebhook(request(`http://127.0.0.1:${hook.port}/`));

    expect(delivery).toMatchObject({
      delivered: false,
      outcome: 'refused_status',
      slowDown: { retryAfterMs },
    });
  });

  it.each([
    [503, {}],
    [503, { 'retry-after': 'soon' }],
    [500, { 'retry-after': '30' }],
    [200, { 'retry-after': '30' }],
  ])('is no other that answers %i with %o', async (status, headers) => {
    await using hook = await answering(status, headers);

    expect(await sendWebhook(request(`http://127.0.0.1:${hook.port}/`))).not.toHaveProperty('slowDown');
  });
});
