import { cleanLine } from '../../domain/alerts/clean-line.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Role } from '../../domain/accounts/organization.ts';
import { breakLinks } from '../escape.ts';
import { instantText } from '../time-text.ts';
import { type MailContent, mailContent } from './mail.ts';

const AS: Record<Role, string> = {
  owner: 'an owner, who can do everything',
  admin: 'an admin, who manages its people, keys and monitors',
  member: 'a member, who works with its monitors',
};

/**
 * The mail that tells an address that it is invited to an organization. Anyone can have it sent to anyone, so the subject is
 * fixed, names are quoted and cannot turn into links, the inviter is known by the address that it has proved, and the link
 * gives nothing away.
 */
export function invitationMail(input: {
  organizationName: string;
  inviter: { address: string; name: string };
  role: Role;
  expiresAt: Instant;
  invitationUrl: string;
}): MailContent {
  const { inviter, role, expiresAt, invitationUrl } = input;
  const address = cleanLine(inviter.address, 320);
  const who = inviter.name === '' ? address : `${address} (“${nameOf(inviter.name)}”)`;
  return mailContent('You have been invited to an organization on Rollcall', {
    heading: 'Do you want to join this organization?',
    paragraphs: [
      `${who} invites you to the organization “${nameOf(input.organizationName)}” on Rollcall, as ${AS[role]}.`,
      'To accept or decline, sign in with this address on the page below. The link holds no secret, and opening it changes nothing.',
      `The invitation expires ${LIMITS.invitationDays} days after it was sent, on ${instantText(expiresAt)}.`,
      'If you did not expect this, do nothing: you join only if you accept, and the invitation expires by itself.',
    ],
    facts: [],
    action: { label: 'See the invitation', url: invitationUrl },
    footer: {
      text: 'Rollcall watches scheduled jobs and alerts their owners when one does not run.',
      link: null,
    },
  });
}

function nameOf(name: string): string {
  return breakLinks(cleanLine(name, LIMITS.nameMaxChars));
}
