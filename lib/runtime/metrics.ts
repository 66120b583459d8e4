import { systemClock } from '../adapters/clock.ts';

/** The service's own figures, in the CloudWatch namespace `Rollcall`. */
export type MetricName =
  | 'ChecksFinished'
  | 'ChecksFailed'
  | 'CheckAgeSec'
  | 'DueLagSec'
  | 'BlindSec'
  | 'AlertsDelivered'
  | 'AlertsFailed'
  | 'AlertsUnsettled'
  | 'MailsFailed'
  | 'ConfirmationsHeld'
  | 'MailsBounced'
  | 'MailsComplainedOf'
  | 'MailsDelayed';

export interface Metrics {
  put(figures: Partial<Record<MetricName, number>>): void;
}

/** Writes figures in CloudWatch's embedded metric format, which the log group turns into metrics. */
export const embeddedMetrics: Metrics = {
  put(figures) {
    const Metrics = Object.keys(figures).map((Name) => ({ Name }));
    const directive = { Namespace: 'Rollcall', Dimensions: [[]], Metrics };
    const embedded = { _aws: { Timestamp: systemClock.now(), CloudWatchMetrics: [directive] }, ...figures };
    // Not console.log: Lambda's JSON log format would wrap the line, and nobody would find the metrics in it.
    process.stdout.write(`${JSON.stringify(embedded)}\n`);
  },
};

/** Where nobody watches figures. */
export const noMetrics: Metrics = { put: () => {} };
