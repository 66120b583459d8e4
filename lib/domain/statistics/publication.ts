import { DAY_MS, HOUR_MS, dayAfter, dayOf, dayStart } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { COUNTED, type Counted, type DayCounts } from './counted.ts';
import { figuresBy, figuresOver, type Figures, type FiguresOfDay } from './figures.ts';

/** After the end of a day: an hour after the checker has rolled up the last monitor, if it keeps up. */
const WHOLE_AFTER_MS = 8 * HOUR_MS;
/** What the checker counts when a day is over; everything else is counted as it happens. */
const COUNTED_LATER: ReadonlySet<Counted> = new Set(['pings', 'monitors']);

/** Of what there is to use. */
export interface CatalogueFigures {
  operations: number;
  tools: number;
  measures: number;
}

/** The exact figures as they were last published; strangers are shown a rounded part of them. */
export interface Publication {
  publishedAt: Instant;
  /** The build that published: another one may count other things. */
  build: string;
  /** The first day on which each figure was counted. */
  since: Readonly<Record<Counted, string>>;
  /** Whole days, oldest first. */
  days: readonly FiguresOfDay[];
  /** Of the whole days of each month such as `2027-03`, oldest first. */
  months: readonly { month: string; figures: Figures }[];
  catalogue: CatalogueFigures;
  /** Accounts that have used the product. */
  people: number;
}

/** Once a day in UTC, when the day before is counted; at once where nothing is published, and by another build. */
export function isPublicationDue(
  before: Pick<Publication, 'publishedAt' | 'build'> | null,
  build: string,
  now: Instant,
): boolean {
  return (
    before === null || before.build !== build || publishedDayOf(before.publishedAt) < publishedDayOf(now)
  );
}

/** The day whose turn it is: it begins when the day before is counted. */
export const publishedDayOf = (now: Instant): string => dayOf(now - WHOLE_AFTER_MS);

/** Whether what was published is older than may be taken for today's. */
export const isStale = (publishedAt: Instant, now: Instant): boolean =>
  now - publishedAt > LIMITS.statisticsStaleHours * HOUR_MS;

/** The days that a publication is made of: those of a year before today. */
export function daysToPublish(now: Instant): { from: string; to: string } {
  const today = dayOf(now);
  return { from: dayAfter(today, -LIMITS.operatorDays), to: dayAfter(today, -1) };
}

/** What is to be published now, of what was counted on `daysToPublish`. */
export function nextPublication(
  before: Pick<Publication, 'since'> | null,
  counted: readonly DayCounts[],
  parts: Pick<Publication, 'build' | 'catalogue' | 'people'>,
  now: Instant,
): Publication {
  const today = dayOf(now);
  const begun = before === null ? (counted.find(isThere)?.day ?? today) : today;
  const since = Object.fromEntries(
    COUNTED.map((name) => [name, before?.since[name] ?? begun]),
  ) as Publication['since'];
  const days = counted
    .filter(({ day }) => day >= firstDay({ since }))
    .map((each) => ({ day: each.day, figures: figuresOf(each, since, now) }));
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  return {
    publishedAt: now,
    since,
    days: days.slice(-LIMITS.publicDays),
    months: [...months].map(([month, some]) => ({ month, figures: figuresOver(some) })),
    ...parts,
  };
}

/** The day on which counting began. */
export const firstDay = ({ since }: Pick<Publication, 'since'>): string =>
  Object.values(since).reduce((first, day) => (day < first ? day : first));

/** A day on which nothing was counted, not even a check, is one on which the service was not there. */
const isThere = ({ counts }: DayCounts): boolean => Object.keys(counts).length > 0;

function figuresOf(each: DayCounts, since: Publication['since'], now: Instant): Figures {
  const { day, counts } = each;
  const isWhole = now >= dayStart(day) + DAY_MS + WHOLE_AFTER_MS;
  return figuresBy((name) => {
    if (!isThere(each) || day < since[name] || (COUNTED_LATER.has(name) && !isWhole)) return null;
    return counts[name] ?? (name === 'checks' ? null : 0);
  });
}

/** What so many whole days before the publication come to. */
export function windowOf({ days, publishedAt }: Publication, length: number): Figures {
  const from = dayAfter(dayOf(publishedAt), -length);
  return figuresOver(days.filter(({ day }) => day >= from));
}
