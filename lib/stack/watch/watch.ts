import { Duration, Stack } from 'aws-cdk-lib';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';

/** What an alarm looks at. */
export interface Watch {
  metric: IMetric;
  /** The alarm rings at this value or above. */
  threshold: number;
  /** Periods that must be bad. */
  periods: number;
  /**
   * The periods they are counted in.
   * @default as many: each must be bad
   */
  of?: number;
  /**
   * What holds without any figure: that it is bad, or what held before.
   * @default that nothing is wrong
   */
  missing?: 'bad' | 'kept';
  says: string;
}

/** By the name of the alarm. */
export type Watches = Record<string, Watch>;

const period = Duration.minutes(5);

export function errorMetricOf(fn: AreaFunction): IMetric {
  return fn.lambda.metricErrors({ statistic: 'Sum', period });
}

/**
 * 1 for a period in which no run succeeded, else 0. Lambda reports 0 or 1 errors with every run, so the least of them is 1
 * when all failed. A period without a run is filled here: an alarm that is left to treat missing data looks back further
 * than its periods, and holds on to runs that succeeded there.
 */
export function noneSucceeded(fn: AreaFunction, each: Duration): IMetric {
  const leastErrors = fn.lambda.metricErrors({ statistic: 'Minimum', period: each });
  return filled(leastErrors, 1, 'no run succeeded', each);
}

/** A figure that is written only when it is not zero, counted as zero in the other periods. */
export function zeroIfMissing(metric: IMetric): IMetric {
  return filled(metric, 0, 'zero if missing', period);
}

/** Counts the lines of a log that a pattern finds. A metric only where there are some: it costs by the hours in which it is written. */
export function linesOf(scope: Construct, logGroup: ILogGroup) {
  return (metricName: string, pattern: string, each = period): IMetric =>
    new MetricFilter(scope, `${metricName}Filter`, {
      logGroup,
      metricNamespace: Stack.of(scope).stackName,
      metricName,
      filterPattern: FilterPattern.literal(`{ ${pattern} }`),
      metricValue: '1',
    }).metric({ statistic: 'Sum', period: each });
}

function filled(metric: IMetric, value: number, label: string, each: Duration): IMetric {
  return new MathExpression({
    expression: `FILL(figure, ${value})`,
    usingMetrics: { figure: metric },
    period: each,
    label,
  });
}

/** Finds a figure that the functions write themselves, without dimensions. */
export type FigureOf = (metricName: string, statistic: 'Sum' | 'Maximum', each?: Duration) => IMetric;

/** The figures of one stack: its name is their CloudWatch namespace. */
export function figuresIn(namespace: string): FigureOf {
  return (metricName, statistic, each = period) =>
    new Metric({ namespace, metricName, statistic, period: each });
}
