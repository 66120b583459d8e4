import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { methodsOf } from '../../../lib/contract/operation.ts';
import { rawCall } from '../../support/service/raw-call.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const seen = new Set<unknown>();
const service = shared(() => startTestService({ identity: 'own' }));

/** Of an answer; each is an answer of its own. */
function expectOwnId(id: unknown, what: string): void {
  expect(id, what).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(seen.has(id), what).toBe(false);
  seen.add(id);
}

async function expectId(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const reply = await rawCall(service.url, method, path, { host: new URL(service.url).host, ...headers });
  expectOwnId(reply.headers['x-request-id'], `${method} ${path}`);
  return reply.status;
}

describe('X-Request-Id', () => {
  it.each(operations.map(([name, operation]) => ({ name, operation })))(
    'is on each answer of $name',
    async ({ operation }) => {
      const path = operation.path.replaceAll(/:[A-Za-z_]+/g, '0'.repeat(26));
      for (const method of new Set([...methodsOf(operation), 'OPTIONS', 'PROPFIND']))
        await expectId(method, path);
    },
  );

  it.each([
    ['an unknown path', 404, 'GET', '/nothing/here'],
    ['a path that is none', 404, 'GET', '/%zz'],
    ['a file of the console', 200, 'GET', '/app'],
    ['the product page', 200, 'GET', '/'],
    ['a write to a file', 405, 'POST', '/app'],
    ['a file that there is not', 404, 'GET', '/assets/nothing.js'],
    ['the page of one machine', 200, 'GET', '/_local'],
    ['what is not there', 404, 'GET', '/_local/nothing'],
    ['another method there', 405, 'DELETE', '/_local/check'],
    ['an answer without a body', 204, 'POST', '/api/erro-cliente'],
    ['the page of a ping URL', 200, 'GET', `/in/${'0'.repeat(26)}`, { 'sec-fetch-mode': 'navigate' }],
    ['a redirect', 302, 'GET', '/auth/login'],
    ['a call by another name', 403, 'GET', '/api/', { host: 'evil.example' }],
  ] as [string, number, string, string, Record<string, string>?][])(
    'is on %s',
    async (_what, status, method, path, headers) => {
      expect(await expectId(method, path, headers)).toBe(status);
    },
  );

  it('is on a 304, and on a body that the gateway refuses', async () => {
    const { headers } = await service.call('GET', '/api/templates');
    const document = await service.call('GET', '/openapi.json');
    const same = { 'if-none-match': document.headers.get('etag') ?? '' };
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const huge = await fetch(`${service.url}/api/endpoints`, { method: 'POST', body });

    expect(await expectId('GET', '/openapi.json', same)).toBe(304);
    expect(huge.status).toBe(413);
    for (const each of [headers, document.headers, huge.headers])
      expectOwnId(each.get('x-request-id'), 'a call');
  });

  it('is on the answer to bytes that are no request', async () => {
    const { port } = new URL(service.url);
    const text = await new Promise<string>((resolve, reject) => {
      let read = '';
      const socket = connect(Number(port), 'localhost', () => socket.write('NO HTTP\r\n\r\n'));
      socket.setEncoding('utf8').on('data', (part: string) => (read += part));
      socket.on('end', () => resolve(read)).on('error', reject);
    });

    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expectOwnId(/\r\nX-Request-Id: (\S+)\r\n/.exec(text)?.[1], 'no request');
  });
});
