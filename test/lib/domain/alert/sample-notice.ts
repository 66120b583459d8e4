import type { AlertRecord } from '../../../../lib/domain/alert/alert-record.ts';
import type { Notice } from '../../../../lib/domain/alert/notice.ts';

/** A silence of one hour on an hourly interval, told one minute after it was noticed. */
export function sampleNotice(part: Partial<Notice> = {}): Notice {
  return {
    kind: 'miss',
    alertId: 'al_1',
    monitorId: 'mon_1',
    monitorName: 'Nightly backup',
    reason: 'silence',
    incident: 3,
    alertNumber: 1,
    downSince: Date.UTC(2026, 2, 29, 1, 0, 0),
    recoveredAt: null,
    decidedAt: Date.UTC(2026, 2, 29, 1, 4, 30),
    lastEventAt: Date.UTC(2026, 2, 29, 0, 0, 0),
    missCount: 7,
    intervalSec: 3600,
    cron: null,
    tz: null,
    graceSec: null,
    nextExpectedAt: null,
    maxDurationSec: null,
    runId: null,
    tags: [],
    hint: null,
    output: null,
    notHeard: null,
    failingChannel: null,
    ...part,
  };
}

/** The end of the same incident after 1 h 5 min. */
export function sampleRecovery(part: Partial<Notice> = {}): Notice {
  return sampleNotice({
    kind: 'recovery',
    recoveredAt: Date.UTC(2026, 2, 29, 2, 5, 0),
    decidedAt: Date.UTC(2026, 2, 29, 2, 9, 30),
    ...part,
  });
}

/** An alert that waits to be told by a webhook. */
export function sampleAlert(notice: Notice, part: Partial<AlertRecord> = {}): AlertRecord {
  return {
    monitorId: notice.monitorId,
    sk: `AL#${notice.incident}-${notice.alertNumber}-${notice.kind}`,
    channel: 'webhook',
    state: 'pending',
    notice,
    attempts: [],
    createdAt: notice.decidedAt,
    dueAt: notice.decidedAt,
    claimedUntil: null,
    nextTryAt: null,
    requeued: 0,
    waitingSince: null,
    reopened: false,
    ...part,
  };
}
