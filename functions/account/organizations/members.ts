import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { leftItem } from '../../../lib/data/accounts/organizations.ts';
import { endedReportsItem } from '../../../lib/data/statistics/report-wishes.ts';
import { getOwner, type Organization } from '../../../lib/data/owners.ts';
import type { TransactItem } from '../../../lib/data/table.ts';
import { withoutMember, withRole } from '../../../lib/domain/accounts/organization-people.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { changePeople, shownOrganization, type SessionCtx } from './organization-of.ts';

export const changeRole: Handle<typeof catalogue.changeRole> = async (ctx, { params, body }) => {
  const change = { actor: ctx.caller.owner.id, target: params.member, role: body.role };
  const organization = await changePeople(ctx, params.organization, {
    decide: (people) => withRole(people, change, ctx.now),
  });
  return shownOrganization(ctx, organization);
};

export const removeMember: Handle<typeof catalogue.removeMember> = async (ctx, { params }) => {
  const change = { actor: ctx.caller.owner.id, target: params.member };
  await changePeople(ctx, params.organization, {
    decide: (people) => withoutMember(people, change),
    besides: (left) => leaving(ctx, change.target, left),
  });
  return { ok: true };
};

/** What ends with a membership. An account that is gone has no list. */
async function leaving(
  { table }: SessionCtx,
  accountId: string,
  organization: Organization,
): Promise<TransactItem[]> {
  const account = await getOwner(table, accountId);
  const { id } = organization;
  const isListed = account?.kind === 'account' && account.organizations.includes(id);
  return [
    ...(isListed ? [leftItem(table, account, id)] : []),
    endedReportsItem(table, { spaceId: homeOf(organization), accountId }),
  ];
}
