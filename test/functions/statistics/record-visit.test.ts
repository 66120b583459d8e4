import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../../../lib/contract/origin-mark.ts';
import { readDayCounts } from '../../../lib/data/statistics/day-counts.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { DAY_MS, dayOf, dayStart } from '../../../lib/domain/calendar.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const ADDRESS = '198.51.100.7';

const service = shared(() => startTestService({ users }));
beforeAll(() => void (service.core.config.originMark = { text: 'mark' }));
/** Each test has a day of its own. */
beforeEach(async () => {
  await service.call('POST', '/_local/clock', { body: { advance_sec: DAY_MS / 1000 } });
});

interface Visiting {
  body?: unknown;
  address?: string;
  userAgent?: string;
  headers?: Record<string, string>;
}
const visit = ({ body = { p: '/' }, address = ADDRESS, userAgent = BROWSER, headers = {} }: Visiting = {}) =>
  service.call('POST', '/api/visit', {
    body,
    headers: {
      [ORIGIN_MARK_HEADER]: 'mark',
      [VIEWER_ADDRESS_HEADER]: address,
      'user-agent': userAgent,
      ...headers,
    },
  });
const today = () => dayOf(service.clock.now());
const counts = async () => (await readDayCounts(service.core.table, today(), today()))[0]?.counts;
const kept = async (...prefixes: string[]) =>
  (await contentsOf(service)).filter(({ pk }) => prefixes.some((prefix) => String(pk).startsWith(prefix)));

