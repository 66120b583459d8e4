import { noCheckFieldsItem } from '../../data/monitors/check-fields.ts';
import { incidentItems } from '../../data/monitors/incidents.ts';
import { countItem } from '../../data/accounts/owner-counters.ts';
import { type Owner } from '../../data/owners.ts';
import { pastLivesItems } from '../../data/monitors/name-history.ts';
import { settingsItems } from '../../data/monitors/settings-writes.ts';
import { transact, type TransactItem } from '../../data/table.ts';
import { usageChange } from '../../domain/billing/allowance.ts';
import { NO_CEILING } from '../../domain/billing/quote.ts';
import { closedByDeletion, latestRecords } from '../../domain/monitors/incidents/incident-record.ts';
import { deactivated } from '../../domain/monitors/lifecycle.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { Ctx, Write } from '../../runtime/context.ts';
import { authorOf } from '../change-author.ts';
import { movedSlugItems } from './moved-slug.ts';

/**
 * So many incidents of its past a transaction of 100 items holds, three items each, with their months; who deletes a job in
 * such a state asks for no more of it.
 */
const RECORDS_AT_ONCE = 25;

type DeletingCtx = Pick<Ctx<'owner'>, 'table' | 'now' | 'caller' | 'clock'>;

/** What deactivates a monitor, and what gives its allowance back, for one transaction. */
export interface Deletion {
  items: TransactItem[];
  counted: ReturnType<typeof countItem>;
}

/**
 * The deletion of an active monitor: its incident is closed, its pointer expires, its owner gets the slot back. Of incidents
 * that the history still lacks it writes the last `recordsMax`: fewer where others write in the same transaction.
 */
export function deletionOf(
  ctx: DeletingCtx,
  owner: Owner,
  monitor: Monitor,
  recordsMax = RECORDS_AT_ONCE,
): Deletion {
  const { table, now } = ctx;
  const ended = deactivated(monitor, now);
  const records = latestRecords([...(monitor.unrecorded ?? []), ...closedByDeletion(monitor, now)]);
  const owned = { ownerId: owner.id, spaceId: monitor.spaceId };
  return {
    items: [
      ...(records.length === 0 ? [] : incidentItems(table, monitor, records.slice(-recordsMax))),
      ...settingsItems(table, { before: monitor, after: ended }, authorOf(ctx)),
      ...pastLivesItems(table, monitor, now),
      ...(monitor.asCheck ? [noCheckFieldsItem(table, monitor.id)] : []),
    ],
    counted: countItem(table, owned, usageChange([monitor], [ended]), NO_CEILING),
  };
}

/** Of what its history lacks, where up to twenty ping keys have its slug. */
const RECORDS_BESIDE_SLUGS = 18;

/** Writes the deletion of an active monitor, and what its slug names no more, all or nothing. */
export async function deletionWrite(ctx: DeletingCtx, owner: Owner, monitor: Monitor): Promise<Write> {
  const slugs = await movedSlugItems(ctx.table, owner.spaces, { id: monitor.id, before: monitor.checkSlug });
  const recordsMax = slugs.length > 0 ? RECORDS_BESIDE_SLUGS : undefined;
  const { items, counted } = deletionOf(ctx, owner, monitor, recordsMax);
  return (rows) => transact(ctx.table, [...items, ...slugs, counted, ...rows]);
}
