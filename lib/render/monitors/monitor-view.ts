import type { MonitorView } from '../../contract/monitors/monitor-output.ts';
import { isoOf, isoOrNull, type Instant } from '../../domain/instant.ts';
import { endOf, thresholdField, type Threshold } from '../../domain/machines/thresholds/threshold.ts';
import { incidentAt } from '../../domain/monitors/check.ts';
import { deadlineOf, isOverdue, nextExpectedAtOf } from '../../domain/monitors/deadline.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { learningOf, notedProposalOf } from '../../domain/monitors/noted-proposal.ts';
import { alertRepeatSecOf, stateOf } from '../../domain/monitors/state.ts';
import { numberText } from '../machines/number-text.ts';
import { notedProposalView } from './proposal-view.ts';

/** Where jobs call this monitor. */
export function ingestUrlOf(ingestOrigin: string, shownId: string): string {
  return `${ingestOrigin}/in/${shownId}`;
}

function incidentView(monitor: Monitor, now: Instant): MonitorView['incident'] {
  const incident = incidentAt(monitor, now);
  return incident && { number: incident.number, reason: incident.reason, since: isoOf(incident.downSince) };
}

function thresholdOf(rule: Threshold): MonitorView['threshold'] {
  const { deviceId, side, value } = rule;
  const { format } = thresholdField(rule);
  return {
    device_id: deviceId,
    rule: `${side} ${numberText(value, format)}`,
    over_at: numberText(endOf(rule), format),
  };
}

/** A monitor as the wire shows it at `now` (SPEC.md "Monitor"); without what only some answers carry. */
export function monitorView(
  monitor: Monitor,
  now: Instant,
  known: { ingestOrigin: string; alertToConsented: boolean },
): MonitorView {
  const newest = monitor.runs.at(-1);
  const overdue = isOverdue(monitor, now);
  const noted = notedProposalOf(monitor);
  return {
    id: shownIdOf(monitor),
    ...(monitor.slug !== null && { slug: monitor.slug }),
    name: monitor.name,
    interval_sec: monitor.intervalSec,
    cron: monitor.cron,
    tz: monitor.tz,
    grace_sec: monitor.graceSec,
    next_expected_at: isoOrNull(nextExpectedAtOf(monitor, now)),
    deadline_at: monitor.active ? isoOrNull(deadlineOf(monitor)) : null,
    alert_to: monitor.alertTo,
    alert_url: monitor.alertUrl,
    last_event_at: isoOrNull(monitor.lastEventAt),
    last_status: monitor.lastStatus,
    last_latency_ms: monitor.lastLatencyMs,
    last_start_at: isoOrNull(newest?.startedAt ?? null),
    last_run_id: newest?.rid ?? null,
    last_duration_ms: monitor.lastDurationMs,
    max_duration_sec: monitor.maxDurationSec,
    alert_pending: monitor.pending[0]?.kind ?? null,
    miss_count: monitor.missCount,
    incident: incidentView(monitor, now),
    alerted_at: isoOrNull(monitor.alertedAt),
    alert_repeat_sec: alertRepeatSecOf(monitor),
    alert_after_failures: monitor.alertAfterFailures,
    alert_channels: monitor.usesChannels,
    ...(monitor.alertAfterFailures > 1 && { failures_in_a_row: monitor.failedRuns?.inARow ?? 0 }),
    tags: monitor.tags,
    paused_until: isoOrNull(monitor.pausedUntil),
    state: stateOf(monitor, now),
    active: monitor.active,
    healthy: monitor.lastEventAt !== null && !overdue,
    overdue,
    waiting_first_ping: monitor.lastEventAt === null,
    created_at: isoOf(monitor.createdAt),
    ingest_url: ingestUrlOf(known.ingestOrigin, shownIdOf(monitor)),
    proposal: noted && notedProposalView(noted),
    learning: learningOf(monitor),
    ...(monitor.threshold && { threshold: thresholdOf(monitor.threshold) }),
    ...(monitor.alertTo !== null && { alert_to_confirmed: known.alertToConsented }),
  };
}
