import type { WantedSettings } from '../settings/settings.ts';
import {
  isSaid,
  leftOut,
  nameKept,
  pausedFrom,
  tagsKept,
  textOf,
  withoutEqual,
  type Beside,
  type Brought,
  type Lost,
  type Row,
} from './brought.ts';

const TOKEN = /^[0-9a-f]{10}$/;
/** Each period has to have a check-in. The end of one is when it is told, as is a schedule's whose grace is the period. */
const PERIODS = new Map<string, Pick<WantedSettings, 'cron' | 'graceSec'>>([
  ['15_minute', { cron: '*/15 * * * *', graceSec: 900 }],
  ['30_minute', { cron: '*/30 * * * *', graceSec: 1_800 }],
  ['hourly', { cron: '0 * * * *', graceSec: 3_600 }],
  ['daily', { cron: '0 0 * * *', graceSec: 86_400 }],
]);
/** A grace is a day at most. Two of these are the longest silence that is none there. */
const LONG_DAYS = new Map([
  ['weekly', 7],
  ['monthly', 31],
]);

/** Reads a snitch, as `GET /v1/snitches` of Dead Man's Snitch lists it. */
export function readSnitch(row: Row, { now, tz }: Beside): Brought {
  const token = textOf(row['token']);
  if (token === undefined || !TOKEN.test(token)) return leftOut('it has no token, which is ten hex digits.');
  const type = row['type'];
  const interval = textOf(row['interval'] ?? (isSaid(type) ? (type as Row)['interval'] : undefined)) ?? '';
  const lost: Lost[] = [];
  const timing = timingOf(interval, tz, lost);
  if (typeof timing === 'string') return leftOut(timing);
  const tags = Array.isArray(row['tags']) ? row['tags'].map(textOf).filter((tag) => tag !== undefined) : [];
  const wanted: WantedSettings = {
    name: nameKept([textOf(row['name']), 'snitch'], lost),
    ...timing,
    tags: tagsKept(tags, lost),
    ...(row['status'] === 'paused' && { pausedUntil: pausedFrom(now, lost) }),
  };
  const unlike = withoutEqual([
    [row['alert_type'] === 'smart', 'alert_type', 'Its deadline is not learned; see GET /api/endpoints/:id/proposal.'],
    [row['notes'], 'notes', 'There are no notes.'],
    [row['alert_email'], 'alert_email', 'Its addresses are not imported; add a channel for all monitors (POST /api/channels).'],
  ]); // prettier-ignore
  return { ok: true, value: { token, wanted, lost: [...lost, ...unlike] } };
}

function timingOf(interval: string, tz: string | null, lost: Lost[]): WantedSettings | string {
  const period = PERIODS.get(interval);
  if (interval === 'daily' && tz === null)
    return "its days start at midnight in your account's time zone there: name it, as in ?tz=Europe/Berlin.";
  if (period) return { ...period, tz: tz ?? 'UTC' };
  const days = LONG_DAYS.get(interval);
  if (days === undefined) return `its interval ${interval.slice(0, 20)} is unknown here.`;
  const detail = `It alerts after ${2 * days} days of silence; there, at the end of a period without a check-in.`;
  lost.push({ field: 'interval', detail });
  return { intervalSec: 2 * days * 86_400 };
}
