import type { Instant } from '../../domain/instant.ts';
import { instantText } from '../time-text.ts';
import { type MailContent, mailContent } from './mail.ts';

/** The mail that tells a person that a recovery code of its account was used. */
export function recoveryMail(of: { usedAt: Instant; left: number; accountUrl: string }): MailContent {
  const left = `${of.left} of your recovery codes ${of.left === 1 ? 'is' : 'are'} left.`;
  return mailContent('A recovery code of your Rollcall account was used', {
    heading: 'A recovery code was used',
    paragraphs: [
      `On ${instantText(of.usedAt)} somebody used a recovery code of your account to remove your authenticator app. Unless that failed, you sign in without it until you set one up again. ${left}`,
      'If that was you, check that you have an authenticator app or set one up again under “Sign-in” of your account, and make new codes.',
      'If it was not, somebody has your codes. Sign in, end all sessions and keys, set an authenticator app up again and make new codes.',
    ],
    facts: [],
    action: { label: 'To the sign-in of your account', url: of.accountUrl },
    footer: {
      text: 'You get this mail because it is about the security of your account.',
      link: null,
    },
  });
}
