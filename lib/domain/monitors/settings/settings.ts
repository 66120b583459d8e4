import { checkAlertUrl } from '../../alerts/alert-url.ts';
import { normalMailbox } from '../../alerts/channel.ts';
import { accepted, refused, shown, type Decision } from '../../decision.ts';
import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import { ORGANIZATION } from '../../accounts/organization.ts';
import { checkSchedule } from '../../schedule/check-schedule.ts';
import { ianaZone } from '../../schedule/iana-zone.ts';
import {
  defaultMonitorSettings,
  everyInterval,
  isSameTiming,
  type DecidedSettings,
  type Timing,
} from './default-settings.ts';
import type { Monitor, MonitorSettings } from '../monitor.ts';
import { monitorName } from './name.ts';
import { pauseEnd } from '../pause.ts';
import { monitorTags } from './tags.ts';

/** What a caller sent; a field that was not sent is undefined. */
export interface WantedSettings {
  name?: string | undefined;
  intervalSec?: number | null | undefined;
  cron?: string | null | undefined;
  tz?: string | null | undefined;
  graceSec?: number | null | undefined;
  pausedUntil?: string | null | undefined;
  maxDurationSec?: number | null | undefined;
  alertRepeatSec?: number | null | undefined;
  alertAfterFailures?: number | null | undefined;
  usesChannels?: boolean | null | undefined;
  tags?: string[] | string | null | undefined;
  alertTo?: string | null | undefined;
  alertUrl?: string | null | undefined;
}

export type SettingsRefusal =
  | 'nome_obrigatorio'
  | 'nome_invalido'
  | 'intervalo_invalido'
  | 'cron_ou_interval'
  | 'cron_invalido'
  | 'tz_invalida'
  | 'cron_sem_ocorrencia'
  | 'pausa_invalida'
  | 'pausa_longa'
  | 'tags_invalidas'
  | 'alert_to_invalido'
  | 'alert_url_invalida'
  | 'aviso_invalido';

export interface SettingsRules {
  /** How a schedule is judged: for a call with thousands, each once. */
  checkSchedule?: typeof checkSchedule;
  now: Instant;
  /** Only on one machine: alert_url may be http on loopback. */
  allowLoopback: boolean;
  /** Whom the monitors of its owner mail where they name nobody else. Guests have none. */
  ownAlertTo?: string | null;
}

export interface PatchRules extends SettingsRules {
  /** The shortest interval that costs nothing. */
  freeMinIntervalSec: number;
}

/** The settings of a new monitor (SPEC.md "POST /api/endpoints"). `keptTz` is taken as it is, see `timingOf`. */
export function newSettings(
  wanted: WantedSettings,
  rules: SettingsRules,
  keptTz: string | null = null,
): Decision<DecidedSettings, SettingsRefusal> {
  if (isSent(wanted.cron) && isSent(wanted.intervalSec)) return bothSent();
  const timing = timingOf(wanted, rules, keptTz);
  if (!timing.ok) return timing;
  const empty = defaultMonitorSettings('', timing.value, rules.ownAlertTo);
  return withTheRest(empty, { ...wanted, name: wanted.name ?? '' }, rules);
}

/**
 * The settings after a patch: what is not sent stays, `next_expected_at` too unless the schedule is touched
 * (SPEC.md "PATCH /api/endpoints/:id" and the state table).
 */
export function patchedSettings(
  current: DecidedSettings & Pick<Monitor, 'threshold'>,
  wanted: WantedSettings,
  rules: PatchRules,
): Decision<DecidedSettings, SettingsRefusal> {
  const ofJobs = current.threshold && fieldOfJobs(current, wanted);
  if (ofJobs)
    return refused(
      'aviso_invalido',
      `${ofJobs} cannot be set: this monitor is a threshold, which readings move, and expects no runs.`,
    );
  if (isSent(wanted.cron) && isSent(wanted.intervalSec)) return bothSent();
  if (wanted.cron === undefined && current.cron !== null && isSent(wanted.intervalSec)) {
    return refused(
      'cron_ou_interval',
      'interval_sec cannot be set while the monitor has a cron; send cron: null with it.',
    );
  }
  const touched = [wanted.intervalSec, wanted.cron, wanted.tz, wanted.graceSec];
  if (touched.every((value) => value === undefined)) return withTheRest(current, wanted, rules);
  const timing = timingOf(mergedTiming(current, wanted, rules), rules, current.tz);
  if (!timing.ok) return timing;
  const unscheduledSec = timing.value.cron === null ? null : unscheduledSecOf(current);
  // A tool that sends the whole configuration again must not make a late monitor healthy.
  const base = isSameTiming(current, timing.value)
    ? current
    : { ...current, ...timing.value, unscheduledSec };
  return withTheRest(base, wanted, rules);
}

