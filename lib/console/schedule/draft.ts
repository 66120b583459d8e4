import type { Input } from '../api/operations.ts';
import { numberIn } from '../words/number-in.ts';

export type WatchKind = 'cron' | 'interval';

/** A monitor as its form has it. */
export interface Draft {
  kind: WatchKind;
  name: string;
  /** How many of `unit`. */
  every: string;
  unit: Unit;
  cron: string;
  tz: string;
  graceMin: string;
}

export type Unit = keyof typeof UNIT_SEC;

export const UNIT_SEC = { minutes: 60, hours: 3_600, days: 86_400 } as const;

export function newDraft(kind: WatchKind, zone: string): Draft {
  return { kind, name: '', every: '1', unit: 'days', cron: '30 2 * * *', tz: zone, graceMin: '10' };
}

/** When a ping is expected, as the API takes it. What is no number is sent as 0, so that the API says what is wrong. */
export function scheduleOf({
  kind,
  every,
  unit,
  cron,
  tz,
  graceMin,
}: Draft): Input<'previewSchedule'>['body'] {
  if (kind === 'interval') return { interval_sec: times(every, UNIT_SEC[unit]) };
  return { cron: cron.trim(), tz: tz.trim(), grace_sec: times(graceMin, 60) };
}

/** The body of a creation. */
export function monitorOf(draft: Draft): Input<'createMonitor'>['body'] {
  return { name: draft.name, ...scheduleOf(draft) };
}

/** So many times a unit; 0, which the service refuses, for what is no number. */
export function times(text: string, unit: number): number {
  return Math.round((numberIn(text) ?? 0) * unit);
}

/** Which field of the form a refusal is about. */
export function fieldOf(code: string): 'name' | 'when' | 'tz' | 'grace' | null {
  if (code.startsWith('nome_')) return 'name';
  if (code === 'tz_invalida') return 'tz';
  if (code === 'grace_invalido') return 'grace';
  return /^(intervalo|cron)_/.test(code) ? 'when' : null;
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
  const unit =
    (['days', 'hours', 'minutes'] as const).find((each) => sec % UNIT_SEC[each] === 0) ?? 'minutes';
  return {
    ...newDraft(cron === null ? 'interval' : 'cron', tz ?? zone),
    name,
    every: String(sec / UNIT_SEC[unit]),
    unit,
    ...(cron !== null && { cron }),
    ...(grace !== null && { graceMin: String(grace / 60) }),
  };
}

/** The patch that gives a monitor the schedule of a form. */
export function schedulePatch(draft: Draft, had: Pick<Scheduled, 'cron'>): Input<'patchMonitor'>['body'] {
  const { interval_sec: sec, cron, tz, grace_sec: grace } = scheduleOf(draft);
  if (draft.kind === 'cron') return { cron: cron ?? '', tz: tz ?? null, grace_sec: grace ?? null };
  return had.cron === null ? { interval_sec: sec ?? 0 } : { interval_sec: sec ?? 0, cron: null };
}
