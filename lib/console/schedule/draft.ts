import type { Input } from '../api/operations.ts';
import { durationText } from '../../render/time-text.ts';
import { LIMITS } from '../../domain/limits.ts';
import { graceOfGapSec } from '../../domain/schedule/grace-of-gap.ts';
import { NICKNAMES } from '../../domain/schedule/nicknames.ts';
import { readCron } from '../../domain/schedule/parse-cron.ts';
import { lasting, NO_NUMBER, numberIn } from '../words/checks.ts';
import { between, inWords } from '../words/wire-words.ts';

export type WatchKind = 'cron' | 'interval';

/** A monitor as its form has it. */
export interface Draft {
  kind: WatchKind;
  name: string;
  /** How many of `unit`. */
  every: string;
  unit: Unit;
  /** How many of `lateUnit` a run may come late. */
  late: string;
  lateUnit: Unit;
  /** It was typed, or is that of a monitor: it stays when the interval changes. */
  hasOwnLate: boolean;
  cron: string;
  tz: string;
  graceMin: string;
  /** It was typed, or is that of a monitor: it stays when the schedule changes. */
  hasOwnGrace: boolean;
}

export type Unit = keyof typeof UNIT_SEC;

export const UNIT_SEC = { minutes: 60, hours: 3_600, days: 86_400 } as const;

export function newDraft(kind: WatchKind, zone: string): Draft {
  return {
    kind,
    name: '',
    every: '1',
    unit: 'days',
    late: '1',
    lateUnit: 'hours',
    hasOwnLate: false,
    cron: '30 2 * * *',
    tz: zone,
    graceMin: '60',
    hasOwnGrace: false,
  };
}

/** When a ping is expected, as the API takes it, where nothing is wrong with the form (`wrongIn`). */
export function scheduleOf(draft: Draft): Input<'previewSchedule'>['body'] {
  const { kind, cron, tz, graceMin } = draft;
  if (kind === 'interval') return { interval_sec: silenceSecOf(draft) };
  return { cron: fieldsOf(cron), tz: tz.trim(), grace_sec: times(graceMin, 60) };
}

/** A nickname of cron, such as `@daily`, as the five fields that it stands for. */
function fieldsOf(typed: string): string {
  const cron = typed.trim();
  return (cron.startsWith('@') && NICKNAMES.get(cron.slice(1).toLowerCase())) || cron;
}

/** How long a silence may be: the time between two runs, and by how much one may be late. 0 for what is no number. */
function silenceSecOf({ every, unit, late, lateUnit }: Draft): number {
  const [everySec, lateSec] = [times(every, UNIT_SEC[unit]), times(late, UNIT_SEC[lateUnit])];
  return everySec <= 0 || numberIn(late) === null || lateSec < 0 ? 0 : everySec + lateSec;
}

/** After how long a silence people hear of it; null where the fields do not say it. */
export function toldAfterWords(draft: Draft): string | null {
  const sec = silenceSecOf(draft);
  if (sec === 0) return null;
  const hours = sec / UNIT_SEC.hours;
  const after = Number.isInteger(hours) && hours <= 72 ? `${hours} h` : durationText(sec);
  const leeway = times(draft.late, UNIT_SEC[draft.lateUnit]) > 0;
  return `You are notified after ${after} without a ping${leeway ? '.' : ': a run that ends later than the last one did is late.'}`;
}

/** What changes when the service says which grace fits the schedule. */
export function fitted(
  { kind, graceMin, hasOwnGrace }: Draft,
  graceSec: number | null,
): Partial<Draft> | null {
  const fitting = graceSec === null ? graceMin : String(graceSec / 60);
  return kind === 'cron' && !hasOwnGrace && fitting !== graceMin ? { graceMin: fitting } : null;
}

/** What changes with the interval that is typed: by how much a run may be late, as long as nobody said it. */
export function retimed(draft: Draft, changes: Partial<Draft>): Partial<Draft> {
  const { every, unit, hasOwnLate } = { ...draft, ...changes };
  const gapSec = times(every, UNIT_SEC[unit]);
  if (hasOwnLate || gapSec <= 0) return changes;
  const { late, lateUnit } = leewayOf(graceOfGapSec(gapSec));
  return { ...changes, late, lateUnit };
}