/**
 * Exactly the settings that were sent, as if the monitor were new with them: what is not sent is as by default. Only a
 * pause stays unless it is named, and `next_expected_at` unless the schedule is another.
 */
export function exactSettings(
  current: DecidedSettings,
  wanted: WantedSettings,
  rules: SettingsRules,
): Decision<DecidedSettings, SettingsRefusal> {
  const fresh = newSettings(wanted, rules, current.tz);
  if (!fresh.ok) return fresh;
  const isSame = isSameTiming(current, fresh.value);
  const { intervalSec, nextExpectedAt, unscheduledSec } = isSame ? current : fresh.value;
  const pausedUntil = wanted.pausedUntil === undefined ? current.pausedUntil : fresh.value.pausedUntil;
  return accepted({ ...fresh.value, intervalSec, nextExpectedAt, unscheduledSec, pausedUntil });
}

/** Whether a monitor has these very settings already. */
export function isSetTo(monitor: DecidedSettings, settings: DecidedSettings): boolean {
  const { tags, ...rest } = settings;
  return (
    monitor.tags.join() === tags.join() &&
    Object.entries(rest).every(([name, value]) => monitor[name as keyof typeof rest] === value)
  );
}

/** The first field that is changed of those that say when a job runs and for how long. */
function fieldOfJobs(current: DecidedSettings, wanted: WantedSettings): string | undefined {
  const fields = [
    ['interval_sec', wanted.intervalSec, current.intervalSec],
    ['cron', wanted.cron, current.cron],
    ['tz', wanted.tz, current.tz],
    ['grace_sec', wanted.graceSec, current.graceSec],
    ['max_duration_sec', wanted.maxDurationSec || null, current.maxDurationSec],
  ] as const;
  return fields.find(([, sent, now]) => isSent(sent) && sent !== now)?.[0];
}

/** The interval that a monitor has, or had before its schedule. */
function unscheduledSecOf({ cron, intervalSec, unscheduledSec }: Timing): number | null {
  return cron === null ? intervalSec : unscheduledSec;
}

function mergedTiming(
  current: DecidedSettings,
  wanted: WantedSettings,
  { freeMinIntervalSec }: PatchRules,
): WantedSettings {
  const cron = wanted.cron === undefined ? current.cron : wanted.cron;
  // Whoever drops a schedule has named no interval: none that costs something, or that the schedule alone had.
  const isDropped = cron === null && current.cron !== null;
  const kept = unscheduledSecOf(current) ?? current.intervalSec;
  return {
    cron,
    intervalSec: wanted.intervalSec ?? (isDropped ? Math.max(kept, freeMinIntervalSec) : kept),
    tz: wanted.tz === undefined ? (cron === null ? null : current.tz) : wanted.tz,
    graceSec: wanted.graceSec === undefined ? current.graceSec : wanted.graceSec,
  };
}

/** `keptTz` was accepted when it was stored, perhaps by an earlier rule, and goes on. */
function timingOf(
  wanted: WantedSettings,
  rules: SettingsRules,
  keptTz: string | null = null,
): Decision<Timing, SettingsRefusal> {
  if (!isSent(wanted.cron)) return intervalTiming(wanted);
  const tz = !isSent(wanted.tz)
    ? accepted('UTC')
    : wanted.tz === keptTz
      ? accepted(keptTz)
      : ianaZone(wanted.tz);
  if (!tz.ok) return tz;
  const schedule = { cron: wanted.cron.trim().replaceAll(/\s+/g, ' '), tz: tz.value };
  const checked = (rules.checkSchedule ?? checkSchedule)(schedule, rules.now);
  if (!checked.ok) return checked;
  return accepted({
    ...schedule,
    graceSec: wanted.graceSec ?? LIMITS.graceDefaultSec,
    intervalSec: checked.windowSec,
    nextExpectedAt: checked.nextAt,
    unscheduledSec: null,
  });
}

