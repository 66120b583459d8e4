import type { AlertContent } from '../../domain/alert/alert-content.ts';
import { cleanLine } from '../../domain/alert/clean-line.ts';
import { durationText, instantText } from '../time-text.ts';
import { alertMail, reasonOf, toneOf, type MailLinks } from './alert-mail.ts';
import { downtimeSecOf, nameText, notHeardText, remarksOf, sentenceOf } from './alert-text.ts';
import type { Tone } from './mail-style.ts';
import { type MailContent, type MailItem, mailContent } from './mail.ts';

const NAME_IN_HEADLINE_MAX_CHARS = 35;
/** Mail programs cut a longer message themselves, footer and all. */
const LISTED_MAX = 200;

/**
 * One mail for the alerts of several monitors of one owner that were found in the same check, longest down first; of
 * one alert the mail that `alertMail` writes. At least one alert must be given.
 */
export function groupMail(contents: AlertContent[], links: MailLinks): MailContent {
  const [only] = contents;
  if (only !== undefined && contents.length === 1) return alertMail(only, links);
  const headline = groupHeadline(contents);
  return mailContent(headline, {
    heading: headline,
    tone: worstOf(contents.map(toneOf)),
    paragraphs: ['All of this was found in the same check, so there may be one cause for it.'],
    items: listed(oldestFirst(contents).map(itemOf)),
    facts: [],
    action:
      links.statusUrl === null ? null : { label: 'See the status of these monitors', url: links.statusUrl },
    footer: {
      text: reasonOf(links, 'these monitors'),
      link: { label: 'Stop these mails', url: links.unsubscribeUrl },
    },
  });
}

/** `7 monitors went silent: a, b and 5 more`, on one printable line; throws a RangeError when there is no alert. */
export function groupHeadline(contents: AlertContent[]): string {
  if (contents.length === 0) throw new RangeError('a group needs at least one alert');
  const names = oldestFirst(contents).map((content) =>
    cleanLine(nameText(content.monitorName), NAME_IN_HEADLINE_MAX_CHARS),
  );
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  const list = shown.length === 1 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
  return `${names.length} monitor${names.length === 1 ? '' : 's'} ${whatHappenedTo(contents)}: ${list}`;
}

/** In the order of a list: down the longest first, then by name, so that the order is always the same. */
export function oldestFirst(contents: AlertContent[]): AlertContent[] {
  return contents.toSorted(
    (a, b) =>
      a.downSince - b.downSince || compare(a.monitorName, b.monitorName) || compare(a.alertId, b.alertId),
  );
}

/** Whether an alert says that a monitor is silent, which a list tells in facts rather than sentences. */
export function isSilence(content: AlertContent): boolean {
  return content.kind === 'miss' && content.reason === 'silence';
}

/** How long a monitor was down that is back. */
export function downText(content: AlertContent): string {
  return durationText(downtimeSecOf(content));
}

/** `never` or the moment of the last ping. */
export function lastPingText(content: AlertContent): string {
  return content.lastEventAt === null ? 'never' : instantText(content.lastEventAt);
}

function itemOf(content: AlertContent): MailItem {
  return { title: nameText(content.monitorName), lines: [...linesOf(content), ...remarksOf(content)] };
}

function linesOf(content: AlertContent): string[] {
  if (content.kind === 'recovery')
    return [
      `Back since: ${instantText(content.recoveredAt ?? content.decidedAt)}`,
      `Down for: ${downText(content)}, since ${instantText(content.downSince)}`,
      `Incident: ${content.incident}`,
    ];
  if (!isSilence(content)) return [sentenceOf(content)];
  return [
    `Silent since: ${instantText(content.downSince)}`,
    `Last ping: ${lastPingText(content)}`,
    `Incident: ${content.incident}, alert ${content.alertNumber}`,
    ...listOf(notHeardText(content)),
  ];
}

function listOf(line: string | null): string[] {
  return line === null ? [] : [line];
}

function listed(items: MailItem[]): MailItem[] {
  if (items.length <= LISTED_MAX) return items;
  return [...items.slice(0, LISTED_MAX), { title: `and ${items.length - LISTED_MAX} more`, lines: [] }];
}

function whatHappenedTo(contents: AlertContent[]): string {
  if (contents.every(({ kind }) => kind === 'recovery')) return 'are back';
  if (!contents.every(isSilence)) return 'have news';
  if (contents.every((content) => content.alertNumber > 1)) return 'are still silent';
  return contents.some((content) => content.alertNumber > 1) ? 'are silent' : 'went silent';
}

function worstOf(tones: readonly Tone[]): Tone {
  if (tones.includes('late')) return 'late';
  return tones.every((tone) => tone === 'ok') ? 'ok' : 'notice';
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