/** The body of a creation. */
export function monitorOf(draft: Draft): Input<'createMonitor'>['body'] {
  return { name: draft.name, ...scheduleOf(draft) };
}

/** So many times a unit; 0, which the service refuses, for what is no number. */
export function times(text: string, unit: number): number {
  return Math.round((numberIn(text) ?? 0) * unit);
}

/** What can be said of a schedule without asking: of each field that is wrong, in one sentence. */
export function wrongIn(draft: Draft): Partial<Record<'every' | 'late' | 'cron' | 'graceMin', string>> {
  return Object.fromEntries(
    Object.entries(draft.kind === 'cron' ? wrongInSchedule(draft) : wrongInInterval(draft)).filter(
      ([, wrong]) => wrong !== null,
    ),
  );
}

export const graceCheck = lasting(60, LIMITS.graceMinSec, LIMITS.graceMaxSec);

function wrongInSchedule({ cron, graceMin }: Draft) {
  const read = readCron(fieldsOf(cron));
  return { cron: typeof read === 'string' ? inWords(read) : null, graceMin: graceCheck(graceMin) };
}

function wrongInInterval(draft: Draft) {
  const { every, late } = draft;
  const [min, max] = [LIMITS.intervalMinSec, LIMITS.intervalMaxSec];
  if (numberIn(every) === null) return { every: NO_NUMBER };
  if ((numberIn(late) ?? -1) < 0)
    return { late: numberIn(late) === null ? NO_NUMBER : 'This must be 0 or more.' };
  const sec = silenceSecOf(draft);
  const isIn = times(every, 1) >= 0 && sec >= min && sec <= max;
  return { every: isIn ? null : `Together with the grace time, this must be ${between(min, max)}.` };
}

interface Scheduled {
  name: string;
  interval_sec: number;
  cron: string | null;
  tz: string | null;
  grace_sec: number | null;
}

/** The form of a monitor as it is. */
export function draftOf(
  { name, interval_sec: sec, cron, tz, grace_sec: grace }: Scheduled,
  zone: string,
): Draft {
  return {
    ...newDraft(cron === null ? 'interval' : 'cron', tz ?? zone),
    name,
    ...spreadOf(sec),
    hasOwnLate: cron === null,
    ...(cron !== null && { cron }),
    ...(grace !== null && { graceMin: String(grace / 60), hasOwnGrace: true }),
  };
}

const LARGEST_FIRST = ['days', 'hours', 'minutes'] as const;

/** A silence as what it is the sum of: as many whole units as it has, and the rest as leeway. */
function spreadOf(sec: number): Pick<Draft, 'every' | 'unit' | 'late' | 'lateUnit'> {
  const unit = LARGEST_FIRST.find((each) => sec >= UNIT_SEC[each]) ?? 'minutes';
  const count = Math.floor(sec / UNIT_SEC[unit]);
  const rest = sec - count * UNIT_SEC[unit];
  if (count === 0) return { every: String(sec / 60), unit, late: '0', lateUnit: 'minutes' };
  return { every: String(count), unit, ...leewayOf(rest) };
}

function leewayOf(sec: number): Pick<Draft, 'late' | 'lateUnit'> {
  const lateUnit = LARGEST_FIRST.find((each) => sec > 0 && sec % UNIT_SEC[each] === 0) ?? 'minutes';
  return { late: String(sec / UNIT_SEC[lateUnit]), lateUnit };
}

/** The patch that gives a monitor the schedule of a form. */
export function schedulePatch(draft: Draft, had: Pick<Scheduled, 'cron'>): Input<'patchMonitor'>['body'] {
  const { interval_sec: sec, cron, tz, grace_sec: grace } = scheduleOf(draft);
  if (draft.kind === 'cron') return { cron: cron ?? '', tz: tz ?? null, grace_sec: grace ?? null };
  return had.cron === null ? { interval_sec: sec ?? 0 } : { interval_sec: sec ?? 0, cron: null };
}
