import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { removeOrganization } from '../../../lib/data/accounts/owner-removal.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { roleOf } from '../../../lib/domain/accounts/organization.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { endMonitorsOf, recentPerson, refuseUnconfirmed } from '../own-data/delete-account.ts';
import { memberOf } from './organization-of.ts';

/** Of an owner alone; the lists of its members lose it with all else that belongs to it. */
export const deleteOrganization: Handle<typeof catalogue.deleteOrganization> = async (
  ctx,
  { params, body },
) => {
  await retryOnConflict(async () => {
    const organization = await memberOf(ctx, params.organization);
    const { id: ownerId, name, spaces, members } = organization;
    if (roleOf(organization, ctx.caller.owner.id) !== 'owner')
      throw new Refusal('organization_forbidden', 'Only an owner can delete the organization.');
    recentPerson(ctx, 'Deleting an organization');
    refuseUnconfirmed(body.confirm, name, 'the name of the organization');
    await removeOrganization(ctx.table, organization, {
      ownerId,
      spaces,
      startedAt: ctx.now,
      sweptAt: null,
      account: null,
      members: Object.keys(members),
    });
    await endMonitorsOf(ctx, organization);
  });
  return { ok: true };
};
