import type { Instant } from '../../instant.ts';
import {
  newestSent,
  periodAfter,
  periodAt,
  REPORT_SPANS,
  sentAt,
  type ReportPeriod,
  type ReportReader,
  type ReportSpan,
} from './report-period.ts';

/** That an account wants reports of an owner: of each span the first day of the period that is told next; null for none. */
export interface ReportWish {
  /** The first space of the owner whose monitors are reported. */
  spaceId: string;
  accountId: string;
  /** When it was last asked for: a complaint of before holds no more. */
  askedAt: Instant;
  week: string | null;
  month: string | null;
  /** When the next report is to be sent. */
  dueAt: Instant;
}

/** Which reports somebody wants. */
export type WantedSpans = Record<ReportSpan, boolean>;

/** What is kept once an account says what it wants; null where that is nothing. The first report is of the period that runs. */
export function wishFor(
  before: ReportWish | undefined,
  { spaceId, wanted, reader }: { spaceId: string; wanted: WantedSpans; reader: ReportReader },
  now: Instant,
): ReportWish | null {
  const dayOf = (span: ReportSpan) =>
    wanted[span] ? (before?.[span] ?? periodAt(span, now, reader.zone).day) : null;
  const days = { week: dayOf('week'), month: dayOf('month') };
  const dueAt = nextDueAt(days, reader);
  return dueAt === null ? null : { spaceId, accountId: reader.accountId, askedAt: now, ...days, dueAt };
}

/** The period to report now, and no older one where the newest is due as well; null before its time by the reader's clock. */
export function periodDue(
  wish: Pick<ReportWish, ReportSpan>,
  reader: ReportReader,
  now: Instant,
): ReportPeriod | null {
  const due = periodsOf(wish).filter((period) => sentAt(period, reader) <= now);
  return due.map(({ span }) => newestSent(span, now, reader))[0] ?? null;
}

/** A wish once the report of a period is out, or will not be; without one it only gets the time that is right. */
export function wishAfter(wish: ReportWish, period: ReportPeriod | null, reader: ReportReader): ReportWish {
  const days = {
    week: wish.week,
    month: wish.month,
    ...(period && { [period.span]: periodAfter(period).day }),
  };
  return { ...wish, ...days, dueAt: nextDueAt(days, reader) ?? wish.dueAt };
}

function nextDueAt(days: Pick<ReportWish, ReportSpan>, reader: ReportReader): Instant | null {
  const times = periodsOf(days).map((period) => sentAt(period, reader));
  return times.length === 0 ? null : Math.min(...times);
}

function periodsOf(days: Pick<ReportWish, ReportSpan>): ReportPeriod[] {
  return REPORT_SPANS.flatMap((span) => {
    const day = days[span];
    return day === null ? [] : [{ span, day }];
  });
}
