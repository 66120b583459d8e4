import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../lib/adapters/ids.ts';
import { newCredit, spend } from '../support/money/credit.ts';
import { purchaseOf, record } from '../support/money/bought.ts';
import { START_AT, startTestService, type Reply } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';

const service = shared(startTestService);

/** A person with two of everything that is listed, all of it marked with a word that nobody else has. */
async function personWith(word: string) {
  const person = await signedIn(service);
  const { table } = service.core;
  const fields = { interval_sec: 300, tags: [word] };
  const first = await person.createMonitor({ name: `${word} one`, ...fields });
  const second = await person.createMonitor({ name: `${word} two`, ...fields });
  for (const { id } of [first, second]) {
    for (const signal of ['', '/start', '', '/fail'])
      await service.call('POST', `/in/${id}${signal}`, { body: { output: word } });
    await person.patch(id, { name: `${word} ${id.slice(0, 3)}` });
    await person.patch(id, { name: `${word} ${id.slice(0, 4)}` });
  }
  await service.check();
  // Over, and down again: two incidents, and more than one alert.
  for (const signal of ['', '/fail']) {
    for (const { id } of [first, second]) await service.call('POST', `/in/${id}${signal}`);
    await service.check();
  }
  const [spaceId = ''] = person.account.spaces;
  await record(
    table,
    purchaseOf({ spaceId, at: START_AT - 2000 }),
    purchaseOf({ spaceId, at: START_AT - 1000 }),
  );
  const credit = await newCredit(table, 5_000_000);
  await spend(table, credit.hash, [{ sku: 'extra_endpoint', micros: 100_000 }]);
  return { ...person, word, id: String(first.id), other: String(second.id), credit: credit.token };
}

type Who = Awaited<ReturnType<typeof personWith>>;

/** Every list that has pages, as its owner asks for it. */
const LISTS = {
  monitors: () => '/api/endpoints?limit=1',
  tagged: ({ word }) => `/api/endpoints?limit=1&tag=${word}`,
  events: ({ id }) => `/api/endpoints/${id}/events?limit=1`,
  otherEvents: ({ other }) => `/api/endpoints/${other}/events?limit=1`,
  runs: ({ id }) => `/api/endpoints/${id}/runs?limit=1`,
  changes: ({ id }) => `/api/endpoints/${id}/changes?limit=1`,
  alerts: ({ id }) => `/api/endpoints/${id}/alerts?limit=1`,
  incidents: () => '/api/incidents?limit=1',
  open: () => '/api/incidents?limit=1&state=open',
  ofMonitor: ({ id }) => `/api/incidents?limit=1&monitor=${id}`,
  day: () => '/api/day?limit=1',
  purchases: () => '/api/purchases?limit=1',
} satisfies Record<string, (who: Who) => string>;

/** With what a list is asked for: credit is its bearer's, all others are the person's. */
const ask = (who: Who, path: string) => who.call('GET', path);

