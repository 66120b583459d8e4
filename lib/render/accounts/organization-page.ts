import type { OrganizationView } from '../../contract/accounts/organizations.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { isManager } from '../../domain/accounts/organization.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';
import { invitationsPart } from './invitations-part.ts';
import { newKeyNote } from './key-rows.ts';
import { membersPart } from './members-part.ts';
import { organizationKeysPart, type ShownOrganizationKeys } from './organization-keys-part.ts';
import { deletePart, endPart, namePart, switchPart } from './organization-settings.ts';
import { pageFrame } from './page-frame.ts';
import { paymentsPart, type ShownPayments } from './payments-part.ts';
import { ROLES_PART } from './roles-part.ts';

/** What the page says after a form, by the word that its address carries then. */
const DONE = new Map([
  ['made', 'The organization is made. Invite the people who look after its monitors with you.'],
  ['revoked', 'The key is revoked: programs that call with it are refused.'],
  ['joined', 'You are in the organization.'],
  ['renamed', 'The name is saved.'],
  ['off', 'The organization is switched off.'],
  ['on', 'The organization is switched on.'],
  ['invited', 'The invitation is open.'],
  ['withdrawn', 'The invitation is taken back.'],
  ['role', 'The role is saved.'],
  ['removed', 'The member is removed. Keys that it made for the organization are refused.'],
]);

/** An organization as its page shows it to one of its members. */
export interface ShownOrganization {
  organization: OrganizationView;
  viewer: { id: string; email: string; theme: Profile['theme'] };
  csrf: string;
  /** Null for members, who have nothing to do with keys. */
  keys: ShownOrganizationKeys | null;
  payments: ShownPayments;
}

/** What a form did: named by the address that it comes back to, or, where that may not say it, as it is. */
export type SaidOfOrganization = { done: string | undefined } | { made: { key: ApiKey; secret: string } };

const ALL_PAYMENTS = markup`<code>GET /api/purchases</code> for the organization lists all.`;

/**
 * The page of an organization, complete without JavaScript: forms for what the role of whoever looks may do. To be sent
 * with `scriptedPageSecurity`.
 */
export function organizationPage(
  { organization, viewer, csrf, keys, payments }: ShownOrganization,
  said: SaidOfOrganization,
): string {
  const { id, name, role } = organization;
  const field = markup`<input type="hidden" name="csrf" value="${csrf}">`;
  const part = { organization, viewerId: viewer.id, path: `/account/organizations/${id}`, csrf: field };
  return pageFrame({
    title: name,
    heading: name,
    email: viewer.email,
    theme: viewer.theme,
    main: markup`${'made' in said ? newKeyNote(said.made, part.path) : noteOf(said.done)}<p><a class="way" href="/account">Back to your account</a></p>
${factsOf(organization)}${membersPart(part)}${isManager(role) ? invitationsPart(part) : null}${keys && organizationKeysPart(keys, part)}${paymentsPart(payments, ALL_PAYMENTS)}${ROLES_PART}${isManager(role) ? namePart(part) : null}${role === 'owner' ? switchPart(part) : null}${endPart(part)}${role === 'owner' ? deletePart(part) : null}`,
    isScripted: true,
  });
}

function noteOf(done: string | undefined): Markup | null {
  const words = done === undefined ? undefined : DONE.get(done);
  return words === undefined ? null : markup`<p class="note" role="status">${words}</p>\n`;
}

function factsOf({ id, role, enabled, created_at: made }: OrganizationView): Markup {
  return markup`<section aria-labelledby="facts"><h2 id="facts">Organization</h2>
<dl><dt>Your role</dt><dd>${role}</dd><dt>State</dt><dd>${enabled ? 'switched on' : OFF}</dd>
<dt>Made</dt><dd>${moment(Date.parse(made))}</dd><dt>Id</dt><dd><code data-copy="id of the organization">${id}</code></dd></dl>
<p class="hint">A call with your session acts for the organization when it sends the header <code>X-Organization</code> with this id. A key of the organization acts for it without the header.</p></section>
`;
}

const OFF =
  'switched off: its API keys are refused and nobody can act for it. Its monitors go on, and alert as before.';
