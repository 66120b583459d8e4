import { hashOf, newId, newMonitorId } from '../lib/adapters/ids.ts';
import { createAccount } from '../lib/data/accounts/accounts.ts';
import { hasUncounted, writeClaim } from '../lib/data/accounts/claims.ts';
import { createGuestOwner, getOwner, type Account, type Guest } from '../lib/data/owners.ts';
import { pointerItem } from '../lib/data/monitors/space-monitors.ts';
import { getSpaceToken, type SpaceTokenKind } from '../lib/data/accounts/space-tokens.ts';
import { transact, type Table } from '../lib/data/table.ts';
import type { Section } from './report.ts';
import { openMeteredTable, type MeteredTable } from './table-meter.ts';
import { spreadOf } from './spread.ts';
import { withEngine } from './with-engine.ts';

const SIZES = [10, 500];
const ROUNDS = 15;
const AT_ONCE = 100;

/** What a claim costs a guest of ten things and one of 500: the same, since a space moves and not what is in it. */
export async function benchClaim(): Promise<Section[]> {
  const rows = await withEngine('claim', async (endpoint, name) => {
    const table = openMeteredTable({ name, region: 'us-east-1', endpoint });
    const measured = SIZES.map((monitors) => ({ monitors, times: [] as number[], work: table.take() }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const one of measured) {
        const people = await guestWith(table, one.monitors);
        table.take();
        const startedAt = performance.now();
        await claimed(table, people);
        one.times.push(performance.now() - startedAt);
        one.work = table.take();
      }
    }
    return measured.map(({ monitors, times, work }) => {
      const { calls, roundTrips, readUnits, writeUnits } = work;
      return { monitors, calls, roundTrips, readUnits, writeUnits, ms: spreadOf(times) };
    });
  });
  return [{ title: 'Claim of a guest', rows }];
}

interface People {
  guestId: string;
  accountId: string;
}

async function guestWith(table: Table, size: number): Promise<People> {
  const [guestId, accountId, spaceId, now] = [newId(), newId(), newId(), Date.now()];
  await createGuestOwner(table, { ownerId: guestId, spaceId, tokenHash: hashOf(guestId), now });
  const identityHash = hashOf(accountId);
  await createAccount(table, {
    ownerId: accountId,
    spaceId: newId(),
    identityHash,
    email: 'a@example.com',
    now,
  });
  for (let made = 0; made < size; made += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, size - made) }, () =>
      pointerItem(table, { id: newMonitorId(), spaceId }),
    );
    await transact(table, some);
  }
  return { guestId, accountId };
}

/** What the operation asks of the table after it knows its caller. */
async function claimed(table: MeteredTable, { guestId, accountId }: People): Promise<void> {
  const [guest, account] = (await Promise.all([getOwner(table, guestId), getOwner(table, accountId)])) as [
    Guest,
    Account,
  ];
  const [spaceId = '', home = ''] = [guest.spaces[0], account.spaces[0]];
  const holders = async (kind: SpaceTokenKind) => {
    const [own, other] = await Promise.all([
      getSpaceToken(table, kind, spaceId),
      getSpaceToken(table, kind, home),
    ]);
    return { guest: own, account: other };
  };
  const [ingest, feed] = await Promise.all([holders('ingest'), holders('feed')]);
  if (!(await hasUncounted(table, spaceId))) throw new Error('The guest has nothing.');
  const tokens = { ingest, feed };
  await writeClaim(table, {
    guest,
    account,
    spaceId,
    freshId: newId(),
    tokens,
    hearing: [],
    now: Date.now(),
  });
}
