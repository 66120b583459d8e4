import { alertMail, type MailContent, mailContent } from './alert-mail.ts';
import { cleanLine } from './clean-line.ts';
import { durationText } from './duration-text.ts';
import { instantText } from './instant-text.ts';
import type { MailItem } from './mail-text.ts';
import type { Notice } from './notice.ts';
import { downtimeSecOf, nameText, notHeardText, remarksOf, sentenceOf } from './notice-text.ts';

const NAME_IN_HEADLINE_MAX_CHARS = 35;
/** Mail programs cut a longer message themselves, footer and all. */
const LISTED_MAX = 200;

/**
 * One mail for the alerts of several monitors of one owner that were found in the same check, longest down first; of
 * one notice the mail that `alertMail` writes. At least one notice must be given.
 */
export function groupMail(
  notices: Notice[],
  links: { unsubscribeUrl: string; statusUrl: string | null },
): MailContent {
  const [only] = notices;
  if (only !== undefined && notices.length === 1) return alertMail(only, links);
  const headline = groupHeadline(notices);
  return mailContent(headline, {
    heading: headline,
    paragraphs: ['All of this was found in the same check, so there may be one cause for it.'],
    items: listed(oldestFirst(notices).map(itemOf)),
    facts: [],
    action:
      links.statusUrl === null ? null : { label: 'See the status of these monitors', url: links.statusUrl },
    footer: {
      text: 'You get this mail because this address is set to hear about these monitors.',
      link: { label: 'Stop these mails', url: links.unsubscribeUrl },
    },
  });
}

/** `7 monitors went silent: a, b and 5 more`, on one printable line; throws a RangeError when there is no notice. */
export function groupHeadline(notices: Notice[]): string {
  if (notices.length === 0) throw new RangeError('a group needs at least one notice');
  const names = oldestFirst(notices).map((notice) =>
    cleanLine(nameText(notice.monitorName), NAME_IN_HEADLINE_MAX_CHARS),
  );
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  const list = shown.length === 1 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
  return `${names.length} monitor${names.length === 1 ? '' : 's'} ${whatHappenedTo(notices)}: ${list}`;
}

/** In the order of a list: down the longest first, then by name, so that the order is always the same. */
export function oldestFirst(notices: Notice[]): Notice[] {
  return notices.toSorted(
    (a, b) =>
      a.downSince - b.downSince || compare(a.monitorName, b.monitorName) || compare(a.alertId, b.alertId),
  );
}

/** Whether a notice says that a monitor is silent, which a list tells in facts rather than sentences. */
export function isSilence(notice: Notice): boolean {
  return notice.kind === 'miss' && notice.reason === 'silence';
}

/** How long a monitor was down that is back. */
export function downText(notice: Notice): string {
  return durationText(downtimeSecOf(notice));
}

/** `never` or the moment of the last ping. */
export function lastPingText(notice: Notice): string {
  return notice.lastEventAt === null ? 'never' : instantText(notice.lastEventAt);
}

function itemOf(notice: Notice): MailItem {
  return { title: nameText(notice.monitorName), lines: [...linesOf(notice), ...remarksOf(notice)] };
}

function linesOf(notice: Notice): string[] {
  if (notice.kind === 'recovery')
    return [
      `Back since: ${instantText(notice.recoveredAt ?? notice.decidedAt)}`,
      `Down for: ${downText(notice)}, since ${instantText(notice.downSince)}`,
      `Incident: ${notice.incident}`,
    ];
  if (!isSilence(notice)) return [sentenceOf(notice)];
  return [
    `Silent since: ${instantText(notice.downSince)}`,
    `Last ping: ${lastPingText(notice)}`,
    `Incident: ${notice.incident}, alert ${notice.alertNumber}`,
    ...listOf(notHeardText(notice)),
  ];
}

function listOf(line: string | null): string[] {
  return line === null ? [] : [line];
}

function listed(items: MailItem[]): MailItem[] {
  if (items.length <= LISTED_MAX) return items;
  return [...items.slice(0, LISTED_MAX), { title: `and ${items.length - LISTED_MAX} more`, lines: [] }];
}

function whatHappenedTo(notices: Notice[]): string {
  if (notices.every(({ kind }) => kind === 'recovery')) return 'are back';
  if (!notices.every(isSilence)) return 'have news';
  if (notices.every((notice) => notice.alertNumber > 1)) return 'are still silent';
  return notices.some((notice) => notice.alertNumber > 1) ? 'are silent' : 'went silent';
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
