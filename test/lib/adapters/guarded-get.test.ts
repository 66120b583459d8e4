import type { ServerResponse } from 'node:http';
import type { LookupAddress } from 'node:dns';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { getGuarded, type GuardedGet } from '../../../lib/adapters/guarded-get.ts';
import { receiver } from './receiver.ts';
import { selfSigned } from './self-signed.ts';

const V4 = (address: string): LookupAddress => ({ address, family: 4 });
const MAX_BYTES = 1_000;

const get = (url: string, part: Partial<GuardedGet> = {}) =>
  getGuarded({ url, timeoutMs: 2_000, maxBytes: MAX_BYTES, allowLoopback: true, ...part });

/** Asks a server that answers so. */
async function answered(answer: (response: ServerResponse) => void, part: Partial<GuardedGet> = {}) {
  await using server = await receiver((response) => answer(response));
  return { result: await get(`http://127.0.0.1:${server.port}/api?x=1`, part), received: server.received };
}

describe('getGuarded', () => {
  it('reads JSON, and sends nothing but that it wants it', async () => {
    const { result, received } = await answered((response) => response.end('{"v":1}'));

    expect(result).toEqual({ kind: 'fetched', json: { v: 1 } });
    expect(received[0]).toMatchObject({ method: 'GET', url: '/api?x=1', body: '' });
    expect(Object.keys(received[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it.each([
    [
      'a redirect',
      'redirect',
      (response: ServerResponse) => response.writeHead(302, { location: '/b' }).end('{}'),
    ],
    ['an error', 'status', (response: ServerResponse) => response.writeHead(500).end('{}')],
    ['another 2xx', 'status', (response: ServerResponse) => response.writeHead(204).end()],
    ['what is no JSON', 'not_json', (response: ServerResponse) => response.end('<html>')],
    ['nothing', 'not_json', (response: ServerResponse) => response.end()],
    ['packed JSON', 'not_json', (response: ServerResponse) => response.end(gzipSync('{}'))],
    ['a broken answer', 'no_connection', (response: ServerResponse) => response.destroy()],
  ])('takes no numbers from %s', async (_what, why, answer) => {
    expect((await answered(answer)).result).toMatchObject({ kind: 'not_fetched', why });
  });

  it('reads to the limit and not a byte further', async () => {
    const text = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`;

    expect((await answered((response) => response.end(text(MAX_BYTES)))).result.kind).toBe('fetched');
    const { result } = await answered((response) => void response.write(text(MAX_BYTES + 1)));
    expect(result).toEqual({ kind: 'not_fetched', why: 'too_large' });
  });

  it('ends in time, whether nothing comes or it drips', async () => {
    const drip = (response: ServerResponse) => {
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    };

    for (const answer of [() => {}, drip])
      expect((await answered(answer, { timeoutMs: 80 })).result).toEqual({
        kind: 'not_fetched',
        why: 'timeout',
      });
  });

  it.each([
    ['plain http to the world', 'http://example.com/', 'bad_url'],
    ['a user name', 'https://user@example.com/', 'bad_url'],
    ['a file', 'file:///etc/passwd', 'bad_url'],
    ['the metadata service', 'https://169.254.169.254/', 'blocked_address'],
    ['an IPv6 loopback', 'https://[::1]/', 'blocked_address'],
  ])('does not ask %s', async (_what, url, why) => {
    expect(await get(url)).toEqual({ kind: 'not_fetched', why });
  });

  it('does not ask this machine without leave, nor a name that leads to it', async () => {
    await using server = await receiver((response) => response.end('{}'));
    const resolve = async () => [V4('127.0.0.1'), V4('10.0.0.1')];

    expect(await get(`http://127.0.0.1:${server.port}/`, { allowLoopback: false })).toMatchObject({
      why: 'bad_url',
    });
    const byName = await get(`https://other.example.com:${server.port}/`, { resolve });
    expect(byName).toEqual({ kind: 'not_fetched', why: 'blocked_address' });
    expect(server.connections()).toBe(0);
  });

  it('believes no certificate that nobody vouches for', async () => {
    await using server = await receiver((response) => response.end('{}'), selfSigned('localhost'));

    expect(await get(`https://localhost:${server.port}/`)).toEqual({
      kind: 'not_fetched',
      why: 'no_connection',
    });
    expect(server.received).toEqual([]);
  });

  it('says of a name that leads nowhere that it does', async () => {
    const result = await get('https://other.example.com/', { resolve: async () => [] });

    expect(result).toEqual({ kind: 'not_fetched', why: 'dns_failed' });
  });
});
