import { describe, expect, it } from 'vitest';
import { getPace } from '../../../../lib/data/alerts/paces.ts';
import { refusedInLine, takenInLine, turnInLine } from '../../../../lib/flows/alerts/line.ts';
import type { PacedRecipient } from '../../../../lib/flows/alerts/paced-recipient.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { staleTable } from '../../../support/table/stale-table.ts';
import { casesOf, itThorough } from '../../../support/thorough.ts';

const HOUR_SEC = 3_600;
const MANY = 100;
const HOOK: PacedRecipient = { id: 'hook', floorMs: 100, firstGapMs: 1_000, burstMs: 0, hasRate: false };
const MAILS: PacedRecipient = { id: 'mails', floorMs: 71, firstGapMs: 71, burstMs: 1_000, hasRate: true };
const ONE = { place: null, count: 1, aheadMs: 6 * HOUR_SEC * 1_000 };

const service = fresh(startTestService);

const table = () => service.core.table;
const refused = (recipient: PacedRecipient, given: Partial<{ place: number; retryAfterMs: number }> = {}) =>
  refusedInLine(service.core, recipient, {
    ...ONE,
    startedAt: service.clock.now(),
    retryAfterMs: null,
    ...given,
  });

describe('a recipient that takes a message', () => {
  it('takes them again, also while others take their places or are refused', async () => {
    await refused(MAILS);
    service.clock.sleep(60);
    const turn = await turnInLine(service.core, MAILS, ONE);
    service.clock.sleep(1);
    await turnInLine(service.core, MAILS, ONE);

    await takenInLine(table(), MAILS, turn?.pace);

    expect(await getPace(table(), MAILS.id)).toMatchObject({ refusedSince: null });
  });
});

describe('a recipient that refused, and was left alone for hours', () => {
  it('is slow, not failing, when it refuses again', async () => {
    await refused(HOOK);
    service.clock.sleep(5 * HOUR_SEC);

    expect(await refused(HOOK)).toMatchObject({ isFailing: false });
  });
});

it('a place is kept though the line is read as it was before it', async () => {
  await refused(HOOK);
  await refused(HOOK);
  await using behind = await staleTable(service);
  await behind.freeze();
  const taken = await turnInLine(service.core, HOOK, ONE);
  const place = taken?.place ?? null;

  const turn = await turnInLine({ ...service.core, table: behind.table }, HOOK, { ...ONE, place });

  expect(place).toBeGreaterThan(0);
  expect(turn).toMatchObject({ place, goAt: taken?.goAt });
});

describe('a place in the line of another recipient', () => {
  it('is none: the message takes one at the end', async () => {
    await refused(HOOK);
    await refused(HOOK);

    const turn = await turnInLine(service.core, HOOK, { ...ONE, place: 5_000 });

    expect(turn).toMatchObject({ place: 2 });
    expect(await refused(HOOK, { place: 7_000 })).toMatchObject({ place: 3 });
  });
});

describe.each(
  casesOf<[string, typeof HOOK]>(1, [
    ['with a rate', MAILS],
    ['that refuses', HOOK],
    ['with a high rate', { ...MAILS, floorMs: 1 }],
  ]),
)('many notifiers at one recipient %s', (_, recipient) => {
  it('all get places of their own, though their clocks differ', async () => {
    if (!recipient.hasRate) await refused(recipient);
    const turns = await Promise.all(
      Array.from({ length: MANY }, (_each, turn) => {
        const clock = { now: () => service.clock.now() + ((turn * 37) % 200) };
        return turnInLine({ table: table(), clock }, recipient, ONE);
      }),
    );

    expect(new Set(turns.map((turn) => turn?.place)).size).toBe(MANY);
  });

  itThorough('get places also where all are refused and told to wait for another time each', async () => {
    const turns = await Promise.all(
      Array.from({ length: MANY }, (_each, turn) =>
        refused(recipient, { retryAfterMs: (turn * 7_919) % 600_000 }),
      ),
    );

    expect(new Set(turns.map((turn) => turn?.place)).size).toBe(MANY);
  });
});
