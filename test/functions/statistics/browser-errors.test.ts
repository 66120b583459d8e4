import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../../../lib/contract/origin-mark.ts';
import { changeItem } from '../../../lib/data/items.ts';
import { errorDayKey } from '../../../lib/data/statistics/statistics-keys.ts';
import { dayOf } from '../../../lib/domain/calendar.ts';
import { ERROR_LIMITS } from '../../../lib/domain/statistics/browser-errors/browser-error.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { OPERATOR_TOKEN } from '../../support/accounts/operator.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, START_AT, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { describeThorough, itThorough } from '../../support/thorough.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const DAY_SEC = 86_400;
const error = {
  code: 'UI-PROMISE',
  phase: 'load',
  path: '/app/alerts',
  message: 'TypeError: x is not a function',
  stack: 'TypeError: x is not a function\n    at load (https://example.com/assets/app-3f9a.js:1:234)',
  source: 'https://example.com/assets/app-3f9a.js',
  line: 1,
  column: 234,
  visivel: true,
};

/** A private copy: pages of accounts have errors there too. */
const service = shared(() => startTestService({ operatorToken: OPERATOR_TOKEN }));
beforeAll(() => void (service.core.config.originMark = { text: 'mark' }));

/** Each test has days and networks of its own. */
let tests = 0;
let networks = 0;
beforeEach(() => {
  tests += 1;
  service.clock.advance(startsAt() / 1000 - service.clock.now() / 1000);
  service.logged.splice(0);
});
const startsAt = () => START_AT + tests * 20 * DAY_SEC * 1000;
const newNetwork = () => `10.${(networks += 1) >> 8}.${networks & 255}.7`;

const report = (body: unknown, headers: Record<string, string> = {}, at = service): Promise<Reply> =>
  at.call('POST', '/api/erro-cliente', { body, headers });
const from = (address: string) => ({ [ORIGIN_MARK_HEADER]: 'mark', [VIEWER_ADDRESS_HEADER]: address });
const summary = async (query = '', at = service): Promise<Reply['json']> => {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { status, json } = await at.call('GET', `/api/erro-cliente/resumo${query}`, { headers });
  expect(status).toBe(200);
  return json;
};
const today = async () => (await summary())['days'].at(-1);
const groups = async (query = '') => (await summary(query))['groups'] as Record<string, unknown>[];
const kept = async () =>
  (await contentsOf(service)).filter(({ pk }) =>
    String(pk).startsWith(`ERRORS#${dayOf(service.clock.now())}`),
  );

const BATCH = 5;
/** Some at once and not all: a table that is late is not waited for. */
async function inBatches(count: number, send: (index: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  while (replies.length < count) {
    const many = Math.min(BATCH, count - replies.length);
    const batch = Array.from({ length: many }, (_, index) => send(replies.length + index));
    replies.push(...(await Promise.all(batch)));
  }
  return replies;
}

describe('a report', () => {
  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', ''],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
    ['a megabyte', JSON.stringify({ ...error, message: 'x'.repeat(1_000_000) })],
    ['four megabytes of nonsense', 'x'.repeat(4_000_000)],
    ['no code', JSON.stringify({ ...error, code: undefined })],
    ['a code of another form', JSON.stringify({ ...error, code: 'X-1' })],
    ['a phase in capitals', JSON.stringify({ ...error, phase: 'Load' })],
    ['a message that is none', JSON.stringify({ ...error, message: { a: 1 } })],
    ['half a line', JSON.stringify({ ...error, line: 1.5 })],
    ['a word for whether it was seen', JSON.stringify({ ...error, visivel: 'yes' })],
  ])('of %s is answered as any other, and nothing is kept of it', async (_what, body) => {
    const { status, text, headers } = await report(body, from(newNetwork()));

    expect([status, text, headers.get('access-control-allow-origin')]).toEqual([204, '', '*']);
    expect(await kept()).toEqual([]);
    expect(service.logged).toEqual([]);
  });

  it.each(['text/plain;charset=UTF-8', 'application/csp-report', 'image/png', ''])(
    'is read whatever it is sent as: %j',
    async (type) => {
      expect(
        (await report(JSON.stringify(error), { 'content-type': type, ...from(newNetwork()) })).status,
      ).toBe(204);
      expect(await groups()).toMatchObject([{ code: error.code, count: 1 }]);
    },
  );

  it('is shown to the operator, with a class of the browser', async () => {
    await report({ ...error, further: 'field' }, { 'user-agent': FIREFOX, ...from(newNetwork()) });
    const at = new Date(service.clock.now()).toISOString();

    expect(await groups()).toEqual([
      {
        ...error,
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        source: '/assets/app-3f9a.js',
        browser: 'Firefox 128',
        count: 1,
        first_at: at,
        last_at: at,
      },
    ]);
  });

  it('may say only what it must', async () => {
    await report({ code: 'UI-1', phase: 'x', path: null, line: null }, from(newNetwork()));

    expect(await groups()).toMatchObject([
      {
        code: 'UI-1',
        phase: 'x',
        path: null,
        message: null,
        stack: null,
        source: null,
        line: null,
        visivel: null,
      },
    ]);
  });

  it('is cut where it is too long', async () => {
    const long = 'so it goes '.repeat(2_000);
    await report({ ...error, message: long, stack: long, path: `/${long}` }, from(newNetwork()));

    const [group] = await groups();
    const { messageMaxChars, stackMaxChars, pathMaxChars } = ERROR_LIMITS;
    expect(String(group?.['message']).length).toBeGreaterThan(messageMaxChars - 20);
    expect(String(group?.['message']).length).toBeLessThanOrEqual(messageMaxChars);
    expect(String(group?.['stack']).length).toBeLessThanOrEqual(stackMaxChars);
    expect(String(group?.['path']).length).toBeLessThanOrEqual(pathMaxChars);
  });

  it('leaves nothing of who sent it, of what opens anything, nor of whom it names', async () => {
    const ana = await service.guest();
    const monitor = await ana.createMonitor();
    const feed = (await ana.call('GET', '/api/feed')).json;
    const key = (await ana.call('GET', '/api/ingest-key')).json;
    const address = newNetwork();
    const typed = 'hunter2secret';
    const secrets = [
      ana.token,
      monitor['id'],
      monitor['token'],
      ...[feed, key].flatMap((json) => JSON.stringify(json).match(/[\w-]{26,}/g) ?? []),
      'ana@example.com',
      '+55 11 98765-4321',
      address,
    ].map(String);
    expect(secrets.length).toBeGreaterThanOrEqual(8);
    const plants = [...secrets, JSON.stringify([monitor, feed, key])];
    const reports = ['message', 'stack', 'path', 'source'].flatMap((field) =>
      plants.map((plant, at) => ({
        ...error,
        phase: `${field}-${at}`,
        [field]: `https://ana:${typed}@example.com/a ${plant} /app?q=${typed}`,
      })),
    );
    const headers = {
      'user-agent': `${FIREFOX} ${typed}`,
      cookie: `__Host-mm-auth=${typed}; theme=${typed}`,
      referer: `https://example.com/?${typed}`,
    };
    await inBatches(reports.length, (index) =>
      report(reports[index], { ...headers, ...from(index % 2 === 0 ? address : newNetwork()) }),
    );

    expect((await today())['reports']).toBe(reports.length);
    const told = JSON.stringify([await kept(), await summary('?limit=50')]);
    for (const secret of [...secrets, typed, 'Ubuntu']) expect(told).not.toContain(secret);
  });
});

