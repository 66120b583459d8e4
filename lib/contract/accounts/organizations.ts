import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { ROLES } from '../../domain/accounts/organization.ts';
import { field } from '../field.ts';
import { mailAddress } from '../monitors/monitor-input.ts';
import type { Operation } from '../operation.ts';

const role = z.enum(ROLES);
const instant = z.iso.datetime();

const summary = {
  id: z.string().meta({ description: 'Send it as `X-Organization` to act for the organization.' }),
  name: z.string(),
  role: role.meta({ description: 'Yours.' }),
  enabled: z.boolean().meta({ description: 'While it is false the keys of the organization open nothing.' }),
  created_at: instant,
};

const member = z
  .strictObject({ id: z.string(), email: z.string(), name: z.string(), role, joined_at: instant })
  .meta({ id: 'OrganizationMember' });

const invitation = z
  .strictObject({ id: z.string(), email: z.string(), role, expires_at: instant })
  .meta({ id: 'OrganizationInvitation' });

const organization = z
  .strictObject({ ...summary, members: z.array(member), invitations: z.array(invitation) })
  .meta({ id: 'Organization' });

/** An organization as its members see it. */
export type OrganizationView = z.infer<typeof organization>;
export type OrganizationSummary = Omit<OrganizationView, 'members' | 'invitations'>;

const invited = z.strictObject({
  organization_id: z.string(),
  name: z.string(),
  role,
  expires_at: instant,
});

/** An invitation as whoever holds the address sees it. */
export type InvitedView = z.infer<typeof invited>;

const organizationId = { organization: z.string() };
const params = { params: z.object(organizationId) } as const;
const shows = { output: { json: z.strictObject({ organization }) } } as const;
const own = { area: 'account', tag: 'organizations', auth: 'session', status: 200 } as const;
const changes = {
  ...own,
  ...params,
  ...shows,
  invalidInput: 'invalid_request',
} as const;
const nothing = { body: { json: z.strictObject({}) }, invalidInput: 'invalid_request' } as const;
const path = '/api/organizations';
const one = `${path}/:organization` as const;

const name = field(z.string(), {
  code: 'invalid_organization_name',
  rule: `a text of 1 to ${LIMITS.nameMaxChars} characters without control or format characters`,
});
const givenRole = field(role, { code: 'invalid_role', rule: `one of ${ROLES.join(', ')}` });
const email = field(mailAddress(), { code: 'invalid_email', rule: 'an e-mail address' });

/** What several people own together (DECISIONS.md "Owners, accounts, money"). */
export const organizationOperations = {
  listOrganizations: {
    ...own,
    method: 'GET',
    path,
    summary: 'Lists the organizations you are a member of, and those that invite you.',
    output: {
      json: z.strictObject({
        organizations: z.array(z.strictObject(summary).meta({ id: 'OrganizationSummary' })),
        invitations: z.array(invited),
      }),
    },
    errors: [],
  },
  createOrganization: {
    ...own,
    ...shows,
    method: 'POST',
    path,
    status: 201,
    summary: `Creates an organization, which you own; an account is in at most ${LIMITS.organizationsPerAccountMax}.`,
    body: { json: z.strictObject({ name }) },
    invalidInput: 'invalid_request',
    errors: ['invalid_organization_name', 'organization_limit_reached'],
  },
  getOrganization: {
    ...own,
    ...params,
    ...shows,
    method: 'GET',
    path: one,
    summary: 'Shows an organization, its members and, to owners and admins, its open invitations.',
    errors: ['organization_not_found'],
  },
  patchOrganization: {
    ...changes,
    method: 'PATCH',
    path: one,
    summary: 'Renames an organization, or switches it off or on; only an owner can do the latter.',
    body: {
      json: z.strictObject({
        name: name.optional(),
        enabled: field(z.boolean(), { code: 'invalid_request', rule: 'true or false' }).optional(),
      }),
    },
    errors: ['invalid_organization_name', 'organization_not_found', 'organization_forbidden'],
  },
  inviteMember: {
    ...changes,
    method: 'POST',
    path: `${one}/invitations`,
    status: 201,
    summary: `Invites an address by e-mail; whoever signs in with it within ${LIMITS.invitationDays} days can join.`,
    hints: { openWorld: true },
    body: {
      json: z.strictObject({
        email,
        role: givenRole,
      }),
    },
    errors: [
      'invalid_email',
      'invalid_role',
      'organization_not_found',
      'organization_forbidden',
      'organization_full',
    ],
  },
  withdrawInvitation: {
    ...changes,
    method: 'DELETE',
    path: `${one}/invitations/:invitation`,
    summary: 'Withdraws an invitation.',
    params: z.object({ ...organizationId, invitation: z.string() }),
    errors: ['not_found', 'organization_not_found', 'organization_forbidden'],
  },
  joinOrganization: {
    ...changes,
    ...nothing,
    method: 'POST',
    path: `${one}/join`,
    summary: "Accepts the invitation of your account's address.",
    hints: { idempotent: true },
    errors: ['not_found', 'organization_full', 'organization_limit_reached'],
  },
  declineInvitation: {
    ...own,
    ...params,
    ...nothing,
    method: 'POST',
    path: `${one}/decline`,
    summary: "Declines the invitation of your account's address.",
    hints: { idempotent: true },
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors: [],
  },
  changeRole: {
    ...changes,
    method: 'PATCH',
    path: `${one}/members/:member`,
    summary: "Changes a member's role; only an owner adds, changes and removes owners.",
    params: z.object({ ...organizationId, member: z.string() }),
    body: { json: z.strictObject({ role: givenRole }) },
    errors: ['not_found', 'invalid_role', 'organization_not_found', 'organization_forbidden', 'last_owner'],
  },
  removeMember: {
    ...own,
    method: 'DELETE',
    path: `${one}/members/:member`,
    summary: 'Removes a member, or lets you leave; the keys that member created for the organization stop.',
    params: z.object({ ...organizationId, member: z.string() }),
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors: ['not_found', 'organization_not_found', 'organization_forbidden', 'last_owner'],
  },
} as const satisfies Record<string, Operation>;
