import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AreaFunction } from './area-function.ts';

/** The CloudWatch namespace of the service's own metrics. */
export const metricNamespace = 'Rollcall';

/** What an alarm looks at. */
export interface Watch {
  metric: IMetric;
  /** The alarm rings at this value or above; with `below`, under it. */
  threshold: number;
  below?: true;
  /** Periods that must be bad. */
  periods: number;
  /**
   * The periods they are counted in.
   * @default as many: each must be bad
   */
  of?: number;
  /** A period without the figure is as bad as one with a bad figure. */
  missingIsBad?: true;
  says: string;
}

const period = Duration.minutes(5);

export function errorsOf(fn: AreaFunction): IMetric {
  return fn.lambda.metricErrors({ statistic: 'Sum', period });
}

/** Lambda reports errors, zero included, with every call; without calls both are missing, and so is the difference. */
export function succeeded(fn: AreaFunction, each: Duration): IMetric {
  const usingMetrics = {
    ran: fn.lambda.metricInvocations({ statistic: 'Sum', period: each }),
    failed: fn.lambda.metricErrors({ statistic: 'Sum', period: each }),
  };
  return new MathExpression({
    expression: 'ran - failed',
    usingMetrics,
    period: each,
    label: 'runs that succeeded',
  });
}

export function sumOf(metrics: readonly IMetric[]): IMetric {
  const usingMetrics = Object.fromEntries(metrics.map((metric, i) => [`m${i}`, metric]));
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, period });
}

/** A figure that the functions write themselves, without dimensions. */
export function figure(metricName: string, statistic: 'Sum' | 'Maximum', each = period): IMetric {
  return new Metric({ namespace: metricNamespace, metricName, statistic, period: each });
}
