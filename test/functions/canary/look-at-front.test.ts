import { describe, expect, it } from 'vitest';
import { lookAtFront } from '../../../functions/canary/look-at-front.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import type { Log } from '../../../lib/runtime/report/log.ts';
import { receiver } from '../../lib/adapters/receiver.ts';
import { selfSigned } from '../../lib/adapters/self-signed.ts';
import { startTestService, START_AT } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

/** What a look logs, at a public URL that jobs do not ping unless it is among the names. */
async function looked(base: string, { names = [service.url], now = START_AT } = {}): Promise<unknown[]> {
  const lines: unknown[] = [];
  const log: Log = { warn: (...line) => void lines.push(line), error: (...line) => void lines.push(line) };
  const config = {
    ...service.core.config,
    urls: { base, ingest: service.url },
    pingNames: { origins: names },
  };
  await lookAtFront({ ...service.core, config, clock: { now: () => now }, log });
  return lines;
}

const notOpen = (asked: string) => ['public_url_not_open', { asked }];

describe('the public URL', () => {
  it('is well where console, status pages and pings are answered as by this service', async () => {
    expect(await looked(service.url.replace('localhost', '127.0.0.1'))).toEqual([]);
  });

  it('is told once for each path by what is not answered as it should be, or not at all', async () => {
    await using front = await receiver((response, url) => {
      const isPage = url === '/app';
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end();
    });

    expect(await looked(`http://127.0.0.1:${front.port}`)).toEqual(
      expect.arrayContaining([notOpen('/s/x.json'), notOpen('/in/x')]),
    );
    expect(front.received.map(({ url }) => url).sort()).toEqual([
      '/app',
      '/in/x',
      '/in/x',
      '/s/x.json',
      '/s/x.json',
    ]);
    expect(await looked('http://127.0.0.1:9')).toHaveLength(3);
  });

  it('may lose one answer of two', async () => {
    const lost = new Set<string>();
    await using front = await receiver((response, url) => {
      if (!lost.has(url)) return void (lost.add(url), response.destroy());
      const [status, type] = url === '/app' ? [200, 'text/html'] : [404, 'application/json'];
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end();
    });

    expect(await looked(`http://127.0.0.1:${front.port}`)).toEqual([]);
    expect(lost.size).toBe(3);
  });

  it('is asked each fifth minute, and where the canary pings by it not at all', async () => {
    await using front = await receiver((response) => response.end());
    const base = `http://127.0.0.1:${front.port}`;

    for (const minute of [1, 2, 3, 4]) await looked(base, { now: START_AT + minute * 60_000 });
    await looked(base, { names: [base] });

    expect(front.received).toEqual([]);
  });
});

describe('a certificate by which the service is reached', () => {
  const DAY_MS = 86_400_000;
  /** What is said of one at so long before its end. */
  async function saidOf(valid: [from: string, to: string], now: Instant) {
    await using host = await receiver((response) => response.end(), selfSigned('localhost', valid));
    const base = `https://localhost:${host.port}`;
    const said = await looked(base, { names: [base], now });
    expect(host.received).toEqual([]);
    return said.map((line) => JSON.stringify(line).replace(String(host.port), 'port'));
  }
  const ending = (ends: string) => JSON.stringify(['certificate_ending', { host: 'localhost:port', ends }]);

  it('is told of in its last two weeks, and when it has ended', async () => {
    const valid: [string, string] = ['270101000000Z', '270719000000Z'];
    const ends = '2027-07-19T00:00:00.000Z';

    expect(await saidOf(valid, Date.parse(ends) - 14 * DAY_MS)).toEqual([]);
    expect(await saidOf(valid, Date.parse(ends) - 14 * DAY_MS + 300_000)).toEqual([ending(ends)]);
    expect(await saidOf(valid, Date.parse(ends) + DAY_MS)).toEqual([ending(ends)]);
  });

  it('that holds for six days is told of in the last fifth of them', async () => {
    const valid: [string, string] = ['270101000000Z', '270107000000Z'];
    const ends = '2027-01-07T00:00:00.000Z';

    expect(await saidOf(valid, Date.parse(ends) - 2 * DAY_MS)).toEqual([]);
    expect(await saidOf(valid, Date.parse(ends) - DAY_MS)).toEqual([ending(ends)]);
  });

  it('that nobody shows says nothing: no ping comes through either, which tells', async () => {
    const base = 'https://127.0.0.1:9';

    expect(await looked(base, { names: [base] })).toEqual([]);
  });
});
