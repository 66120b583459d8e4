import type { catalogue } from '../../lib/contract/catalogue.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { redirectTo } from '../../lib/runtime/result.ts';
import { endApiKey } from './api-keys.ts';
import { declineInvitation, inviteMember, joinOrganization, withdrawInvitation } from './invitations.ts';
import { memberOf } from './organization-of.ts';
import { changeRole, removeMember } from './members.ts';
import { makeOrganization, patchOrganization } from './organizations.ts';

type Forms = typeof catalogue;

export const submitOrganization: Handle<Forms['submitOrganization']> = async (ctx, { body }) => {
  const { id } = await makeOrganization(ctx, body.name);
  return backTo(id, 'made');
};

export const submitJoin: Handle<Forms['submitJoin']> = async (ctx, input) => {
  await joinOrganization(ctx, input);
  return backTo(input.params.organization, 'joined');
};

export const submitDecline: Handle<Forms['submitDecline']> = async (ctx, input) => {
  await declineInvitation(ctx, input);
  return redirectTo(303, '/account?done=declined');
};

export const submitOrganizationName: Handle<Forms['submitOrganizationName']> = async (ctx, input) => {
  await patchOrganization(ctx, input);
  return backTo(input.params.organization, 'renamed');
};

export const submitOrganizationSwitch: Handle<Forms['submitOrganizationSwitch']> = async (ctx, input) => {
  const enabled = input.body.enabled === 'true';
  await patchOrganization(ctx, { ...input, body: { enabled } });
  return backTo(input.params.organization, enabled ? 'on' : 'off');
};

export const submitInvitation: Handle<Forms['submitInvitation']> = async (ctx, input) => {
  await inviteMember(ctx, input);
  return backTo(input.params.organization, 'invited');
};

export const submitInvitationEnd: Handle<Forms['submitInvitationEnd']> = async (ctx, input) => {
  await withdrawInvitation(ctx, { ...input, body: undefined });
  return backTo(input.params.organization, 'withdrawn');
};

export const submitOrganizationKeyEnd: Handle<Forms['submitOrganizationKeyEnd']> = async (ctx, input) => {
  await memberOf(ctx, input.params.organization);
  await endApiKey(ctx, input.body.id);
  return backTo(input.params.organization, 'revoked');
};

export const submitRole: Handle<Forms['submitRole']> = async (ctx, input) => {
  await changeRole(ctx, input);
  return backTo(input.params.organization, 'role');
};

/** Whoever leaves has no page of the organization to come back to. */
export const submitMemberEnd: Handle<Forms['submitMemberEnd']> = async (ctx, input) => {
  const { organization, member } = input.params;
  await removeMember(ctx, { ...input, body: undefined });
  return member === ctx.caller.owner.id
    ? redirectTo(303, '/account?done=left')
    : backTo(organization, 'removed');
};

function backTo(organizationId: string, done: string) {
  return redirectTo(303, `/account/organizations/${encodeURIComponent(organizationId)}?done=${done}`);
}
