import { deleteItem } from '../../lib/data/items.ts';
import { DAY_MS } from '../../lib/domain/calendar.ts';
import { listInvited, notInvitedItem } from '../../lib/data/accounts/invitation-pointers.ts';
import { avatarKey, enrolmentKey, identityKey, sessionKey, sessionPointerKey } from '../../lib/data/keys.ts';
import { changedOrganizationItem, getOrganization, leftItem } from '../../lib/data/accounts/organizations.ts';
import { getOwner } from '../../lib/data/owners.ts';
import { deleteItemOf, deleteItems } from '../../lib/data/delete-items.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { endRecovery } from '../../lib/data/accounts/recovery-codes.ts';
import { sessionHashes } from '../../lib/data/accounts/sessions.ts';
import { endReports } from '../../lib/data/statistics/report-wishes.ts';
import { transact } from '../../lib/data/table.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { identityHashOf } from '../../lib/flows/address-hash.ts';
import type { EraserRun } from './eraser-run.ts';

const INVITED_FOR_MS = LIMITS.invitationDays * DAY_MS;

type Gone = NonNullable<EraserRun['erasure']['account']>;

/** Takes an organization that is gone from the lists of its members. */
export async function eraseMembers({ table, erasure, inTime }: EraserRun): Promise<void> {
  for (const member of erasure.members) {
    inTime();
    await retryOnConflict(async () => {
      const account = await getOwner(table, member);
      if (account?.kind === 'account' && account.organizations.includes(erasure.ownerId))
        await transact(table, [leftItem(table, account, erasure.ownerId)]);
    });
  }
}

/** Erases what only accounts have. The identity stays until the person is gone, so that it begins no account meanwhile. */
export async function eraseAccount(run: EraserRun, gone: Gone): Promise<void> {
  const { table, erasure, people } = run;
  await eraseSessions(run);
  await endRecovery(table, erasure.ownerId);
  await eraseInvitations(run, gone);
  await endReportsOf(run, gone);
  await deleteItem(table, avatarKey(erasure.ownerId));
  await people.remove(gone.person);
  // By another issuer the person may have an account again.
  await deleteItemOf(table, identityKey(identityHashOf(gone.person)), ['ownerId', erasure.ownerId]);
}

async function eraseSessions({ table, erasure: { ownerId }, inTime }: EraserRun): Promise<void> {
  for await (const hashes of sessionHashes(table, ownerId)) {
    inTime();
    await deleteItems(
      table,
      hashes.flatMap((hash) => [sessionKey(hash), enrolmentKey(hash)]),
    );
    await deleteItems(
      table,
      hashes.map((hash) => sessionPointerKey(ownerId, hash)),
    );
  }
}

/** Of the organizations that it was in; its own are in its spaces. */
async function endReportsOf({ table, erasure, inTime }: EraserRun, { organizations }: Gone): Promise<void> {
  for (const each of organizations) {
    inTime();
    const [spaceId] = (await getOrganization(table, each))?.spaces ?? [];
    if (spaceId !== undefined) await endReports(table, { spaceId, accountId: erasure.ownerId });
  }
}

/** Declines what the address was invited to before: an account that it has by now may be invited anew. */
async function eraseInvitations({ table, erasure }: EraserRun, { addressHash }: Gone): Promise<void> {
  for (const { organizationId, expiresAt } of await listInvited(table, addressHash, erasure.startedAt)) {
    if (expiresAt - INVITED_FOR_MS > erasure.startedAt) continue;
    await retryOnConflict(async () => {
      const organization = await getOrganization(table, organizationId);
      const { [addressHash]: declined, ...invitations } = organization?.invitations ?? {};
      await transact(table, [
        notInvitedItem(table, { addressHash, organizationId }),
        ...(organization && declined ? [changedOrganizationItem(table, organization, { invitations })] : []),
      ]);
    });
  }
}
