import { beforeAll, describe, expect, it } from 'vitest';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { look, NO_TOKEN, pathOf, tokenOf } from './feed-forms.ts';

/** What Chromium and Firefox send when a person opens a link. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let token: string;

const service = shared(startTestService);
beforeAll(async () => {
  token = await tokenOf(await service.guest());
});

const paths: [string, () => string][] = [
  ['an unknown token', () => pathOf(NO_TOKEN, 'page')],
  ['an unknown token with .html', () => pathOf(NO_TOKEN, 'html')],
  ['an unknown ending', () => `/s/${token}.xml`],
  ['an unknown part of a feed', () => `/s/${token}/history`],
  ['too many parts', () => `/s/${token}/a/b/c`],
  ['no token', () => '/s/'],
  ['no token and no slash', () => '/s'],
  ['markup', () => '/s/<script>alert(1)</script>/x'],
];

describe.each(paths)('a browser that asks for %s', (_what, path) => {
  it('gets the one 404 page, with a heading, under the policy of the feed', async () => {
    const { status, headers, text } = await look(service, path(), BROWSER);
    const unknown = await look(service, pathOf(NO_TOKEN, 'page'), BROWSER);

    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>No status feed here</h1>');
    expect(text).toContain('<html lang="en">');
    expect(text).toBe(unknown.text);
    expect(headers.get('content-security-policy')).toBe(unknown.headers.get('content-security-policy'));
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('x-request-id')).toMatch(/\S/);
  });
});

it('a HEAD is answered as the GET, without the page', async () => {
  const { status, headers, text } = await look(service, '/s/a/b/c', BROWSER, 'HEAD');

  expect([status, headers.get('content-type'), text]).toEqual([404, 'text/html; charset=utf-8', '']);
});

it.each([
  ['a script under /s/', '/s/a/b/c', {}],
  ['a script that asks for JSON', '/s/a/b/c', { accept: 'application/json' }],
])('%s gets its 404 as JSON', async (_who, path, headers) => {
  const reply = await look(service, path, headers);

  expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  expect(JSON.parse(reply.text)).toEqual({
    error: 'not_found',
    detail: 'There is nothing at this path. GET /api/ lists what exists.',
  });
});

it.each(['/api/nothing', '/status'])(
  'a browser at %s gets the page of an address that there is not',
  async (path) => {
    const { status, headers, text } = await look(service, path, BROWSER);

    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).not.toContain('No status feed here');
  },
);
