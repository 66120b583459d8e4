import { areas, functionAreas, needsOf } from '../../lib/areas/areas.ts';
import { ofType, synthesised } from '../../test/support/stack/synthesised.ts';

/** What of a deployment without any setting costs by its being there. */
export interface Deployed {
  secrets: number;
  alarms: number;
  /** An alarm over an expression costs for each metric in it. */
  alarmMetrics: number;
  compositeAlarms: number;
  /** Queues that Lambda polls, also when they are empty. */
  polledQueues: number;
  timers: number;
  ticksAMonth: number;
}

const MINUTES_A_MONTH = 30 * 24 * 60;

/** Counted in the template of the default settings. */
export function deployedByDefault(): Deployed {
  const stack = synthesised();
  const count = (type: string) => ofType(stack, type).length;
  const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
  return {
    secrets: count('AWS::SecretsManager::Secret'),
    alarms: alarms.length,
    alarmMetrics: alarms.reduce((sum, { Metrics }) => sum + metricsIn(Metrics), 0),
    compositeAlarms: count('AWS::CloudWatch::CompositeAlarm'),
    polledQueues: count('AWS::Lambda::EventSourceMapping'),
    timers: count('AWS::Scheduler::Schedule'),
    ticksAMonth: functionAreas.reduce((sum, area) => sum + runsOf(needsOf(area).schedule?.everyMin), 0),
  };
}

export const runsOf = (everyMin: number | undefined) => (everyMin ? MINUTES_A_MONTH / everyMin : 0);

export const gbOf = (area: keyof typeof areas) => areas[area].memoryMb / 1024;

function metricsIn(metrics: unknown): number {
  if (!Array.isArray(metrics)) return 1;
  return metrics.filter((part: object) => 'MetricStat' in part).length;
}