describe('a visit', () => {
  it('is counted by the kind of who comes, and by the page of people', async () => {
    const replies = [
      await visit(),
      await visit({ body: { p: '/s/token?x=1' } }),
      await visit({ userAgent: 'GPTBot/1.2' }),
      await visit({ userAgent: 'curl/8' }),
      await visit({ userAgent: 'curl/9', body: { p: '/app', smoke: false } }),
    ];

    for (const { status, json } of replies)
      expect([status, json]).toEqual([200, { ok: true, counted: true }]);
    expect(await counts()).toEqual({
      visits_person: 2, visitors_person: 1, pages_home: 1, pages_status: 1,
      visits_agent: 1, visitors_agent: 1, visits_machine: 2, visitors_machine: 1,
    }); // prettier-ignore
  });

  it.each<[string, Visiting]>([
    ['the header X-MM-Smoke', { headers: { 'x-mm-smoke': '1' } }],
    ['the same without a value', { headers: { 'x-mm-smoke': '' } }],
    ['the user agent mm-smoke', { userAgent: 'mm-smoke' }],
    ['the same among others', { userAgent: `${BROWSER} mm-smoke/2` }],
    ['smoke: true', { body: { p: '/', smoke: true } }],
  ])('that is marked as a test by %s is not counted', async (_, marked) => {
    const before = await contentsOf(service);
    const { status, json } = await visit(marked);

    expect([status, json]).toEqual([200, { ok: true, counted: false, reason: 'smoke' }]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('sent as a beacon is read whatever its type', async () => {
    const { status } = await visit({
      body: '{"p":"/pricing"}',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    });

    expect([status, (await counts())?.pages_pricing]).toEqual([200, 1]);
  });

  it.each<[string, unknown, string]>([
    ['no path', {}, 'corpo_invalido'],
    ['null', { p: null }, 'corpo_invalido'],
    ['a number', { p: 7 }, 'corpo_invalido'],
    ['nothing', { p: '' }, 'corpo_invalido'],
    ['a query alone', { p: '?a' }, 'corpo_invalido'],
    ['another origin', { p: 'https://example.com/' }, 'corpo_invalido'],
    ['a blank', { p: '/a b' }, 'corpo_invalido'],
    ['a line end', { p: '/a\nb' }, 'corpo_invalido'],
    ['half a character', { p: '/\uD800' }, 'corpo_invalido'],
    ['a path that is too long', { p: `/${'x'.repeat(LIMITS.visitPathMaxChars)}` }, 'corpo_invalido'],
    ['smoke as a text', { p: '/', smoke: 'true' }, 'corpo_invalido'],
    ['a field that is none', { p: '/', q: 1 }, 'campo_desconhecido'],
    ['a list', [], 'corpo_invalido'],
    ['no JSON', '{', 'corpo_invalido'],
    ['a body that is too large', { p: '/', smoke: 'x'.repeat(LIMITS.visitBodyMaxBytes) }, 'corpo_grande'],
  ])('of %s is refused, and nothing is written', async (_, body, error) => {
    const before = await contentsOf(service);
    const { status, json } = await visit({ body });

    expect([status, json['error']]).toEqual([error === 'corpo_grande' ? 413 : 400, error]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('takes a path of the longest form, whatever query follows it', async () => {
    const p = `/${'x'.repeat(LIMITS.visitPathMaxChars - 1)}?${'y'.repeat(1_000)}`;

    expect((await visit({ body: { p } })).status).toBe(200);
  });

  it('is nowhere where pages for strangers are off', async () => {
    service.core.config.publicPages = { areShown: false };
    const { status } = await visit();
    service.core.config.publicPages = { areShown: true };

    expect(status).toBe(404);
  });
});

describe('a visitor', () => {
  it('is counted once a day, by network and browser', async () => {
    for (const [address, userAgent] of [
      [ADDRESS, BROWSER],
      [ADDRESS, BROWSER.replace('140', '141')],
      [ADDRESS, FIREFOX],
      ['198.51.100.8', BROWSER],
      ['2001:db8:1:1::1', BROWSER],
      ['2001:db8:1:1::2', BROWSER],
      ['2001:db8:1:2::1', BROWSER],
    ] as const)
      await visit({ address, userAgent });
    expect(await counts()).toMatchObject({ visits_person: 7, visitors_person: 5 });

    await service.call('POST', '/_local/clock', { body: { advance_sec: DAY_MS / 1000 } });
    await visit();
    expect(await counts()).toMatchObject({ visits_person: 1, visitors_person: 1 });
  });

  it('is counted once by instances that know nothing of each other, at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => visit({ address: '192.0.2.1' })));

    expect(await counts()).toMatchObject({ visits_person: 20, visitors_person: 1 });
  });

  it('leaves no address, no user agent and no path, and nothing by which the day after could know it', async () => {
    await visit({ address: '203.0.113.77', body: { p: '/s/secret-token?q=1' } });
    const day = today();
    const written = await kept('SALT#', 'VISITORS#', 'COUNTS#');

    expect(
      JSON.stringify(written.map(({ seen, ...rest }) => [[...((seen as Set<string>) ?? [])], rest])),
    ).not.toMatch(/203\.0\.113|Mozilla|Chrome|Windows|secret-token/);
    expect(await kept(`SALT#${day}`)).toHaveLength(1);
    for (const { ttl } of await kept(`SALT#${day}`, `VISITORS#${day}`))
      expect(ttl).toBe(dayStart(day) / 1000 + 86_400 + 3_600);

    await service.call('POST', '/_local/clock', { body: { advance_sec: DAY_MS / 1000 } });
    await visit();
    expect(await kept(`SALT#${day}`)).toEqual([]);
    expect(await kept(`SALT#${today()}`)).toHaveLength(1);
  });

  it('can be known by nobody the day after, though the table failed when that began', async () => {
    await visit();
    const yesterday = today();
    await service.call('POST', '/_local/clock', { body: { advance_sec: DAY_MS / 1000 } });
    const table = failTable(service, (command) => command.startsWith('Delete'));
    const { status } = await visit();
    table.end();

    expect(status).toBe(503);
    expect((await visit()).json).toEqual({ ok: true, counted: true });
    expect((await kept('SALT#')).map(({ pk }) => pk)).not.toContain(`SALT#${yesterday}`);
  });

  itThorough(
    'of a network that pretends to be many adds one item, and so many visitors at most',
    async () => {
      const pretend = (index: number) =>
        visit({ address: `2001:db8:7:${index.toString(16)}::1`, body: { p: '/' } });
      for (let index = 0; index < LIMITS.visitorsPerNetworkDay + 6; index += 10)
        await Promise.all(Array.from({ length: 10 }, (__, more) => pretend(index + more)));

      const items = await kept(`VISITORS#${today()}`);
      expect(items).toHaveLength(1);
      expect(items[0]?.['seen']).toHaveProperty('size', LIMITS.visitorsPerNetworkDay);
      expect(await counts()).toMatchObject({
        visits_person: 70,
        visitors_person: LIMITS.visitorsPerNetworkDay,
      });
    },
  );
});
