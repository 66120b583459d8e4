import * as z from 'zod';
import { apiKeyFields, apiKeyOperations } from './api-keys.ts';
import { COOKIES } from '../cookies.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { organizationFields, organizationOperations } from './organizations.ts';

const own = {
  area: 'account',
  tag: 'organizations',
  invalidInput: 'invalid_request',
  refusesInKind: true,
  output: { contentType: 'text/html; charset=utf-8' },
} as const;

/** A form of a page, which sends the browser back to a page. */
const form = { ...own, method: 'POST', auth: 'session', status: 303 } as const;
const button = { body: { form: z.strictObject({}) } } as const;

const path = '/account/organizations';
const one = `${path}/:organization` as const;
const organization = z.string();
const params = { params: z.object({ organization }) } as const;
const { createOrganization, patchOrganization, inviteMember, withdrawInvitation } = organizationOperations;
const { joinOrganization, declineInvitation, changeRole, removeMember } = organizationOperations;

/** The page of an organization and the forms of organizations; each form does what an operation with JSON does. */
export const organizationPageOperations = {
  showOrganization: {
    ...own,
    ...params,
    method: 'GET',
    path: one,
    auth: 'none',
    status: 200,
    summary: 'Page on which the members of an organization look after it.',
    query: z.object({
      done: z.string().optional().meta({ description: 'The form that the page comes back from.' }),
    }),
    cookies: { reads: [COOKIES.browser, COOKIES.session], sets: [COOKIES.browser] },
    errors: ['organization_not_found', 'auth_unavailable'],
  },
  submitOrganization: {
    ...form,
    path,
    summary: 'Makes an organization, from the account page.',
    body: { form: z.strictObject({ name: organizationFields.name }) },
    errors: createOrganization.errors,
  },
  submitJoin: {
    ...form,
    ...params,
    ...button,
    path: `${one}/join`,
    summary: 'Accepts an invitation, from the account page.',
    hints: { idempotent: true },
    errors: joinOrganization.errors,
  },
  submitDecline: {
    ...form,
    ...params,
    ...button,
    path: `${one}/decline`,
    summary: 'Declines an invitation, from the account page.',
    hints: { idempotent: true },
    errors: declineInvitation.errors,
  },
  submitOrganizationName: {
    ...form,
    ...params,
    path: `${one}/name`,
    summary: 'Renames an organization, from its page.',
    hints: { idempotent: true },
    body: { form: z.strictObject({ name: organizationFields.name }) },
    errors: patchOrganization.errors,
  },
  submitOrganizationSwitch: {
    ...form,
    ...params,
    path: `${one}/switch`,
    summary: 'Switches an organization off or on, from its page.',
    hints: { idempotent: true },
    body: {
      form: z.strictObject({
        enabled: field(z.enum(['true', 'false']), {
          code: 'invalid_request',
          rule: 'true or false',
        }),
      }),
    },
    errors: patchOrganization.errors,
  },
  submitInvitation: {
    ...form,
    ...params,
    path: `${one}/invitations`,
    summary: 'Invites an address, from the page of an organization.',
    hints: inviteMember.hints,
    body: { form: z.strictObject({ email: organizationFields.email, role: organizationFields.role }) },
    errors: inviteMember.errors,
  },
  submitInvitationEnd: {
    ...form,
    ...button,
    path: `${one}/invitations/:invitation/withdraw`,
    summary: 'Takes an invitation back, from the page of an organization.',
    hints: { destructive: true },
    params: z.object({ organization, invitation: z.string() }),
    errors: withdrawInvitation.errors,
  },
  submitOrganizationKey: {
    ...form,
    ...params,
    // The page itself, since the text of the key is shown once and stands in no address.
    status: 200,
    path: `${one}/keys`,
    summary: 'Makes an API key of an organization and shows it this once, from its page.',
    cookies: { reads: [COOKIES.browser, COOKIES.session] },
    body: { form: z.strictObject({ name: apiKeyFields.name }) },
    errors: [...apiKeyOperations.createApiKey.errors, 'organization_not_found'],
  },
  submitOrganizationKeyEnd: {
    ...form,
    ...params,
    path: `${one}/keys/revoke`,
    summary: 'Ends an API key of an organization at once and for good, from its page.',
    hints: { destructive: true },
    body: { form: z.strictObject({ id: apiKeyFields.id }) },
    errors: [...apiKeyOperations.revokeApiKey.errors, 'organization_not_found'],
  },
  submitRole: {
    ...form,
    path: `${one}/members/:member/role`,
    summary: 'Gives a member another role, from the page of an organization.',
    hints: { idempotent: true },
    params: z.object({ organization, member: z.string() }),
    body: { form: z.strictObject({ role: organizationFields.role }) },
    errors: changeRole.errors,
  },
  submitMemberEnd: {
    ...form,
    ...button,
    path: `${one}/members/:member/remove`,
    summary: 'Removes a member, or has you leave, from the page of an organization.',
    hints: { destructive: true },
    params: z.object({ organization, member: z.string() }),
    errors: removeMember.errors,
  },
} as const satisfies Record<string, Operation>;
