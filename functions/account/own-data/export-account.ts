import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { listApiKeys } from '../../../lib/data/accounts/api-keys.ts';
import { getAvatar } from '../../../lib/data/accounts/avatars.ts';
import { getOrganization } from '../../../lib/data/accounts/organizations.ts';
import { codesLeft, getRecovery } from '../../../lib/data/accounts/recovery-codes.ts';
import { sessionsOf } from '../../../lib/data/accounts/sessions.ts';
import { getStop } from '../../../lib/data/alerts/stopped-addresses.ts';
import { trialOf } from '../../../lib/data/accounts/trials.ts';
import { isActive } from '../../../lib/domain/accounts/api-key.ts';
import { dayOf } from '../../../lib/domain/calendar.ts';
import { isoOf } from '../../../lib/domain/instant.ts';
import { roleOf } from '../../../lib/domain/accounts/organization.ts';
import { hashOfAddress, identityHashOf } from '../../../lib/flows/address-hash.ts';
import { exportPage } from '../../../lib/flows/accounts/export-page.ts';
import { trialView, apiKeyView } from '../../../lib/render/accounts/account-view.ts';
import { exportedValues } from '../../../lib/render/accounts/export-item-view.ts';
import { organizationSummary } from '../../../lib/render/accounts/organization-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { invitationsOf } from '../organizations/organizations.ts';
import type { SessionCtx } from '../organizations/organization-of.ts';

type Export = typeof catalogue.exportAccount;

export const exportAccount: Handle<Export> = async (ctx, { query }) => {
  const [{ views, cursor }, account] = await Promise.all([
    exportPage(ctx.table, ctx.caller.owner.spaces, {
      cursor: query.cursor,
      view: (record) => ({ ...record, data: exportedValues(record.data) }),
    }),
    query.cursor === undefined ? exportedAccount(ctx) : undefined,
  ]);
  const path = `${ctx.origins.base}/api/account/export`;
  const page = {
    generated_at: isoOf(ctx.now),
    ...(account && { account }),
    records: views,
    next: cursor === null ? null : `${path}?cursor=${cursor}`,
  };
  const name = `rollcall-${dayOf(ctx.now)}.json`;
  return new Result(page, { headers: { 'content-disposition': `attachment; filename="${name}"` } });
};

/** What lies with the account itself. */
async function exportedAccount(ctx: SessionCtx) {
  const { table, caller, now } = ctx;
  const { organizations: _listed, createdAt, trialStartedAt: _begun, ...rest } = caller.owner;
  const { person } = caller.session;
  const [trial, sessions, keys, picture, stop, invitations, memberships, recovery] = await Promise.all([
    trialOf(table, caller.owner),
    sessionsOf(table, rest.id),
    listApiKeys(table, rest.id),
    getAvatar(table, rest.id),
    getStop(table, hashOfAddress(rest.email)),
    invitationsOf(ctx),
    membershipsOf(ctx),
    getRecovery(table, rest.id),
  ]);
  return {
    ...exportedValues(rest),
    id: rest.id,
    email: rest.email,
    created_at: isoOf(createdAt),
    trial: trialView(trial, now),
    recovery_codes_left: codesLeft(recovery),
    identity: person && { ...person, hash: identityHashOf(person) },
    sessions: sessions.map(({ hash: _hash, ownerId: _owner, ...session }) => exportedValues(session)),
    api_keys: keys.map((key) => apiKeyView(key, isActive(key, caller.owner))),
    organizations: memberships,
    invitations,
    picture: picture === undefined ? null : Buffer.from(picture).toString('base64'),
    mail_to_you_stopped: stop === undefined ? null : exportedValues(stop),
  };
}

async function membershipsOf({ table, caller }: SessionCtx) {
  const { id, organizations } = caller.owner;
  const own = await Promise.all(organizations.map((each) => getOrganization(table, each)));
  return own.flatMap((organization) => {
    const role = organization && roleOf(organization, id);
    if (!role) return [];
    const joinedAt = organization.members[id]?.joinedAt ?? organization.createdAt;
    return [{ ...organizationSummary(organization, role), joined_at: isoOf(joinedAt) }];
  });
}
