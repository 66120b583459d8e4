import type { catalogue } from '../../../lib/contract/catalogue.ts';
import type { ReportsView } from '../../../lib/contract/accounts/account.ts';
import { sameOrganizationItem } from '../../../lib/data/accounts/organizations.ts';
import { getStop } from '../../../lib/data/alerts/stopped-addresses.ts';
import { ownZoneOf, type Account } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { endReports, getReportWish, putReportWish } from '../../../lib/data/statistics/report-wishes.ts';
import { refusedReports } from '../../../lib/domain/alerts/stopped-address.ts';
import { isoOf } from '../../../lib/domain/instant.ts';
import { wishFor, type ReportWish } from '../../../lib/domain/statistics/reports/report-wish.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { memberOf, type SessionCtx } from '../organizations/organization-of.ts';

export const getReports: Handle<typeof catalogue.getReports> = async (ctx, { query }) => {
  const { place } = await placeFor(ctx, query.organization);
  return {
    reports: await reportsView(ctx, ctx.caller.owner, (await getReportWish(ctx.table, place)) ?? null),
  };
};

/** Asked for again they come again, also after a complaint. */
export const putReports: Handle<typeof catalogue.putReports> = async (ctx, { query, body }) => {
  const { owner } = ctx.caller;
  const wanted = { week: body.weekly, month: body.monthly };
  const reader = { accountId: owner.id, zone: ownZoneOf(owner) };
  const wish = await retryOnConflict(async () => {
    const { place, besides } = await placeFor(ctx, query.organization);
    const before = await getReportWish(ctx.table, place);
    const after = wishFor(before, { ...place, wanted, reader }, ctx.now);
    await (after ? putReportWish(ctx.table, { before, wish: after, besides }) : endReports(ctx.table, place));
    return after;
  });
  return { reports: await reportsView(ctx, owner, wish) };
};

/** Where it is kept what the caller wants, and what that hangs on: of an organization that it is a member. */
async function placeFor(ctx: SessionCtx, organizationId: string | undefined) {
  const { owner } = ctx.caller;
  if (organizationId === undefined)
    return { place: { spaceId: homeOf(owner), accountId: owner.id }, besides: [] };
  const organization = await memberOf(ctx, organizationId);
  return {
    place: { spaceId: homeOf(organization), accountId: owner.id },
    besides: [sameOrganizationItem(ctx.table, organization)],
  };
}

async function reportsView(
  { table, now }: Pick<Ctx, 'table' | 'now'>,
  { email }: Account,
  wish: ReportWish | null,
): Promise<ReportsView> {
  const stop = wish && (await getStop(table, hashOfAddress(email)));
  return {
    weekly: wish?.week != null,
    monthly: wish?.month != null,
    to: email,
    next_at: wish && isoOf(wish.dueAt),
    stopped: stop && wish ? refusedReports(stop, wish.askedAt, now) : null,
  };
}
