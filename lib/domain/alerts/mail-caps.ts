import { DAY_MS, HOUR_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { normalMailbox } from './channel.ts';

/** In whose name an address is asked, which decides what the mail is counted in: guests share one quota, an account has its own. */
export type Quota = 'guests' | `account ${string}` | `organization ${string}`;

/** A limit on the mails that ask for consent (DECISIONS.md "Alert channels" 7): so many in one window of time. */
export interface MailCap {
  name:
    | 'asker'
    | 'mailbox'
    | 'domain'
    | 'guests'
    | 'account'
    | 'inviter'
    | 'sign-ups'
    | 'codes'
    | 'texts to'
    | 'texts of';
  /** What of the name is counted: a folded mailbox, a domain, a quota. */
  counted: string;
  limit: number;
  from: Instant;
  lengthMs: number;
}

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

/** A mail that is counted: to whom, in whose name and, of a consent mail, from which space. */
interface Counted {
  address: string;
  quota: Quota;
  spaceId?: string;
}

/**
 * Every cap that a mail to a stranger falls under at an instant, the narrowest first. Guests and accounts have room of their
 * own in a mailbox and a domain, so that nobody who costs nothing keeps an account waiting; and nobody fills a mailbox alone.
 */
export function capsOn(
  { address, quota, spaceId }: Counted,
  perHour: { guests: number },
  now: Instant,
): MailCap[] {
  const [, domain = ''] = partsOf(address);
  const day = windowAt(now, DAY_MS);
  const hour = windowAt(now, HOUR_MS);
  const box = foldedMailbox(address);
  const isGuest = quota === 'guests';
  const roomOf = (counted: string) => (isGuest ? counted : `accounts ${counted}`);
  const asker = { name: 'asker', counted: `${spaceId} ${box}`, ...day } as const;
  const mailbox = { name: 'mailbox', counted: roomOf(box), ...day } as const;
  const ofDomain = { name: 'domain', counted: roomOf(domain), ...hour } as const;
  return [
    ...(spaceId === undefined ? [] : [{ ...asker, limit: LIMITS.consentMailsPerAskerDay }]),
    { ...mailbox, limit: LIMITS.consentMailsPerMailboxDay },
    ...(LARGE_PROVIDERS.has(domain) ? [] : [{ ...ofDomain, limit: LIMITS.consentMailsPerDomainHour }]),
    isGuest ? { name: 'guests', counted: quota, ...hour, limit: perHour.guests } : ownerCap(quota, now),
  ];
}

/** The cap of an owner's own quota. */
export function ownerCap(quota: Exclude<Quota, 'guests'>, now: Instant): MailCap {
  const limit = LIMITS.accountConsentMailsPerHour;
  return { name: 'account', counted: quota, ...windowAt(now, HOUR_MS), limit };
}

/** The cap of a person who invites: who takes invitations back in turns reaches no more strangers than others do. */
export function inviterCap(accountId: string, now: Instant): MailCap {
  const limit = LIMITS.invitationMailsPerDay;
  return { name: 'inviter', counted: accountId, ...windowAt(now, DAY_MS), limit };
}

/** The caps of a text: so many a day to one number, whoever sends it, and of one owner. */
export function textCaps(to: string, ownerId: string, now: Instant): MailCap[] {
  const day = windowAt(now, DAY_MS);
  return [
    { name: 'texts to', counted: to, ...day, limit: LIMITS.textsPerNumberDay },
    { name: 'texts of', counted: ownerId, ...day, limit: LIMITS.textsPerOwnerDay },
  ];
}

/** A code that the user pool mails: to whoever gives an address, or to somebody who has proved that it is theirs. */
export interface PoolMail {
  address: string;
  isProven: boolean;
}

/**
 * Every cap that a code of the user pool falls under, the narrowest first. `perHour` is of all sign-ups together. People who
 * are known have room of their own, in their mailbox and in all: whoever signs up in their name keeps no code from them. The
 * cap of a domain is for where anybody may sign up: else its people are those who are expected.
 */
export function poolMailCaps(
  { address, isProven }: PoolMail,
  { perHour, isOpen }: { perHour: number; isOpen: boolean },
  now: Instant,
): MailCap[] {
  const [, domain = ''] = partsOf(address);
  const [day, hour] = [windowAt(now, DAY_MS), windowAt(now, HOUR_MS)];
  const name = isProven ? 'codes' : 'sign-ups';
  const factor = isProven ? LIMITS.codeMailsFactor : 1;
  const mailbox = { name: 'mailbox', counted: `${name} ${foldedMailbox(address)}`, ...day } as const;
  const ofDomain = { name: 'domain', counted: `${name} ${domain}`, ...hour } as const;
  const isShared = isProven || !isOpen || LARGE_PROVIDERS.has(domain);
  return [
    { ...mailbox, limit: LIMITS.signUpMailsPerMailboxDay * factor },
    ...(isShared ? [] : [{ ...ofDomain, limit: LIMITS.signUpMailsPerDomainHour }]),
    { name, counted: name, ...hour, limit: perHour * factor },
  ];
}

/** A place that a mail has in a later window of a full cap. */
export interface Booking {
  cap: MailCap['name'];
  from: Instant;
}

/** Mails wait for a cap in at most so many windows. */
const WINDOWS_AHEAD = 30;

/** The later windows in which the mail that is the `place`-th to wait for a cap may find room, nearest first. */
export function windowsFor(cap: MailCap, place: number): MailCap[] {
  const nearest = Math.ceil(place / cap.limit);
  const count = Math.max(0, WINDOWS_AHEAD + 1 - nearest);
  return Array.from({ length: count }, (_, later) => windowAhead(cap, nearest + later));
}

/** The window in which a mail looks for room again that found none in all of them. */
export function lastWindow(cap: MailCap): MailCap {
  return windowAhead(cap, WINDOWS_AHEAD);
}

function windowAhead(cap: MailCap, windows: number): MailCap {
  return { ...cap, from: cap.from + cap.lengthMs * windows };
}

function windowAt(now: Instant, lengthMs: number): { from: Instant; lengthMs: number } {
  return { from: now - (now % lengthMs), lengthMs };
}

function partsOf(address: string): [local: string, domain: string] {
  const folded = normalMailbox(address);
  const at = folded.lastIndexOf('@');
  return [folded.slice(0, at), folded.slice(at + 1)];
}
