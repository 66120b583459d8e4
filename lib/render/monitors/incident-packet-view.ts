import type { IncidentPacket } from '../../contract/monitors/incident-packet.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import { isoOf, isoOrNull, type Instant } from '../../domain/instant.ts';
import { maintenanceNames, openAmong } from '../../domain/monitors/maintenance.ts';
import { endOf, thresholdField, levelOf } from '../../domain/machines/thresholds/threshold.ts';
import { isPaused } from '../../domain/monitors/deadline.ts';
import { nextAlertAt, runLimitAt, stateOf } from '../../domain/monitors/state.ts';
import { alertView } from '../alerts/alert-view.ts';
import { changeView } from './change-view.ts';
import { deadlineView, sumWords } from './deadline-view.ts';
import type { KnownIncident } from './known-incident.ts';
import { nextCalls } from './next-calls.ts';
import { driftView } from './proposal-view.ts';
import { openMaintenanceView } from './maintenance-view.ts';
import { numberText } from '../machines/number-text.ts';
import { pingView } from './ping-view.ts';
import { intervalWords, scheduleWords } from './schedule-words.ts';
import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { LIMITS } from '../../domain/limits.ts';
import { durationText, instantText } from '../time-text.ts';

const OTHERS_NAMED = 20;

/** An incident as whoever mends the job wants to see it. */
export function incidentPacketView(known: KnownIncident): IncidentPacket {
  const { monitor, now, sum, events, output, deliveries, others, changes, hint } = known;
  return {
    endpoint_id: shownIdOf(monitor),
    name: monitor.name,
    tags: monitor.tags,
    now: isoOf(now),
    incident: incidentView(known),
    in_words: [incidentWords(known), ...maintenanceWords(known)].join(' '),
    state: stateOf(monitor, now),
    schedule: expectedWords(monitor),
    paused_until: isPaused(monitor, now) ? isoOrNull(monitor.pausedUntil) : null,
    deadline: sum && deadlineView(sum, now),
    open_runs: (known.closed ? [] : monitor.runs).map((run) => ({
      rid: run.rid,
      started_at: isoOf(run.startedAt),
      too_long_at: isoOrNull(runLimitAt(monitor, run)),
    })),
    events: events.map(pingView),
    output,
    deliveries: deliveries.map(({ alert, id }) => alertView(alert, id)),
    also_down: { total: others.length, endpoints: others.slice(0, OTHERS_NAMED).map(otherView) },
    changes: changes.map(changeView),
    hint: hint?.detail ?? null,
    drifts: known.drifts.map(driftView),
    maintenance: openMaintenanceView(openAmong(known.windows, now)),
    next_calls: nextCalls(known),
  };
}

function incidentView(known: KnownIncident): IncidentPacket['incident'] {
  const { incident, isOpened, closed, now } = known;
  const { number, reason, downSince, openedAt, alerts, failure } = incident;
  return {
    number,
    reason,
    state: closed ? 'closed' : 'open',
    down_since: isoOf(downSince),
    down_sec: Math.max(0, Math.floor(((closed ? (closed.at ?? openedAt) : now) - downSince) / 1000)),
    closed_at: isoOrNull(closed?.at ?? null),
    opened_at: isOpened ? isoOf(openedAt) : null,
    alerts: isOpened ? alerts : 0,
    next_alert_at: isOpened ? isoOrNull(toldAgainAt(known)) : null,
    exit_code: failure?.exitCode ?? null,
    failures_in_a_row: failure?.inARow ?? null,
    maintenance: beganIn(known),
  };
}

/** The maintenance in which it began; of one that no check has opened yet, what the check will find. */
function beganIn({ incident, isOpened, windows }: KnownIncident): string | null {
  const began = isOpened ? incident.maintenance : maintenanceNames(windows)(incident.downSince);
  return began ?? null;
}

function maintenanceWords(known: KnownIncident): string[] {
  const began = beganIn(known);
  return began === null ? [] : [`It began during maintenance ${cleanLine(began, LIMITS.nameMaxChars)}.`];
}

/** Of a silence not before it is one again; null where nobody is told. */
function toldAgainAt({ monitor, incident, sum, isHeard, windows, now }: KnownIncident): Instant | null {
  if (!isHeard) return null;
  const soonestAt = isPaused(monitor, now) ? (monitor.pausedUntil ?? now) : now;
  const silentAt = incident.reason === 'silence' ? (sum?.deadlineAt ?? now) : now;
  const maintainedAt = openAmong(windows, now)?.until ?? now;
  return Math.max(nextAlertAt(monitor, incident), soonestAt, silentAt, maintainedAt);
}

