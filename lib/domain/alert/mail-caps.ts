import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { normalMailbox } from './channel.ts';

/** In whose name an address is asked, which decides what the mail is counted in: guests share one quota, an account has its own. */
export type Quota = 'guests' | `account ${string}` | `organization ${string}`;

/** A limit on the mails that ask for consent (DECISIONS.md "Alert channels" 7): so many in one window of time. */
export interface MailCap {
  name: 'mailbox' | 'domain' | 'guests' | 'account' | 'inviter';
  /** What of the name is counted: a folded mailbox, a domain, a quota. */
  counted: string;
  limit: number;
  from: Instant;
  lengthMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Anybody has a mailbox there, so a cap on the domain would let one guest shut out everybody else's. */
const LARGE_PROVIDERS = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com icloud.com me.com ' +
    'mac.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de t-online.de mail.com zoho.com fastmail.com ' +
    'yandex.com yandex.ru mail.ru qq.com 163.com 126.com naver.com orange.fr free.fr laposte.net libero.it uol.com.br ' +
    'bol.com.br terra.com.br comcast.net'
  ).split(' '),
);

/** The quota of an owner. */
export function quotaOf(owner: { kind: 'guest' | 'account' | 'organization'; id: string }): Quota {
  switch (owner.kind) {
    case 'guest':
      return 'guests';
    case 'account':
    case 'organization':
      return `${owner.kind} ${owner.id}`;
  }
}

/** Two names of one provider lead into the same mailbox. */
const ONE_PROVIDER: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * One name for the spellings that lead into one mailbox: no plus-tag, no dots before the @, no case. For counting
 * only: some services tell such spellings apart, so mail goes to an address as it was written.
 */
export function foldedMailbox(address: string): string {
  const [local = '', domain = ''] = partsOf(address);
  return `${local.replace(/\+.*$/s, '').replaceAll('.', '')}@${ONE_PROVIDER[domain] ?? domain}`;
}

/** Every cap that a question to an address falls under at an instant, the narrowest first. */
export function capsOn(
  { address, quota }: { address: string; quota: Quota },
  perHour: { guests: number },
  now: Instant,
): MailCap[] {
  const [, domain = ''] = partsOf(address);
  const day = windowAt(now, DAY_MS);
  const hour = windowAt(now, HOUR_MS);
  const mailbox = { name: 'mailbox', counted: foldedMailbox(address), ...day } as const;
  const ofDomain = { name: 'domain', counted: domain, ...hour } as const;
  return [
    { ...mailbox, limit: LIMITS.confirmationsPerMailboxDay },
    ...(LARGE_PROVIDERS.has(domain) ? [] : [{ ...ofDomain, limit: LIMITS.confirmationsPerDomainHour }]),
    quota === 'guests'
      ? { name: 'guests', counted: quota, ...hour, limit: perHour.guests }
      : ownerCap(quota, now),
  ];
}

/** The cap of an owner's own quota. */
export function ownerCap(quota: Exclude<Quota, 'guests'>, now: Instant): MailCap {
  const limit = LIMITS.accountConfirmationsPerHour;
  return { name: 'account', counted: quota, ...windowAt(now, HOUR_MS), limit };
}

/** The cap of a person who invites: who takes invitations back in turns reaches no more strangers than others do. */
export function inviterCap(accountId: string, now: Instant): MailCap {
  const limit = LIMITS.invitationMailsPerDay;
  return { name: 'inviter', counted: accountId, ...windowAt(now, DAY_MS), limit };
}

/** When the question that is the `place`-th to wait for a cap finds room: each window takes as many as the limit. */
export function roomAt(cap: MailCap, place: number): Instant {
  return cap.from + cap.lengthMs * Math.ceil(place / cap.limit);
}

function windowAt(now: Instant, lengthMs: number): { from: Instant; lengthMs: number } {
  return { from: now - (now % lengthMs), lengthMs };
}

function partsOf(address: string): [local: string, domain: string] {
  const folded = normalMailbox(address);
  const at = folded.lastIndexOf('@');
  return [folded.slice(0, at), folded.slice(at + 1)];
}
