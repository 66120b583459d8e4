import { beforeAll, expect, it } from 'vitest';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { look, NO_TOKEN, pathOf, rowIdsOf, tokenOf } from './feed-forms.ts';

/** Without `.html`, which is the page by another name. */
const SHOWN = ['page', 'json', 'rss', 'metrics', 'badge'] as const;

let token: string;
let lastRow: string;
let calls: string[];
/** Makes the table answer a query in pages this long; null leaves it alone. */
let pageLimit: number | null = null;

const service = shared(startTestService);
beforeAll(async () => {
  const alice = await service.guest();
  await importLines(alice, 0);
  await importLines(alice, 1_000);
  token = await tokenOf(alice);
  const ids = Object.values(await rowIdsOf(service, token));
  if (new Set(ids).size !== 2_000) throw new Error(`There are ${new Set(ids).size} row ids.`);
  lastRow = ids.at(-1) ?? '';
  calls = watchCalls();
});

/** A thousand jobs: every minute of the hour has some. */
async function importLines(person: Person, from: number): Promise<void> {
  const lines = Array.from({ length: 1_000 }, (_none, at) => `${at % 60} * * * * job-${from + at}`);
  const { status, text } = await service.call('POST', '/api/import/crontab?apply=1', {
    token: person.token,
    body: lines.join('\n'),
    headers: { 'content-type': 'text/plain' },
  });
  if (status !== 200) throw new Error(`The import was answered ${status}: ${text.slice(0, 200)}`);
}

/** Notes the name of every call to the table from now on. */
function watchCalls(): string[] {
  const noted: string[] = [];
  service.core.table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName).replace(/Command$/, '');
      noted.push(name);
      if (name === 'Query' && pageLimit !== null) Object.assign(args.input, { Limit: pageLimit });
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'watchCalls' },
  );
  return noted;
}

/** A look at a path, and how often it called the table, by command. */
async function measured(path: string): Promise<{ text: string; cost: Record<string, number> }> {
  calls.length = 0;
  const { text } = await look(service, path);
  const cost = [...Map.groupBy(calls, (name) => name)].map(([name, all]) => [name, all.length]);
  return { text, cost: Object.fromEntries(cost) };
}

/** How many of the 2,000 jobs a text names; each name is followed by something that is no digit. */
function namesIn(text: string): number {
  return new Set(text.match(/job-\d+/g)).size;
}

it.each(SHOWN)(
  'shows 2,000 monitors as %s by one read of its token, two queries and a batch per hundred; a badge reads one',
  async (form) => {
    const { text, cost } = await measured(pathOf(token, form, lastRow));

    expect(namesIn(text)).toBe(form === 'badge' ? 1 : 2_000);
    // One of the queries is for maintenance, which no badge shows.
    const whole = { Query: 2, GetItem: 1, BatchGetItem: 20 };
    expect(cost).toEqual(form === 'badge' ? { Query: 1, GetItem: 2 } : whole);
  },
);

it('asks as much for one monitor as for ten, whatever the form', async () => {
  const bob = await service.guest();
  const bobs = await tokenOf(bob);
  const expectCost = async (cost: Record<string, number>) => {
    for (const form of SHOWN.filter((each) => each !== 'badge'))
      expect([form, (await measured(pathOf(bobs, form))).cost]).toEqual([form, cost]);
  };

  await expectCost({ GetItem: 1, Query: 2 });
  await bob.createMonitor();
  await expectCost({ GetItem: 1, Query: 2, BatchGetItem: 1 });
  for (let count = 1; count < 10; count++) await bob.createMonitor();
  await expectCost({ GetItem: 1, Query: 2, BatchGetItem: 1 });
});

it.each(SHOWN)('asks for no more than the credential of an unknown token, as %s', async (form) => {
  expect((await measured(pathOf(NO_TOKEN, form))).cost).toEqual({ GetItem: 1 });
  expect((await measured(pathOf('malformed', form))).cost).toEqual({});
});

it('a list that the table answers in pages is read to its end', async () => {
  const carol = await service.guest();
  for (let number = 1; number <= 7; number++) await carol.createMonitor({ name: `job-${number}` });
  const carols = await tokenOf(carol);

  pageLimit = 3;
  const { text, cost } = await measured(pathOf(carols, 'json'));
  pageLimit = null;

  expect(namesIn(text)).toBe(7);
  expect(cost).toEqual({ GetItem: 1, Query: 4, BatchGetItem: 1 });
});
