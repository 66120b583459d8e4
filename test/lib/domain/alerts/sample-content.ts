import type { Alert } from '../../../../lib/domain/alerts/alert.ts';
import type { AlertContent } from '../../../../lib/domain/alerts/alert-content.ts';

/** A silence of one hour on an hourly interval, told one minute after it was noticed. */
export function sampleContent(part: Partial<AlertContent> = {}): AlertContent {
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
export function sampleRecovery(part: Partial<AlertContent> = {}): AlertContent {
  return sampleContent({
    kind: 'recovery',
    recoveredAt: Date.UTC(2026, 2, 29, 2, 5, 0),
    decidedAt: Date.UTC(2026, 2, 29, 2, 9, 30),
    ...part,
  });
}

/** An alert that waits to be told by a webhook. */
export function sampleAlert(content: AlertContent, part: Partial<Alert> = {}): Alert {
  return {
    monitorId: content.monitorId,
    sk: `AL#${content.incident}-${content.alertNumber}-${content.kind}`,
    channel: 'webhook',
    state: 'pending',
    content,
    attempts: [],
    createdAt: content.decidedAt,
    dueAt: content.decidedAt,
    claimedUntil: null,
    nextTryAt: null,
    requeued: 0,
    waitingSince: null,
    pace: null,
    reopened: false,
    ...part,
  };
}
