import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import {
  askInvitationMailItem,
  getInvitationMail,
  type InvitedBy,
} from '../../../lib/data/accounts/invitation-mails.ts';
import { invitedItem, notInvitedItem } from '../../../lib/data/accounts/invitation-pointers.ts';
import { joinedItem } from '../../../lib/data/accounts/organizations.ts';
import type { TransactItem } from '../../../lib/data/table.ts';
import { accepted } from '../../../lib/domain/decision.ts';
import { mailAskedFor } from '../../../lib/domain/accounts/invitation-mail.ts';
import { roleOf } from '../../../lib/domain/accounts/organization.ts';
import {
  invitationEndOf,
  UNINVITED,
  withDeclined,
  withInvitation,
  withJoined,
  withoutInvitation,
} from '../../../lib/domain/accounts/organization-people.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import { sendOrLeave } from '../../../lib/flows/alerts/outbox.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { changePeople, shownOrganization, type SessionCtx } from './organization-of.ts';
import { refuseOneTooMany } from './organizations.ts';

export const inviteMember: Handle<typeof catalogue.inviteMember> = async (ctx, { params, body }) => {
  const { table, now } = ctx;
  const addressHash = hashOfAddress(body.email);
  const inviting = { ...body, actor: ctx.caller.owner.id, addressHash };
  const expiresAt = invitationEndOf(now);
  let isMailed = false;
  const organization = await changePeople(ctx, params.organization, {
    decide: (people) => withInvitation(people, inviting, now),
    besides: async ({ id }) => {
      const mail = await mailItems(ctx, { addressHash, organizationId: id });
      isMailed = mail.length > 0;
      return [invitedItem(table, { addressHash, organizationId: id, expiresAt }), ...mail];
    },
  });
  if (isMailed) await sendOrLeave(ctx, [{ kind: 'invite', organizationId: organization.id, addressHash }]);
  return shownOrganization(ctx, organization);
};

/** What has the address mailed; nothing where it was a short time ago, or often enough. */
async function mailItems({ table, now }: SessionCtx, to: InvitedBy): Promise<TransactItem[]> {
  const before = await getInvitationMail(table, to);
  const mail = mailAskedFor(before, now);
  return mail ? [askInvitationMailItem(table, { ...to, ...mail }, before)] : [];
}

export const withdrawInvitation: Handle<typeof catalogue.withdrawInvitation> = async (ctx, { params }) => {
  const { invitation: addressHash } = params;
  const organization = await changePeople(ctx, params.organization, {
    decide: (people) => withoutInvitation(people, ctx.caller.owner.id, addressHash),
    besides: ({ id }) => [notInvitedItem(ctx.table, { addressHash, organizationId: id })],
  });
  return shownOrganization(ctx, organization);
};

export const joinOrganization: Handle<typeof catalogue.joinOrganization> = async (ctx, { params }) => {
  const { table, now, caller } = ctx;
  const addressHash = hashOfAddress(caller.owner.email);
  const joined = changePeople(ctx, params.organization, {
    decide: (people) => withJoined(people, { accountId: caller.owner.id, addressHash }, now),
    besides: (people) => {
      const notInvited = notInvitedItem(table, { addressHash, organizationId: people.id });
      if (roleOf(people, caller.owner.id)) return [notInvited];
      refuseOneTooMany(caller.owner);
      return [notInvited, joinedItem(table, caller.owner, people.id)];
    },
  });
  const organization = await joined.catch(unlessNone);
  if (!organization) throw new Refusal(UNINVITED.code, UNINVITED.detail);
  return shownOrganization(ctx, organization);
};

/** For what an organization that there is not is answered as one that invites nobody. */
function unlessNone(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'organization_not_found') throw error;
}

/** What invites nobody is declined all the same: whether there is such an organization is told to nobody else. */
export const declineInvitation: Handle<typeof catalogue.declineInvitation> = async (ctx, { params }) => {
  const addressHash = hashOfAddress(ctx.caller.owner.email);
  const declined = changePeople(ctx, params.organization, {
    decide: (people) => accepted(withDeclined(people, addressHash)),
    besides: ({ id }) => [notInvitedItem(ctx.table, { addressHash, organizationId: id })],
  });
  await declined.catch(unlessNone);
  return { ok: true };
};
