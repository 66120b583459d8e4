import { LIMITS } from '../../limits.ts';
import type { WantedSettings } from '../settings/settings.ts';
import {
  failuresKept,
  isSaid,
  leftOut,
  nameKept,
  pausedFrom,
  repeatKept,
  tagsKept,
  textOf,
  WHOLE_RANGE,
  wholeOf,
  withoutEqual,
  type Beside,
  type Brought,
  type Lost,
  type Row,
} from './brought.ts';

const KEY = /^[^/\s]{1,128}$/;
const EVERY = /^(?:every )?(\d{1,9})? ?(s|sec|second|m|min|minute|h|hr|hour|d|day|w|week)s?$/i;
const UNIT_SEC = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;
/** Of a job that names none, there. */
const GRACE_SEC = 60;
const LONGEST_RUN = /^metric\.duration <=? (.+)$/;

/**
 * Reads a monitor of Cronitor, as `GET /api/monitors` lists it. A schedule is kept as it is, or the monitor is left out: one in
 * a zone that nobody names would be told at wrong hours.
 */
export function readCronitorMonitor(row: Row, beside: Beside): Brought {
  const key = textOf(row['key']);
  if (key === undefined || !KEY.test(key))
    return leftOut('it has no key, 1 to 128 characters without a slash.');
  const type = textOf(row['type']) ?? 'job';
  if (type !== 'job' && type !== 'heartbeat')
    return leftOut(`its type is ${type.slice(0, 20)}: only jobs and heartbeats send pings.`);
  const lost: Lost[] = [];
  const grace = wholeOf(row['grace_seconds'] ?? (type === 'job' ? GRACE_SEC : 0));
  if (grace === undefined) return leftOut(`its grace_seconds must be whole seconds ${WHOLE_RANGE}.`);
  const timing = timingOf(row, { ...beside, grace }, lost);
  if (typeof timing === 'string') return leftOut(timing);
  const repeat = textOf(row['realert_interval']);
  const wanted: WantedSettings = {
    name: nameKept([textOf(row['name']), key], lost),
    ...timing,
    ...runOf(row['assertions'], lost),
    alertAfterFailures: failuresKept(wholeOf(row['failure_tolerance']) ?? 0, 'failure_tolerance', lost),
    alertRepeatSec: repeatKept(
      repeat === undefined ? undefined : (secondsIn(repeat) ?? 0),
      'realert_interval',
      lost,
    ),
    tags: tagsKept(textsOf(row['tags']), lost),
    ...((row['paused'] === true || row['disabled'] === true) && {
      pausedUntil: pausedFrom(beside.now, lost),
    }),
  };
  return { ok: true, value: { token: key, wanted, lost: [...lost, ...unlikeHere(row, key)] } };
}

/** When it is late, or why that cannot be said here. */
function timingOf(
  row: Row,
  { tz, grace }: Beside & { grace: number },
  lost: Lost[],
): Pick<WantedSettings, 'cron' | 'tz' | 'graceSec' | 'intervalSec'> | string {
  const schedules = [textOf(row['schedule']), ...textsOf(row['schedules'])];
  const [schedule, ...others] = new Set(schedules.filter((each) => each !== undefined));
  if (schedule === undefined) return 'it has no schedule, so nothing can be late.';
  if (others.length > 0) return 'it has several schedules; a monitor has one here.';
  const every = secondsIn(schedule);
  if (every !== undefined) {
    const intervalSec = every + grace;
    if (intervalSec >= LIMITS.intervalMinSec && intervalSec <= LIMITS.intervalMaxSec) return { intervalSec };
    return `its interval and grace are ${intervalSec} s; here it is ${LIMITS.intervalMinSec} to ${LIMITS.intervalMaxSec} s.`;
  }
  const zone = textOf(row['timezone']) ?? tz;
  if (zone === null)
    return "its schedule is in your account's time zone there: name it, as in ?tz=Europe/Berlin.";
  if (grace > LIMITS.graceMaxSec) return `its grace is ${grace} s; for a schedule it is at most a day here.`;
  const graceSec = Math.max(grace, LIMITS.graceMinSec);
  if (graceSec !== grace)
    lost.push({
      field: 'grace_seconds',
      detail: `A schedule has at least ${graceSec} s of grace here; it was ${grace} s.`,
    });
  return { cron: schedule, tz: zone, graceSec };
}

/** `every 5 minutes`, `2 hours`, `15min`; undefined for what is none. */
function secondsIn(text: string): number | undefined {
  const [, count = '1', unit = ''] = EVERY.exec(text) ?? [];
  const sec = UNIT_SEC[unit.charAt(0).toLowerCase() as keyof typeof UNIT_SEC];
  return sec === undefined ? undefined : Number(count) * sec;
}

/** How long a run may take is an assertion there, beside others that there are none of here. */
function runOf(assertions: unknown, lost: Lost[]): Pick<WantedSettings, 'maxDurationSec'> {
  const all = textsOf(assertions);
  const limits = all.map((each) => secondsIn(LONGEST_RUN.exec(each)?.[1] ?? ''));
  const fits = (sec: number | undefined) =>
    sec !== undefined && sec >= LIMITS.maxDurationMinSec && sec <= LIMITS.maxDurationMaxSec;
  const at = limits.findIndex(fits);
  const detail = `Only the run time is asserted here, ${LIMITS.maxDurationMinSec} to ${LIMITS.maxDurationMaxSec} s.`;
  if (all.some((_, other) => other !== at)) lost.push({ field: 'assertions', detail });
  return { maxDurationSec: limits[at] ?? null };
}

function textsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.map(textOf).filter((text) => text !== undefined);
}

function unlikeHere(row: Row, key: string): Lost[] {
  const attributes = row['attributes'];
  const code = isSaid(attributes) ? textOf((attributes as Row)['code']) : undefined;
  return withoutEqual([
    [
      code !== key && code,
      'code',
      'Pings by its key reach it; jobs that ping by its code have to call /p/<api key>/<key> instead.',
    ],
    [row['schedule_tolerance'], 'schedule_tolerance', 'The first late run alerts.'],
    [row['group'], 'group', 'There are no groups; tags tell monitors apart.'],
    [row['note'], 'note', 'There are no notes.'],
    [
      row['notify'],
      'notify',
      'Its notifications are not imported; add a channel for all monitors (POST /api/channels).',
    ],
  ]);
}
