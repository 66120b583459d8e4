import type { Instant } from '../../domain/instant.ts';
import { REPORT_SPANS } from '../../domain/statistics/reports/report-period.ts';
import type { ReportWish } from '../../domain/statistics/reports/report-wish.ts';
import { leaseMail, type LeaseTimes } from '../alerts/mail-outbox.ts';
import { changeItem, deleteItem, getItem, newItem, unlessRefused, type Change } from '../items.ts';
import type { Key } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import { transact, type Table, type TransactItem } from '../table.ts';
import { reportWishKey } from './statistics-keys.ts';

type Place = Pick<ReportWish, 'spaceId' | 'accountId'>;

/** How it is stored; the item also holds who is at work on a report. */
const wishes = recordKind<ReportWish>({
  key: ({ spaceId, accountId }) => reportWishKey(spaceId, accountId),
  inKey: {},
  besides: ['claimedUntil'],
  fields: { spaceId: always, accountId: always, askedAt: always, week: null, month: null, dueAt: always },
});

export function getReportWish(table: Table, place: Place): Promise<ReportWish | undefined> {
  return reportWishAt(table, keyOf(place));
}

/** The same by its key. */
export async function reportWishAt(table: Table, key: Key): Promise<ReportWish | undefined> {
  const item = await getItem(table, key);
  return item && wishes.fromItem(item);
}

/** Puts what an account wants in the place of what it wanted, in one transaction with what that hangs on. Throws `WriteConflict` when that changed, or a report went out meanwhile. */
export async function putReportWish(
  table: Table,
  { before, wish, besides }: { before: ReportWish | undefined; wish: ReportWish; besides: TransactItem[] },
): Promise<void> {
  const Item = wishes.toItem(wish, table);
  if (!before) return transact(table, [newItem(table, Item), ...besides]);
  await transact(table, [
    ...besides,
    {
      Put: {
        TableName: table.name,
        Item,
        ConditionExpression: 'askedAt = :asked AND dueAt = :due',
        ExpressionAttributeValues: { ':asked': before.askedAt, ':due': before.dueAt },
      },
    },
  ]);
}

/** That an account gets no reports of an owner any more, as part of a transaction. */
export function endedReportsItem(table: Table, place: Place): TransactItem {
  return { Delete: { TableName: table.name, Key: { ...keyOf(place) } } };
}

/** Ends reports; those that have ended stay so. */
export async function endReports(table: Table, place: Place): Promise<void> {
  await deleteItem(table, keyOf(place));
}

/** Leases a wish whose report is due, as `leaseMail` does. */
export async function leaseReport(
  table: Table,
  place: Place,
  times: LeaseTimes,
): Promise<ReportWish | undefined> {
  const item = await leaseMail(table, keyOf(place), times);
  return item && wishes.fromItem(item);
}

/** Notes what is due next of a leased wish; false when somebody changed or ended it meanwhile. */
export function settleReport(table: Table, leased: ReportWish, after: ReportWish): Promise<boolean> {
  const days = REPORT_SPANS.filter((span) => after[span] !== null);
  return writeAsSeen(table, leased, {
    UpdateExpression: `SET dueAt = :next${days.map((span) => `, #${span} = :${span}`).join('')} REMOVE claimedUntil`,
    ExpressionAttributeNames: Object.fromEntries(days.map((span) => [`#${span}`, span])),
    ExpressionAttributeValues: {
      ':next': after.dueAt,
      ...Object.fromEntries(days.map((span) => [`:${span}`, after[span]])),
    },
  });
}

/** Sets when a wish is looked after next; false when somebody changed or ended it meanwhile. */
export function postponeReport(table: Table, wish: ReportWish, dueAt: Instant): Promise<boolean> {
  return writeAsSeen(table, wish, {
    UpdateExpression: 'SET dueAt = :next REMOVE claimedUntil',
    ExpressionAttributeValues: { ':next': dueAt },
  });
}

function writeAsSeen(
  table: Table,
  { askedAt, dueAt, ...place }: ReportWish,
  change: Change,
): Promise<boolean> {
  const seen = { ':seen': dueAt, ':asked': askedAt };
  return unlessRefused(
    changeItem(table, keyOf(place), {
      ...change,
      ConditionExpression: 'dueAt = :seen AND askedAt = :asked',
      ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ...seen },
    }),
  );
}

function keyOf({ spaceId, accountId }: Place): Key {
  return reportWishKey(spaceId, accountId);
}
