import { Duration, Stack } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import {
  HttpCodeElb,
  HttpCodeTarget,
  type ApplicationLoadBalancer,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { FilterPattern, MetricFilter, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';
import { errorMetricOf, noneSucceeded, zeroIfMissing, type FigureOf, type Watch } from './watch.ts';

export type Watches = Record<string, Watch>;

const period = Duration.minutes(5);
const atTheFirst = { threshold: 1, periods: 1 };

/** The checker: that it runs, and the figures it writes about itself. */
export function checkerWatches(checker: AreaFunction, figure: FigureOf): Watches {
  return {
    CheckerMissing: {
      metric: noneSucceeded(checker, period),
      threshold: 1,
      // A period may fall between two checks, and the newest may not be reported yet.
      periods: 3,
      missingIsBad: true,
      says: 'No periodic check succeeded for a quarter of an hour: nobody is alerted.',
    },
    ChecksBehind: {
      metric: figure('CheckAgeSec', 'Maximum'),
      threshold: 900,
      periods: 2,
      says: 'For a quarter of an hour no check has worked off all that was due.',
    },
    BlindWindow: {
      // One lost ping of the canary is two minutes.
      threshold: 180,
      periods: 1,
      metric: figure('BlindSec', 'Maximum'),
      says: 'Pings could not reach the service for a while: silences of that time are held back.',
    },
    ChecksFailing: {
      metric: zeroIfMissing(figure('ChecksFailed', 'Sum')),
      threshold: 1,
      // Two checks in a row may fall into one period and leave the next one empty.
      periods: 2,
      of: 5,
      says: 'Two checks of twenty-five minutes could not judge all that was due, or not queue its alerts.',
    },
    AlertsUnsettled: {
      ...atTheFirst,
      metric: figure('AlertsUnsettled', 'Sum'),
      says: 'An alert was put on the queue more than twelve times and is still not settled.',
    },
    DueLag: {
      metric: figure('DueLagSec', 'Maximum'),
      threshold: 900,
      periods: 1,
      says: 'Something due was not worked off for a quarter of an hour.',
    },
  };
}

export function notifierWatches(notifier: AreaFunction, figure: FigureOf): Watches {
  return {
    NotifierErrors: {
      ...atTheFirst,
      metric: errorMetricOf(notifier),
      says: 'The notifier failed as a whole; its alerts are tried again.',
    },
    // A receiver that is dead or slow is its owner's trouble, some ten alerts a day for each monitor; many at once may be ours.
    AlertsGivenUp: {
      metric: figure('AlertsUntold', 'Sum', Duration.hours(1)),
      threshold: 20,
      periods: 1,
      says: 'Twenty alerts were given up on within an hour, or waited for ten minutes since their receivers ask to slow down.',
    },
  };
}

/** What can go wrong with mails only. */
export function mailWatches(bridge: AreaFunction | undefined, figure: FigureOf): Watches {
  return {
    MailsGivenUp: {
      ...atTheFirst,
      metric: figure('MailsFailed', 'Sum'),
      says: 'An alert could not be handed to the mail service in five tries.',
    },
    MailsLate: {
      ...atTheFirst,
      metric: figure('MailsLate', 'Sum'),
      says: 'An alert waited for more than ten minutes for the mail service, which takes fewer mails than there are.',
    },
    ConfirmationsHeld: {
      ...atTheFirst,
      metric: figure('ConfirmationsHeld', 'Sum'),
      says: 'A cap on the mails of confirmations, invitations or sign-ups is reached: somebody may be using the service against strangers.',
    },
    ...(bridge && {
      BridgeErrors: {
        ...atTheFirst,
        metric: errorMetricOf(bridge),
        says: 'A bounce or complaint could not be taken in: its address may be mailed again.',
      },
    }),
  };
}

/** The same as IngestFaults, of what comes by a load balancer: the gateway's log knows nothing of it. */
export function balancerWatches({ metrics }: ApplicationLoadBalancer): Watches {
  const each = { statistic: 'Sum', period: Duration.minutes(15) };
  return {
    BalancerFaults: {
      threshold: 3,
      periods: 1,
      metric: new MathExpression({
        expression: 'FILL(own, 0) + FILL(functions, 0)',
        usingMetrics: {
          own: metrics.httpCodeElb(HttpCodeElb.ELB_5XX_COUNT, each),
          functions: metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, each),
        },
        period: each.period,
        label: '5xx',
      }),
      says: 'Three pings, or readings of machines, were answered with 5xx within a quarter of an hour, by the load balancer or the function.',
    },
  };
}

/** How many pings a day are worth a mail, to hear of a flood that stays below the limit of the gateway before the bill comes. */
export function volumeWatches(ingest: AreaFunction, { unusualPingsPerDay }: Volume): Watches {
  return {
    PingsUnusual: {
      metric: ingest.lambda.metricInvocations({ statistic: 'Sum', period: Duration.days(1) }),
      threshold: unusualPingsPerDay,
      periods: 1,
      says: 'More pings came within a day than `unusualPingsPerDay` says: somebody may be running up the bill.',
    },
  };
}

export interface Volume {
  unusualPingsPerDay: number;
}

export function canaryWatches(canary: AreaFunction): Watches {
  return {
    CanaryMissing: {
      metric: noneSucceeded(canary, Duration.minutes(1)),
      threshold: 1,
      periods: 5,
      missingIsBad: true,
      says: 'No ping came through the public ingest path for five minutes.',
    },
  };
}

export function queueWatches({ alerts, deadLetters }: { alerts: Queue; deadLetters: Queue }): Watches {
  return {
    // A message taken three times no longer counts, so a receiver that is merely down stays under six minutes.
    AlertsStuck: {
      metric: alerts.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period }),
      threshold: 900,
      periods: 1,
      says: 'Alerts wait for a quarter of an hour: nothing takes them.',
    },
    DeadLetters: {
      ...atTheFirst,
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period }),
      says: 'The notifier crashed over an alert eight times.',
    },
  };
}