const withCursor = (path: string, cursor: string) =>
  `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;

async function cursorsOf(who: Who): Promise<[name: string, path: string, cursor: string][]> {
  const asked = Object.entries(LISTS).map(async ([name, pathOf]) => {
    const path = pathOf(who);
    const reply = await ask(who, path);
    return [name, path, reply.json['next_cursor']] as [string, string, string];
  });
  return Promise.all(asked);
}

/** Some tests make hundreds of calls, on a machine that does more than this. */
describe('a cursor', { timeout: 120_000 }, () => {
  let alice: Who;
  let bob: Who;
  beforeAll(async () => {
    alice = await personWith('alice');
    bob = await personWith('bobby');
  });

  /** Nothing of Bob, and no fault of ours. */
  function expectNothingOfBob(reply: Reply, what: string): void {
    expect([200, 400], `${what}: ${reply.text}`).toContain(reply.status);
    expect(reply.text, what).not.toContain('bobby');
    for (const each of [bob.id, bob.other, bob.account.id, ...bob.account.spaces])
      expect(reply.text, what).not.toContain(each);
  }

  it('is there for each of the lists', async () => {
    for (const [name, , cursor] of await cursorsOf(alice)) expect(cursor, name).toMatch(/^[\w-]{10,}$/);
  });

  it('of another owner is refused by every list', async () => {
    for (const [of, , cursor] of await cursorsOf(bob))
      for (const [name, path] of await cursorsOf(alice)) {
        const reply = await ask(alice, withCursor(path, cursor));
        expect([reply.status, reply.json['error']], `${of} in ${name}`).toEqual([400, 'consulta_invalida']);
      }
  });

  it('of another list of the same owner is refused', async () => {
    const own = await cursorsOf(alice);
    // One list, of which a tag leaves some out.
    const same = [['monitors', 'tagged']];
    for (const [of, , cursor] of own)
      for (const [name, path] of own) {
        if (of === name || same.some((pair) => pair.includes(of) && pair.includes(name))) continue;
        const reply = await ask(alice, withCursor(path, cursor));
        expect([reply.status, reply.json['error']], `${of} in ${name}`).toEqual([400, 'consulta_invalida']);
      }
  });

  it('that was edited shows nothing of others and breaks nothing', async () => {
    const theirs = (await cursorsOf(bob)).map(([, , cursor]) => read(cursor));
    for (const [name, path, cursor] of await cursorsOf(alice)) {
      const place = read(cursor);
      for (const edited of editsOf(place, theirs)) {
        const reply = await ask(alice, withCursor(path, written(edited)));
        expectNothingOfBob(reply, `${name} ${JSON.stringify(edited)}`);
      }
    }
    expect(service.logged).toEqual([]);
  });

  it('of an export that was edited opens what is the own account alone', async () => {
    const marks = alice.account.spaces.map((spaceId) => mark(`export ${spaceId}`));
    const foreign = bob.account.spaces.map((spaceId) => mark(`export ${spaceId}`));
    const whole = await alice.call('GET', '/api/account/export');
    const known = new Set(whole.json['records'].map(({ of }: { of: string }) => of));
    const sks = [
      'SPACE',
      'M',
      `M#${bob.id}`,
      `MON#${bob.id}`,
      `GONE#${bob.id}`,
      `MONITOR#${bob.id}`,
      'TOKEN#feed',
      'z',
      '\u0000',
      '�',
    ];
    for (const sk of sks)
      for (const part of [0, 1, 2, 3, 4_999])
        for (const partSk of ['', 'MON', 'OUT#', `MONITOR#${bob.id}`]) {
          for (const own of marks) {
            const reply = await alice.call(
              'GET',
              withCursor('/api/account/export', written([own, sk, part, partSk])),
            );
            expectNothingOfBob(reply, JSON.stringify([sk, part, partSk]));
            for (const { of } of reply.json['records'] ?? []) expect(known).toContain(of);
          }
          for (const other of foreign) {
            const reply = await alice.call(
              'GET',
              withCursor('/api/account/export', written([other, sk, part, partSk])),
            );
            expect(reply.status).toBe(400);
          }
        }
  });

  it('of a credit opens the ledger of that credit alone', async () => {
    const ledger = (token: string, cursor = '') =>
      service.call('GET', `/api/credit?limit=1${cursor && `&cursor=${cursor}`}`, {
        headers: { 'x-credito': token },
      });
    await spend(service.core.table, hashOf(alice.credit), [{ sku: 'extra_endpoint', micros: 100_000 }]);
    await spend(service.core.table, hashOf(bob.credit), [{ sku: 'extra_endpoint', micros: 100_000 }]);
    const { next_cursor: own } = (await ledger(alice.credit)).json;
    const { next_cursor: theirs } = (await ledger(bob.credit)).json;
    expect(own).toBeTypeOf('string');
    expect((await ledger(alice.credit, theirs)).status).toBe(400);
    expect((await ledger(alice.credit, own)).status).toBe(200);
  });
});

const mark = (listId: string) => hashOf(listId).slice(0, 12);
const read = (cursor: string): unknown[] => JSON.parse(Buffer.from(cursor, 'base64url').toString());
const written = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');

/** The mark of a list with places that are another's, wrong or none, as only its owner can write them. */
function editsOf([own, ...place]: unknown[], theirs: unknown[][]): unknown[] {
  const odd = [
    '',
    'A',
    '#',
    'MON',
    '~',
    '00000000000000-0',
    '99999999999999-zzzz',
    '\u{10ffff}',
    'x'.repeat(400),
    0,
    -1,
    1e21,
    0.5,
    null,
    true,
    [],
    {},
    ['a'],
  ];
  const places = [...theirs.map(([, ...rest]) => rest), ...odd.map((each) => [each]), [], [...place, 'more']];
  const oneChanged = place.flatMap((_each, at) => odd.map((each) => place.with(at, each)));
  return [
    ...[...places, ...oneChanged].map((each) => [own, ...each]),
    own,
    { 0: own },
    null,
    'text',
    [[own], ...place],
  ];
}
