import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import type { FunctionArea } from '../areas/areas.ts';
import { metricNamespace, errorsOf, figure, succeeded, sumOf, type Watch } from './watch.ts';
import type { ServiceTable } from './table.ts';

export type Watches = Record<string, Watch>;
type Functions = ReadonlyMap<FunctionArea, AreaFunction>;

const period = Duration.minutes(5);
const atTheFirst = { threshold: 1, periods: 1 };

/** The checker: that it runs, and the figures it writes about itself. */
export function checkerWatches(checker: AreaFunction): Watches {
  return {
    CheckerErrors: { ...atTheFirst, metric: errorsOf(checker), says: 'A run of the periodic check failed.' },
    CheckerMissing: {
      metric: succeeded(checker, period),
      threshold: 1,
      below: true,
      periods: 2,
      says: 'No periodic check succeeded for ten minutes: nobody is alerted.',
    },
    ChecksFailing: {
      metric: figure('ChecksFailed', 'Sum'),
      threshold: 1,
      // Two checks in a row may fall into one period and leave the next one empty.
      periods: 2,
      of: 3,
      says: 'Two checks could not judge all that was due, or not queue its alerts.',
    },
    ChecksBehind: {
      metric: figure('CheckAgeSec', 'Maximum'),
      threshold: 900,
      // A period may fall between two checks; two in a row without a figure are no checks.
      periods: 2,
      missingIsBad: true,
      says: 'For a quarter of an hour no check has worked off all that was due.',
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
    BlindWindow: {
      ...atTheFirst,
      metric: figure('BlindSec', 'Maximum'),
      says: 'The service could not see for a while: silences of that time are held back.',
    },
  };
}

export function notifierWatches(notifier: AreaFunction): Watches {
  const says = 'The notifier failed as a whole; its alerts are tried again.';
  return {
    NotifierErrors: { ...atTheFirst, metric: errorsOf(notifier), says },
    // A receiver that is dead is its owner's trouble, some ten alerts a day for each monitor; many at once may be ours.
    AlertsGivenUp: {
      metric: figure('AlertsFailed', 'Sum', Duration.hours(1)),
      threshold: 20,
      periods: 1,
      says: 'Twenty alerts were given up on within an hour.',
    },
    MailsGivenUp: {
      ...atTheFirst,
      metric: figure('MailsFailed', 'Sum'),
      says: 'An alert could not be handed to the mail service in five tries.',
    },
    ConfirmationsHeld: {
      ...atTheFirst,
      metric: figure('ConfirmationsHeld', 'Sum'),
      says: 'A cap on confirmation mails is reached: somebody may be using the service against strangers.',
    },
  };
}

export function bridgeWatches(bridge: AreaFunction): Watches {
  const says = 'A bounce or complaint could not be taken in: its address may be mailed again.';
  return { BridgeErrors: { ...atTheFirst, metric: errorsOf(bridge), says } };
}

export function canaryWatches(canary: AreaFunction): Watches {
  return {
    CanaryMissing: {
      metric: succeeded(canary, Duration.minutes(1)),
      threshold: 1,
      below: true,
      periods: 5,
      says: 'No ping came through the public ingest path for five minutes.',
    },
  };
}

export function queueWatches(
  { alerts, deadLetters }: { alerts: Queue; deadLetters: Queue },
  lostTicks?: Queue,
): Watches {
  const waiting = (queue: Queue) =>
    queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period });
  return {
    DeadLetters: {
      ...atTheFirst,
      metric: waiting(deadLetters),
      says: 'The notifier crashed over an alert eight times.',
    },
    ...(lostTicks && {
      LostTicks: {
        ...atTheFirst,
        metric: waiting(lostTicks),
        says: 'Scheduler could not wake the checker.',
      },
    }),
    // A message taken three times no longer counts, so a receiver that is merely down stays under six minutes.
    AlertsStuck: {
      metric: alerts.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period }),
      threshold: 900,
      periods: 1,
      says: 'Alerts wait for a quarter of an hour: nothing takes them.',
    },
  };
}

/** Pings that were not taken, counted in the gateway's log: what it refuses itself reaches no function. */
export function pingWatches(scope: Construct, accessLog: LogGroup): Watches {
  const counted = (metricName: string, status: string) =>
    new MetricFilter(scope, `${metricName}Filter`, {
      logGroup: accessLog,
      metricNamespace,
      metricName,
      filterPattern: FilterPattern.literal(`{ ($.routeKey = "*/in/*") && ($.status = "${status}") }`),
      metricValue: '1',
    }).metric({ statistic: 'Sum', period });
  return {
    IngestFaults: {
      ...atTheFirst,
      metric: counted('IngestFaults', '5*'),
      says: 'A ping was answered with 5xx, at the gateway or by the function.',
    },
    IngestRefused: {
      ...atTheFirst,
      metric: counted('IngestRefused', '429'),
      says: 'A ping was refused with 429: its job may be told silent.',
    },
  };
}

export function throttleWatches(functions: Functions): Watches {
  // A refused call of the other areas shows to its caller as 5xx; here nobody would see it.
  const watched = (['ingest', 'checker', 'notifier'] as const).flatMap((area) => functions.get(area) ?? []);
  if (watched.length === 0) return {};
  const metric = sumOf(watched.map((fn) => fn.lambda.metricThrottles({ statistic: 'Sum', period })));
  return { FunctionThrottles: { ...atTheFirst, metric, says: 'Lambda refused to start a function.' } };
}

export function tableWatches(table: ServiceTable): Watches {
  const throttled = (metricName: string, dimensionsMap: Record<string, string>) =>
    new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum', period });
  const metric = sumOf([
    throttled('ReadThrottleEvents', table.dimensions),
    throttled('WriteThrottleEvents', table.dimensions),
    throttled('WriteThrottleEvents', table.dueIndexDimensions),
  ]);
  return { TableThrottles: { ...atTheFirst, metric, says: 'The table refused reads or writes.' } };
}
