import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { fiveStates, look, pathOf, rowIdsOf, textOf, tokenOf } from './feed-forms.ts';

let token: string;

const service = shared(startTestService);
beforeAll(async () => {
  const alice = await service.guest();
  await fiveStates(service, alice);
  token = await tokenOf(alice);
});

it('showFeedPage tells the worst state first, in title and heading, and each monitor in words', async () => {
  const html = await textOf(service, token, 'page');

  expect(html).toContain('<title>1 late · Rollcall</title>');
  expect(html).toContain('<h1>1 of 3 is late</h1>');
  const rows = [...html.matchAll(/<summary><b>(\w+)<\/b><bdi>([^<]+)<\/bdi>/g)];
  expect(rows.map(([, state, name]) => `${name} is ${state}`)).toEqual([
    'late job is late',
    'waiting job is waiting',
    'paused job is paused',
    'ok job is ok',
    'inactive job is inactive',
  ]);
});

it('the address with .html shows the same page', async () => {
  expect(await textOf(service, token, 'html')).toBe(await textOf(service, token, 'page'));
});

it('shows the badge of each row from its own host', async () => {
  const html = await textOf(service, token, 'page');
  const ids = Object.values(await rowIdsOf(service, token));

  const shown = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);

  expect(shown.sort()).toEqual(ids.map((id) => `/s/${token}/${id}.svg`).sort());
});

it('is kept out of search engines by header and by meta', async () => {
  const { headers, text } = await look(service, pathOf(token, 'page'));

  expect(headers.get('x-robots-tag')).toContain('noindex');
  expect(text).toContain('<meta name="robots" content="noindex">');
});

it('lets run the one script and the one stylesheet that it carries, and nothing else', async () => {
  const { headers, text } = await look(service, pathOf(token, 'page'));
  const hashOf = (tag: string) => {
    const [, inside = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text) ?? [];
    return `'sha256-${createHash('sha256').update(inside).digest('base64')}'`;
  };

  const policy = headers.get('content-security-policy') ?? '';

  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src ${hashOf('script')}`);
  expect(policy).toContain(`style-src ${hashOf('style')}`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(text).not.toMatch(/ on\w+=| style=|<script[^>]+src=/);
});

it('shows names that look like markup as text', async () => {
  const bob = await service.guest();
  await bob.createMonitor({ name: '<script>alert(1)</script>', tags: ['a.b'] });
  await bob.createMonitor({ name: '"><img src=x onerror=alert(1)>' });

  const html = await textOf(service, await tokenOf(bob), 'page');

  expect(html).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>');
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).not.toContain('<img src=x');
});

it('never tells of a span that has not begun, seconds after a monitor came to be', async () => {
  await using own = await startTestService();
  const bob = await own.guest();
  own.clock.advance(7);
  await bob.createMonitor({ name: 'new' });
  const { id } = await bob.createMonitor({ name: 'pinged' });
  await own.ping(id);
  own.clock.advance(1);

  const html = await textOf(own, await tokenOf(bob), 'page');

  expect(html).toContain('>for 0 s</time>');
  expect(html).toContain('>just now</time>');
  expect(html).not.toMatch(/-\d+ (s|min)/);
});

it('?wall=1 fills a screen on a wall, at both addresses; anything else is the page', async () => {
  const isWall = async (ending: string) =>
    (await look(service, pathOf(token, 'page') + ending)).text.includes('<body class="wall">');

  expect(await isWall('?wall=1')).toBe(true);
  expect(await isWall('.html?wall=1')).toBe(true);
  expect(await isWall('?wall=0&from=x')).toBe(false);
});