function intervalTiming(wanted: WantedSettings): Decision<Timing, SettingsRefusal> {
  if (isSent(wanted.tz)) {
    return refused('tz_invalida', `tz needs a cron to apply to; got ${shown(wanted.tz)} without one.`);
  }
  if (!isSent(wanted.intervalSec)) {
    const range = `${LIMITS.intervalMinSec} to ${LIMITS.intervalMaxSec}`;
    return refused('intervalo_invalido', `interval_sec (whole seconds from ${range}) or cron is required.`);
  }
  return accepted(everyInterval(wanted.intervalSec));
}

function withTheRest(
  base: DecidedSettings,
  wanted: WantedSettings,
  rules: SettingsRules,
): Decision<DecidedSettings, SettingsRefusal> {
  const name = wanted.name === undefined ? accepted(base.name) : monitorName(wanted.name);
  if (!name.ok) return name;
  const tags = wanted.tags === undefined ? accepted(base.tags) : monitorTags(wanted.tags ?? []);
  if (!tags.ok) return tags;
  const pausedUntil = wantedPause(base, wanted, rules.now);
  if (!pausedUntil.ok) return pausedUntil;
  const alertUrl = wantedAlertUrl(base, wanted, rules);
  if (!alertUrl.ok) return alertUrl;
  const alertTo = wantedAlertTo(base, wanted, rules);
  if (!alertTo.ok) return alertTo;
  return accepted({
    ...base,
    name: name.value,
    tags: tags.value,
    pausedUntil: pausedUntil.value,
    alertUrl: alertUrl.value,
    ...alertTo.value,
    maxDurationSec: wanted.maxDurationSec === undefined ? base.maxDurationSec : wanted.maxDurationSec || null,
    alertRepeatSec: wanted.alertRepeatSec === undefined ? base.alertRepeatSec : wanted.alertRepeatSec,
    alertAfterFailures:
      wanted.alertAfterFailures === undefined ? base.alertAfterFailures : (wanted.alertAfterFailures ?? 1),
    usesChannels: wanted.usesChannels === undefined ? base.usesChannels : (wanted.usesChannels ?? true),
  });
}

function wantedPause(base: DecidedSettings, wanted: WantedSettings, now: Instant) {
  if (wanted.pausedUntil === undefined) return accepted(base.pausedUntil);
  return wanted.pausedUntil === null ? accepted(null) : pauseEnd(wanted.pausedUntil, now);
}

function wantedAlertTo(
  base: DecidedSettings,
  { alertTo }: WantedSettings,
  { ownAlertTo }: SettingsRules,
): Decision<Pick<MonitorSettings, 'alertTo' | 'alertToOwn'>, 'alert_to_invalido'> {
  if (alertTo === undefined) return accepted({ alertTo: base.alertTo, alertToOwn: base.alertToOwn });
  if (alertTo === ORGANIZATION && ownAlertTo !== ORGANIZATION)
    return refused(
      'alert_to_invalido',
      `alert_to can be ${ORGANIZATION} only for a monitor of an organization; use an e-mail address.`,
    );
  const isOwn = isSent(alertTo) && isSent(ownAlertTo) && normalMailbox(alertTo) === normalMailbox(ownAlertTo);
  return accepted({ alertTo, alertToOwn: isOwn });
}

function wantedAlertUrl(
  base: DecidedSettings,
  wanted: WantedSettings,
  rules: SettingsRules,
): Decision<string | null, 'alert_url_invalida'> {
  if (wanted.alertUrl === undefined) return accepted(base.alertUrl);
  if (wanted.alertUrl === null) return accepted(null);
  const checked = checkAlertUrl(wanted.alertUrl, { allowLoopback: rules.allowLoopback });
  return checked.ok ? accepted(checked.url) : refused('alert_url_invalida', checked.detail);
}

function bothSent() {
  return refused('cron_ou_interval', 'cron and interval_sec exclude each other; both were sent.');
}

function isSent<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
