import type { Instant } from '../instant.ts';
import { nextExpectedAtOf } from '../monitor/deadline.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { AlertContent } from './alert-content.ts';

/** What an alert says of its own, beside the facts of the monitor it is about. */
type OwnWords = Pick<AlertContent, 'kind' | 'alertId' | 'downSince'> & Partial<AlertContent>;

/** The content of an alert about a monitor as it is at `now`; what is not said is empty. */
export function contentAbout(monitor: Monitor, words: OwnWords, now: Instant): AlertContent {
  return {
    monitorId: monitor.id,
    monitorName: monitor.name,
    reason: 'silence',
    incident: 0,
    alertNumber: 0,
    recoveredAt: null,
    decidedAt: now,
    lastEventAt: monitor.lastEventAt,
    missCount: monitor.missCount,
    intervalSec: monitor.intervalSec,
    cron: monitor.cron,
    tz: monitor.tz,
    graceSec: monitor.graceSec,
    nextExpectedAt: nextExpectedAtOf(monitor, now),
    maxDurationSec: monitor.maxDurationSec,
    runId: null,
    tags: monitor.tags,
    hint: null,
    output: null,
    notHeard: null,
    failingChannel: null,
    ...words,
  };
}