/**
 * What Cognito waits for. A sign-up that is refused is an error to Lambda too, which strangers can bring about at will, so
 * the log is counted: what failed inside, what took too long, what Lambda itself could not start or keep running.
 */
export function poolWatches(scope: Construct, pool: AreaFunction): Watches {
  const inside = '($.code = "run_failed") || ($.code = "code_not_counted")';
  const ofLambda = '($.record.status = "timeout") || ($.record.errorType = "Runtime.*")';
  const faults = new MetricFilter(scope, 'PoolFaultsFilter', {
    logGroup: pool.lambda.logGroup,
    metricNamespace: Stack.of(scope).stackName,
    metricName: 'PoolFaults',
    filterPattern: FilterPattern.literal(`{ ${inside} || ${ofLambda} }`),
    metricValue: '1',
  });
  return {
    PoolFaults: {
      ...atTheFirst,
      of: 3,
      metric: faults.metric({ statistic: 'Sum', period }),
      says: 'A sign-up failed, a code was not counted, or a password that was reset left the old sessions and API keys alive.',
    },
  };
}

/**
 * Pings, and what machines send, that were not taken, counted in the gateway's log: what it refuses itself reaches no
 * function. The canary goes the way of pings alone. Who sends readings too often is told 429 by us.
 */
export function pingWatches(scope: Construct, accessLog: LogGroup): Watches {
  const pings = '($.routeKey = "*/in/*")';
  const anyOfThese = `(${pings} || ($.routeKey = "* /r/*") || ($.routeKey = "* /i/*"))`;
  const counted = (metricName: string, routes: string, status: string, each = period) =>
    new MetricFilter(scope, `${metricName}Filter`, {
      logGroup: accessLog,
      metricNamespace: Stack.of(scope).stackName,
      metricName,
      filterPattern: FilterPattern.literal(`{ ${routes} && ($.status = "${status}") }`),
      metricValue: '1',
    }).metric({ statistic: 'Sum', period: each });
  return {
    // A ping that meets an import of its owner, or a full hour in a small account, is a 503 too, and is repeated. Within a
    // quarter of an hour, so that one in each period rings as well as three in one.
    IngestFaults: {
      threshold: 3,
      periods: 1,
      metric: counted('IngestFaults', anyOfThese, '5*', Duration.minutes(15)),
      says: 'Three pings, or readings of machines, were answered with 5xx within a quarter of an hour, at the gateway or by the function.',
    },
    IngestRefused: {
      ...atTheFirst,
      metric: counted('IngestRefused', pings, '429'),
      says: 'A ping was refused with 429: its job may be told silent.',
    },
  };
}