function otherView({ monitor, incident }: KnownIncident['others'][number]) {
  const { name, tags } = monitor;
  return {
    endpoint_id: shownIdOf(monitor),
    name,
    tags,
    number: incident.number,
    reason: incident.reason,
    down_since: isoOf(incident.downSince),
  };
}

/** Why a monitor has its incident, in one or two sentences: each reason by its own arithmetic. */
export function incidentWords(known: KnownIncident): string {
  switch (known.incident.reason) {
    case 'silence':
      return silenceWords(known);
    case 'fail':
      return failureWords(known);
    case 'too_long':
      return tooLongWords(known);
    case 'threshold':
      return thresholdWords(known);
  }
}

/** After a pause or a longer interval the deadline is ahead again, and explains no silence; a failure ends none. */
function silenceWords({ incident, sum, now, closed, events }: KnownIncident): string {
  const said = events.find(({ kind, at }) => kind === 'fail' && at >= incident.downSince);
  const failed = said ? `${saidWords(said)} ` : '';
  if (sum !== null && now > sum.deadlineAt) return `${failed}${sumWords(sum, now)}`;
  const silent = `${failed}Silent since ${instantText(incident.downSince)}; ${endWords(closed)}.`;
  return sum === null ? silent : `${silent} New deadline: ${sumWords(sum, now)}`;
}

function expectedWords({ cron, tz, intervalSec, threshold }: KnownIncident['monitor']): string {
  if (threshold) return 'a number of a machine, with each of its readings';
  return cron === null ? intervalWords(intervalSec) : scheduleWords(cron, tz ?? 'UTC');
}

/** A deletion ends an incident, too. */
function endWords(closed: KnownIncident['closed']): string {
  if (!closed) return 'no success has come since';
  return closed.at === null ? 'its end was not recorded' : `it ended at ${instantText(closed.at)}`;
}

function thresholdWords({ monitor, incident: { downSince, failure }, closed }: KnownIncident): string {
  const { threshold } = monitor;
  const format = threshold && thresholdField(threshold).format;
  const reading = failure?.reading;
  // Its value may be another one since; of an incident that is over nothing is kept that tells.
  const isOfNow = threshold && reading !== undefined && levelOf(threshold, reading) === 'beyond';
  const rule = isOfNow ? `${threshold.side} ${numberText(threshold.value, format)}` : 'beyond its threshold';
  const at = reading === undefined ? '' : `, at ${numberText(reading, format)}`;
  const end = threshold && !closed ? ` It is over at ${numberText(endOf(threshold), format)}.` : '';
  return `It went ${rule} at ${instantText(downSince)}${at}; ${closed ? endWords(closed) : 'no reading within has come since'}.${end}`;
}

function failureWords({ incident: { downSince, failure }, events }: KnownIncident): string {
  const said = events.find(({ kind }) => kind === 'fail');
  const known = said ?? { at: downSince, exitCode: failure?.exitCode, durationMs: null };
  return saidWords(known, failure?.inARow);
}

type Failure = Pick<KnownIncident['events'][number], 'at' | 'durationMs'> & {
  exitCode?: number | null | undefined;
};

/** What a job said of its failure. */
function saidWords({ at, exitCode: code, durationMs }: Failure, inARow?: number): string {
  return [
    `The job reported its failure at ${instantText(at)}`,
    ...(inARow === undefined ? [] : [`${inARow} times in a row`]),
    ...(code == null ? [] : [`with exit code ${code}`]),
    ...(durationMs == null ? [] : [`after ${durationText(durationMs / 1000)}`]),
  ]
    .join(', ')
    .concat('.');
}

function tooLongWords({ monitor, incident: { downSince }, now, closed }: KnownIncident): string {
  const limit = monitor.maxDurationSec === null ? '' : durationText(monitor.maxDurationSec);
  const run = closed ? undefined : monitor.runs.find((each) => now > (runLimitAt(monitor, each) ?? now));
  if (!run)
    return `A run passed its limit${limit && ` of ${limit}`} at ${instantText(downSince)}; ${endWords(closed)}.`;
  const name = run.rid === null ? 'The run' : `Run ${cleanLine(run.rid, LIMITS.ridMaxChars)}`;
  const passedAt = instantText(runLimitAt(monitor, run) ?? downSince);
  return `${name} started at ${instantText(run.startedAt)} and passed its limit of ${limit} at ${passedAt}; it is still running.`;
}
