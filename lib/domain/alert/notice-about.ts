import type { Instant } from '../instant.ts';
import { nextExpectedAtOf } from '../monitor/deadline.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { Notice } from './notice.ts';

/** What a notice says of its own, beside the facts of the monitor it is about. */
type OwnWords = Pick<Notice, 'kind' | 'alertId' | 'downSince'> & Partial<Notice>;

/** A notice about a monitor as it is at `now`; what is not said is empty. */
export function noticeAbout(monitor: Monitor, words: OwnWords, now: Instant): Notice {
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
