import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';
import {
  errorMetricOf,
  linesOf,
  noneSucceeded,
  zeroIfMissing,
  type FigureOf,
  type Watch,
  type Watches,
} from './watch.ts';

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
      missing: 'bad',
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
    // SES looks into an account at 5 and 0.1 percent, and pauses it at 10 and 0.5. A rate stands while nothing is mailed.
    BounceRate: {
      ...rate('Reputation.BounceRate'),
      threshold: 0.03,
      says: 'Three percent of what the account mails comes back: SES pauses accounts for that, and no alert is mailed then.',
    },
    ComplaintRate: {
      ...rate('Reputation.ComplaintRate'),
      threshold: 0.0005,
      says: 'One in two thousand mails of the account is called spam: SES pauses accounts for that, and no alert is mailed then.',
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

/** A figure of the whole account in this region, which SES writes at no cost. */
function rate(metricName: string): Pick<Watch, 'metric' | 'periods' | 'missing'> {
  const each = { statistic: 'Maximum', period: Duration.hours(1) };
  return { metric: new Metric({ namespace: 'AWS/SES', metricName, ...each }), periods: 1, missing: 'kept' };
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
      missing: 'bad',
      says: 'No ping came through the public ingest path for five minutes.',
    },
  };
}

export function eraserWatches(eraser: AreaFunction): Watches {
  return {
    ErasuresLate: {
      metric: noneSucceeded(eraser, Duration.hours(1)),
      threshold: 1,
      periods: 3,
      missing: 'bad',
      says: 'For three hours each run of the eraser left a deletion that fails or is late, or there was no run.',
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
  return {
    PoolFaults: {
      ...atTheFirst,
      of: 3,
      metric: linesOf(scope, pool.lambda.logGroup)('PoolFaults', `${inside} || ${ofLambda}`),
      says: 'A sign-up failed, a code was not counted, or a password that was reset left the old sessions and API keys alive.',
    },
  };
}
