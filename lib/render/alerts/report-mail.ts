import { dayStart } from '../../domain/calendar.ts';
import type { AlertReason } from '../../domain/monitors/monitor.ts';
import { notedDriftsOf } from '../../domain/monitors/noted-proposal.ts';
import { lastDayOf, type ReportPeriod } from '../../domain/statistics/reports/report-period.ts';
import type {
  DriftLine,
  Named,
  Report,
  TroubleLine,
  UnheardLine,
} from '../../domain/statistics/reports/report.ts';
import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { LIMITS } from '../../domain/limits.ts';
import { breakLinks } from '../escape.ts';
import { driftsText, driftText } from '../monitors/proposal-words.ts';
import { durationText } from '../time-text.ts';
import { nameText } from './alert-text.ts';
import { type Fact, type MailContent, type MailItem, mailContent } from './mail.ts';
import { listPageOf, OPEN_LIST } from './told.ts';

/** Where a report leads, and whose it is. */
export interface ReportLinks {
  base: string;
  /** The page on which one press ends the reports. */
  stopUrl: string;
  /** By whose clock its days are. */
  zone: string;
  /** The name of the organization that it is about; null where it is about what its reader owns. */
  organization: string | null;
}

/** What was wrong, in the order in which it matters. */
const TROUBLE = [
  ['fail', 'Failed', 'failed'],
  ['silence', 'Late or silent', 'late'],
  ['too_long', 'Ran too long', 'too long'],
  ['threshold', 'Beyond a threshold', 'beyond a threshold'],
] as const satisfies readonly (readonly [AlertReason, string, string])[];

/** The mail that says what a week or a month was like. As long as it gets with ten monitors of each kind, however many there are. */
export function reportMail(report: Report, links: ReportLinks): MailContent {
  const { base, stopUrl, organization } = links;
  const of = organization === null ? '' : ` of ${nameOf(organization)}`;
  const items = itemsOf(report);
  const isQuiet = items.length === 0;
  return mailContent(`Rollcall${of}, ${periodText(report.period)}: ${summaryOf(report)}`, {
    heading: `Your jobs${of}, ${periodText(report.period)}`,
    tone: TROUBLE.some(([reason]) => report.trouble[reason].lines.length > 0) ? 'notice' : 'ok',
    paragraphs: [
      ...(isQuiet ? ['Nothing failed, nothing was late, and every monitor alerts someone.'] : []),
      ...(report.isCut ? ['There were so many incidents that only the newest are counted.'] : []),
    ],
    items,
    facts: factsOf(report, links),
    action: { label: OPEN_LIST, url: listPageOf(base) },
    footer: {
      text: `You get this e-mail because you asked for ${report.period.span === 'week' ? 'weekly' : 'monthly'} reports. It does not track whether you read it.`,
      link: { label: 'Stop these reports', url: stopUrl },
    },
  });
}

/** `week of 1 March 2027`, `March 2027`. */
function periodText({ span, day }: ReportPeriod): string {
  const date = new Date(dayStart(day));
  const words = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  if (span === 'month') return date.toLocaleDateString('en-GB', words);
  return `week of ${date.toLocaleDateString('en-GB', { day: 'numeric', ...words })}`;
}

function summaryOf({ trouble, tellNobody }: Report): string {
  const told = TROUBLE.flatMap(([reason, , word]) => {
    const count = countOf(trouble[reason]);
    return count === 0 ? [] : [`${count} ${word}`];
  });
  if (told.length > 0) return told.join(', ');
  return countOf(tellNobody) === 0 ? 'all well' : `all well, ${countOf(tellNobody)} alert nobody`;
}

function factsOf({ period, upPercent, monitors, incidents }: Report, { zone }: ReportLinks): Fact[] {
  return [
    { label: 'Uptime', value: upPercent === null ? 'not known yet' : `${upPercent} %` },
    { label: 'Monitors', value: String(monitors) },
    { label: 'Incidents', value: String(incidents) },
    {
      label: 'From',
      value: `${period.day} to ${lastDayOf(period)}, ${cleanLine(zone, LIMITS.nameMaxChars)}`,
    },
  ];
}

function itemsOf({ trouble, drifting, unheard, tellNobody }: Report): MailItem[] {
  return [
    ...TROUBLE.flatMap(([reason, title]) => section(title, trouble[reason], troubleText)),
    ...section('Changed, no alert', drifting, driftLineText),
    ...section('Alerts that reached nobody', unheard, unheardText),
    ...section('Alert nobody', tellNobody, ({ name }) => nameOf(name)),
  ];
}

function section<Line>(title: string, named: Named<Line>, textOf: (line: Line) => string): MailItem[] {
  if (named.lines.length === 0) return [];
  const more = named.others === 0 ? [] : [`and ${named.others} more`];
  const count = countOf(named);
  return [
    {
      title: `${title}: ${count} ${count === 1 ? 'monitor' : 'monitors'}`,
      lines: [...named.lines.map(textOf), ...more],
    },
  ];
}

function troubleText({ monitor, times, downMs, isOpen }: TroubleLine): string {
  const often = times === 1 ? 'once' : `${times} times`;
  return `${nameOf(monitor.name)}: ${often}, down for ${durationText(downMs / 1000)}${isOpen ? ' and still down' : ''}`;
}

function driftLineText({ monitor, drifts }: DriftLine): string {
  const text = drifts.length > 0 ? drifts.map(driftText).join(' ') : driftsText(notedDriftsOf(monitor));
  return `${nameOf(monitor.name)}: ${text}`;
}

function unheardText({ monitor, incidents }: UnheardLine): string {
  return `${nameOf(monitor.name)}: ${incidents === 1 ? 'one incident' : `${incidents} incidents`}`;
}

function countOf({ lines, others }: Named<unknown>): number {
  return lines.length + others;
}

/** A name is somebody’s text: it stays on its line and is no link. */
function nameOf(name: string): string {
  return breakLinks(nameText(name));
}