describe('reports of one error', () => {
  it('are one, with their number and the minutes of the first and the newest', async () => {
    const network = from(newNetwork());
    await inBatches(20, () => report(error, network));
    service.clock.advance(185);
    await report({ ...error, visivel: false }, network);

    expect(await groups()).toMatchObject([
      {
        count: 21,
        visivel: false,
        first_at: new Date(startsAt()).toISOString(),
        last_at: new Date(startsAt() + 3 * 60_000).toISOString(),
      },
    ]);
    expect((await kept()).filter(({ sk }) => /^(?:GROUP|TEXT)#/.test(String(sk)))).toHaveLength(2);
  });

  it('of several days are one in the summary, and older ones than a week are not in it', async () => {
    for (let day = 0; day < 9; day += 1) {
      if (day > 0) service.clock.advance(DAY_SEC);
      await report(error, from(newNetwork()));
    }

    const { days, groups: shown } = await summary();
    expect(days.map((each: Reply['json']) => each['reports'])).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(shown).toMatchObject([{ count: 7, first_at: `${days[0].day}T12:00:00.000Z` }]);
  });

  it('are forgotten two weeks after their day began, and who sent them after two hours', async () => {
    await report(error, from(newNetwork()));
    const now = service.clock.now();
    const ends = (await contentsOf(service))
      .filter(({ pk }) => String(pk).startsWith(`ERRORS#${dayOf(now)}`))
      .map(({ sk, ttl }) => [String(sk).replace(/#.*/, ''), Number(ttl)]);

    const inTwoWeeks = Date.parse(dayOf(now)) / 1000 + 14 * 86_400;
    expect(ends).toEqual([
      ['DAY', inTwoWeeks],
      ['GROUP', inTwoWeeks],
      ['TEXT', inTwoWeeks],
      ['PLACES', now / 1000 + 7_200],
    ]);
  });
});

describeThorough('what has no place', () => {
  const { perNetworkHour: perNetwork, perMinute } = ERROR_LIMITS;

  it('of one network does not take that of another, and is counted', async () => {
    const [loud, quiet] = [from(newNetwork()), from(newNetwork())];
    const replies = await inBatches(perNetwork + 10, () => report(error, loud));
    await report(error, quiet);

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await today()).toMatchObject({ reports: perNetwork + 1, groups: 1, dropped: 10 });
    service.clock.advance(3_600);
    await report(error, loud);
    expect((await today())['reports']).toBe(perNetwork + 2);
  });

  it('in a minute costs few writes, however many networks send however many reports', async () => {
    const table = failTable(service, () => false);
    await inBatches(150, () => report(error, from(newNetwork())));
    table.end();

    // Each its place and its count; of a new error also what makes it one, by as many as met it at once; what was dropped.
    expect(table.commands.length).toBeLessThanOrEqual(2 * perMinute + 3 * BATCH + 1);
    expect(await today()).toMatchObject({ reports: perMinute, dropped: 150 - perMinute });
    service.clock.advance(60);
    await report(error, from(newNetwork()));
    expect((await today())['reports']).toBe(perMinute + 1);
  });

  it('on a day is what is new; what the day has met is counted on', async () => {
    await report(error, from(newNetwork()));
    await changeItem(service.core.table, errorDayKey(dayOf(service.clock.now())), {
      UpdateExpression: 'SET #groups = :full',
      ExpressionAttributeNames: { '#groups': 'groups' },
      ExpressionAttributeValues: { ':full': ERROR_LIMITS.groupsPerDay },
    });
    await report({ ...error, message: 'another one' }, from(newNetwork()));
    await report(error, from(newNetwork()));

    expect(await today()).toMatchObject({ reports: 2, groups: 1, dropped: 1 });
  });
});

describe('a table that fails', () => {
  it('is nothing to whoever reports, and is left alone for a while', async () => {
    const table = failTable(service, () => true, { words: () => 'hunter2' });
    const first = await report(error, from(newNetwork()));
    const asked = table.commands.length;
    const second = await report(error, from(newNetwork()));
    table.end();

    expect([first.status, second.status, asked, table.commands.length]).toEqual([204, 204, 1, 1]);
    expect(service.logged).toEqual(['operation_failed']);
    service.clock.advance(10);
    await report(error, from(newNetwork()));
    expect(await today()).toMatchObject({ reports: 1, dropped: 2 });
  });

  itThorough('and hangs is waited for no longer than two seconds', async () => {
    const { middlewareStack } = service.core.table.client;
    middlewareStack.add(() => () => new Promise(() => {}), { step: 'initialize', name: 'hanging' });
    const startedAt = performance.now();
    const { status } = await report(error, from(newNetwork()));
    middlewareStack.remove('hanging');

    expect([status, service.logged]).toEqual([204, ['operation_failed']]);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

describe('the summary', () => {
  it('is of one order, in pages', async () => {
    for (const [index, times] of [3, 1, 2, 2].entries()) {
      for (let time = 0; time < times; time += 1)
        await report({ ...error, code: `UI-${index}` }, from(newNetwork()));
      service.clock.advance(60);
    }
    const codes = async (query: string) => {
      const found = [];
      let cursor = '';
      do {
        const page = await summary(`${query}&limit=3${cursor}`);
        found.push(page['groups'].map((each: Reply['json']) => each['code']));
        cursor = page['next_cursor'] === undefined ? '' : `&cursor=${page['next_cursor']}`;
      } while (cursor !== '');
      return found;
    };

    expect(await codes('?order=newest')).toEqual([['UI-3', 'UI-2', 'UI-1'], ['UI-0']]);
    expect(await codes('?order=frequent')).toEqual([['UI-0', 'UI-3', 'UI-2'], ['UI-1']]);
  });

  it('is empty where nothing was reported', async () => {
    const { days, groups: shown, next_cursor: next } = await summary();

    expect([days.length, shown, next]).toEqual([7, [], undefined]);
    expect(days[6]).toEqual({ day: dayOf(service.clock.now()), reports: 0, groups: 0, dropped: 0 });
  });

  it.each(['order=oldest', 'limit=0', 'limit=51', 'cursor=x', 'page=2'])('refuses ?%s', async (query) => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const { status, json } = await service.call('GET', `/api/erro-cliente/resumo?${query}`, { headers });

    expect([status, json['error']]).toEqual([400, 'consulta_invalida']);
  });

  it('repeats no operator token that is sent twice', async () => {
    const twice = `?key=${OPERATOR_TOKEN}&key=${OPERATOR_TOKEN}`;
    const { status, json } = await service.call('GET', `/api/erro-cliente/resumo${twice}`);

    expect([status, json]).toEqual([
      400,
      { error: 'consulta_invalida', detail: 'key must be sent once; got 2.' },
    ]);
  });

  it('is for the operator alone', async () => {
    const { token } = await service.guest();
    const get = (query: string, headers: Record<string, string>, at = service) =>
      at.call('GET', `/api/erro-cliente/resumo${query}`, { headers });
    const refused = await Promise.all([
      get('', {}),
      get('', { authorization: `Bearer ${OPERATOR_TOKEN}x` }),
      get(`?key=${token}`, {}),
      get('', { authorization: `Bearer ${token}` }),
      get('', { 'x-guest-token': token }),
    ]);

    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await get(`?key=${OPERATOR_TOKEN}`, {})).status).toBe(200);
    await using unset = await startTestService();
    expect((await get(`?key=${OPERATOR_TOKEN}`, {}, unset)).json['error']).toBe('indisponivel');
  });
});
