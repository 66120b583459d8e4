import { beforeAll, describe, expect, it } from 'vitest';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { fiveStates, look, pathOf, rowIdsOf, textOf, tokenOf } from './feed-forms.ts';

let token: string;
let ids: Record<string, string>;
let rows: Record<string, string>;

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  ids = await fiveStates(service, alice);
  token = await tokenOf(alice);
  rows = await rowIdsOf(service, token);
});

const GREEN = '#1a7f37';
const RED = '#c62828';
const GREY = '#6a737d';

describe('showBadge', () => {
  it.each([
    ['ok', GREEN],
    ['late', RED],
    ['waiting', GREY],
    ['paused', GREY],
    ['inactive', GREY],
  ])('of a monitor that is %s is 20 px high, tells name and state, and is %s', async (state, colour) => {
    const svg = await textOf(service, token, 'badge', rows[`${state} job`]);

    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20" /);
    expect(svg).toContain(`<title>${state} job: ${state}</title>`);
    expect([GREEN, RED, GREY].filter((each) => svg.includes(each))).toEqual([colour]);
    const texts = [...svg.matchAll(/<text [^>]*textLength="(\d+)"[^>]*>([^<]*)</g)];
    expect(texts.map(([, , text]) => text)).toEqual([`${state} job`, state]);
    const widths = texts.map(([, width]) => Number(width));
    expect(Math.min(...widths)).toBeGreaterThan(10);
    expect(Number(/width="(\d+)"/.exec(svg)?.[1])).toBeGreaterThan(widths.reduce((sum, each) => sum + each));
  });

  it('asks for nothing from elsewhere', async () => {
    const svg = await textOf(service, token, 'badge', rows['ok job']);

    expect(svg).not.toMatch(/href|url\(|@import|<script|<image|<foreignObject/i);
  });

  it('escapes the name', async () => {
    const bob = await service.guest();
    await bob.createMonitor({ name: '<b>"x"</b> & \'y\'' });
    const bobs = await tokenOf(bob);

    const svg = await textOf(service, bobs, 'badge', Object.values(await rowIdsOf(service, bobs))[0]);

    expect(svg).toContain('<title>&lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; &#39;y&#39;: waiting</title>');
    expect(svg).not.toContain('<b>');
  });

  it('may be kept for 60 seconds by anyone', async () => {
    const { headers } = await look(service, pathOf(token, 'badge', rows['ok job']));

    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('etag')).toMatch(/^W\/"[^"]+"$/);
  });

  it.each([
    ['the tag', (tag: string) => tag],
    ['the tag that is not weak, as it was', (tag: string) => tag.slice(2)],
    ['a list with the tag', (tag: string) => `"other", ${tag}`],
    ['a list with the weak tag, without spaces', (tag: string) => `W/"other",${tag},"last"`],
    ['any tag', () => '*'],
  ])('answers 304 without a body to If-None-Match with %s', async (_what, sent) => {
    const path = pathOf(token, 'badge', rows['ok job']);
    const tag = (await look(service, path)).headers.get('etag') ?? '';

    const { status, headers, text } = await look(service, path, { 'if-none-match': sent(tag) });

    expect([status, text]).toEqual([304, '']);
    expect(headers.get('etag')).toBe(tag);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
  });

  it.each([
    ['another tag', (_tag: string) => '"other"'],
    ['the tag without quotes', (tag: string) => tag.slice(1, -1)],
    ['nothing', () => ''],
  ])('answers 200 with the badge to If-None-Match with %s', async (_what, sent) => {
    const path = pathOf(token, 'badge', rows['ok job']);
    const tag = (await look(service, path)).headers.get('etag') ?? '';

    const { status, text } = await look(service, path, { 'if-none-match': sent(tag) });

    expect(status).toBe(200);
    expect(text).toContain('ok job');
  });

  it('has the same tag while the state lasts, and another after it', async () => {
    await using own = await startTestService();
    const bob = await own.guest();
    const { id } = await bob.createMonitor({ name: 'job', interval_sec: 300 });
    await own.ping(id);
    const bobs = await tokenOf(bob);
    const path = pathOf(bobs, 'badge', (await rowIdsOf(own, bobs))['job']);
    const tag = (await look(own, path)).headers.get('etag') ?? '';

    own.clock.advance(300);
    const atDeadline = await look(own, path, { 'if-none-match': tag });
    own.clock.advance(1);
    const late = await look(own, path, { 'if-none-match': tag });

    expect([atDeadline.status, late.status]).toEqual([304, 200]);
    expect(late.headers.get('etag')).not.toBe(tag);
    expect(late.text).toContain(RED);
  });

  it('does not take the ingest id, nor a row id of another feed', async () => {
    const bob = await service.guest();
    await bob.createMonitor({ name: 'other' });
    const bobs = await rowIdsOf(service, await tokenOf(bob));

    for (const rowId of [ids['ok'] ?? '', bobs['other'] ?? '', rows['ok job']?.toUpperCase() ?? '']) {
      const { status, headers } = await look(service, pathOf(token, 'badge', rowId));
      expect([rowId, status, headers.get('cache-control')]).toEqual([rowId, 404, 'no-store']);
    }
  });

  it('may be embedded by any page, and runs nothing when opened by itself', async () => {
    const { headers } = await look(service, pathOf(token, 'badge', rows['ok job']));

    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
