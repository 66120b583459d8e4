import { systemClock } from '../../adapters/clock.ts';
import { LIMITS } from '../../domain/limits.ts';
import { required, type Config } from '../../config/config.ts';

/**
 * The service's own figures. Each is written to the log, where the dashboard reads it. From the value here on it is a
 * CloudWatch metric too, for the alarms; null: no alarm reads it. A metric costs for every hour in which it is written, so
 * those of a healthy service are not.
 */
export const METRIC_FROM = {
  ChecksFinished: null,
  ChecksFailed: 1,
  CheckAgeSec: 1,
  // Up to one interval between two checks is no lag, and a second one may be the scheduler's.
  DueLagSec: 2 * LIMITS.checkEverySec,
  BlindSec: 1,
  AlertsDelivered: null,
  AlertsFailed: null,
  AlertsUnsettled: 1,
  AlertsLate: null,
  // Both of them, for one alarm.
  AlertsUntold: 1,
  MailsLate: 1,
  MailsFailed: 1,
  ConfirmationsHeld: 1,
  MailsBounced: null,
  MailsComplainedOf: null,
  MailsDelayed: null,
} as const satisfies Record<string, number | null>;

export type MetricName = keyof typeof METRIC_FROM;

export interface Metrics {
  put(figures: Partial<Record<MetricName, number>>): void;
}

/**
 * Writes figures as one line of JSON, in CloudWatch's embedded metric format where one of them is a metric; the log group
 * makes the metrics of it.
 */
export function embeddedMetrics(config: Pick<Config, 'metrics'>): Metrics {
  const { namespace } = required(config.metrics, 'where its figures are found');
  return {
    put(figures) {
      const Metrics = Object.entries(figures)
        .filter(([name, value]) => isMetric(name as MetricName, value))
        .map(([Name]) => ({ Name }));
      const directive = { Namespace: namespace, Dimensions: [[]], Metrics };
      const found = { _aws: { Timestamp: systemClock.now(), CloudWatchMetrics: [directive] } };
      // Not console.log: Lambda's JSON log format would wrap the line, and nobody would find the metrics in it.
      process.stdout.write(`${JSON.stringify({ ...(Metrics.length > 0 && found), ...figures })}\n`);
    },
  };
}

function isMetric(name: MetricName, value: number): boolean {
  const from = METRIC_FROM[name];
  return from !== null && value >= from;
}

/** Where nobody watches figures. */
export const noMetrics: Metrics = { put: () => {} };
