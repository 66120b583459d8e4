import { beforeAll, describe, expect, it } from 'vitest';
import { PARTITIONS } from '../../../lib/data/partitions.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { dayStart, monthEnd } from '../../../lib/domain/calendar.ts';
import { actsOfJobs } from '../../support/faults/acts-of-jobs.ts';
import { actsOfMachines } from '../../support/faults/acts-of-machines.ts';
import { actsOfMoney } from '../../support/faults/acts-of-money.ts';
import { actsOfStrangers } from '../../support/faults/acts-of-strangers.ts';
import { actsOfOwners } from '../../support/faults/acts-of-owners.ts';
import { declaredKinds } from '../../support/table/declared-kinds.ts';
import { keptBy, type KeptItem } from '../../support/table/kept-items.ts';
import { asCaller, CALLER, PLANTED_DOMAIN, textOf } from '../../support/machines/planted.ts';
import { keptRows, kindOf, type KeptRow } from '../../support/accounts/privacy-page.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const rows = keptRows();
const kinds = rows.flatMap((row) => row.kinds);
const rowOf = (kind: string | undefined) => rows.find((row) => row.kinds.some((each) => each === kind));

let kept: KeptItem[];

/** A service in which there is an item of each kind, all of it asked for from one address with one browser. */
const service = shared(() =>
  startTestService({
    users: { ...STRANGERS_WELCOME, publicPages: 'on' },
    // Nobody is there to be asked.
    operator: { contactTo: 'team@example.com', panelSources: 'https://10.0.0.1' },
  }),
);
beforeAll(async () => {
  const called = asCaller(service);
  kept = await keptBy(service, [
    ...actsOfJobs(called),
    ...actsOfMachines(called),
    ...actsOfOwners(called),
    ...actsOfMoney(called),
    ...actsOfStrangers(called),
    () => service.publish(),
  ]);
});

const kindsOf = (items: readonly KeptItem[]) => new Set(items.map(({ item }) => kindOf(item, kinds)));
const mentioning = (text: string) => kept.filter(({ item }) => textOf(item).includes(text));

describe('docs/privacy.md', () => {
  it('names each kind of item that the code declares, once, and no other', async () => {
    expect(kinds.toSorted()).toEqual((await declaredKinds()).toSorted());
    for (const prefix of Object.values(PARTITIONS))
      expect(
        kinds.some((kind) => kind.startsWith(prefix)),
        prefix,
      ).toBe(true);
  });

  it('is held against an item of each kind', () => {
    const seen = kindsOf(kept);

    expect(kept.filter(({ item }) => kindOf(item, kinds) === undefined)).toEqual([]);
    expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
  });

  it('says when the table removes each by itself', () => {
    const wrong = kept.filter((each) => !endsAsSaid(each, rowOf(kindOf(each.item, kinds))));

    expect(wrong.map(({ item, at }) => [kindOf(item, kinds), secondsKept(item, at)])).toEqual([]);
  });

  it('is held against items that end, and of what ends after something else against one before that', () => {
    const [ending, open] = [true, false].map((ends) =>
      kindsOf(kept.filter(({ item }) => (item['ttl'] !== undefined) === ends)),
    );
    const lacking = rows.flatMap(({ ends, kinds: named }) => [
      ...named.filter((kind) => ends !== null && !ending?.has(kind)),
      ...named.filter((kind) => isAfterEvent(ends) && !open?.has(kind)),
    ]);
    expect(lacking).toEqual([]);
  });

  it('says which hold an e-mail address', () => {
    const holding = kindsOf(mentioning(PLANTED_DOMAIN));
    const said = rows.filter(({ holdsAddress }) => holdsAddress).flatMap((row) => row.kinds);

    expect([...holding].filter((kind) => kind === undefined || !said.includes(kind))).toEqual([]);
    expect(rows.filter((row) => row.holdsAddress && !row.kinds.some((kind) => holding.has(kind)))).toEqual(
      [],
    );
  });

  it('says that no item holds the address or the browser of who called', () => {
    expect(mentioning('Good morning')).not.toEqual([]);
    for (const text of [
      CALLER.address,
      CALLER.userAgent,
      CALLER.userAgent.split('/')[0] ?? '',
      '127.0.0.1',
      '::1',
    ])
      expect(mentioning(text), text).toEqual([]);
  });
});

/** From when on the time of a row counts, where it is not when the item was written. */
const BEGINS: Readonly<Record<string, (item: KeptItem['item']) => number>> = {
  'its month': ({ sk }) => monthEnd(String(sk).slice(-'2027-03'.length)),
  'its last ping': ({ sk }) => Number(String(sk).split('#').at(-1)?.split('-', 1)[0]),
  'its day began': ({ pk, sk }) => dayStart(/\d{4}-\d\d-\d\d/.exec(`${pk} ${sk}`)?.[0] ?? ''),
};

const secondsKept = ({ ttl }: KeptItem['item'], at: number) => Number(ttl) - Math.ceil(at / 1000);

/** Whether it ends only once something else has happened: it has no end before that. */
const isAfterEvent = (ends: KeptRow['ends']) => ends?.after != null && BEGINS[ends.after] === undefined;

function endsAsSaid({ item, at }: KeptItem, row: KeptRow | undefined): boolean {
  if (item['ttl'] === undefined) return row !== undefined && (row.ends === null || isAfterEvent(row.ends));
  if (!row?.ends) return false;
  const { sec, isAtMost, after } = row.ends;
  const kept = secondsKept(item, BEGINS[after ?? '']?.(item) ?? at);
  return isAtMost ? kept > 0 && kept <= sec : kept === sec;
}
