import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import {
  HttpCodeElb,
  HttpCodeTarget,
  type ApplicationLoadBalancer,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';
import { linesOf, zeroIfMissing, type Watches } from './watch.ts';

/** Pings, and what machines send. */
const INGEST_ROUTES = ['*/in/*', '* /r/*', '* /i/*'];
/** They say 503 by themselves while a setting is missing, as often as strangers like. */
const UNSET_ROUTES = ['* /api/contact', '* /api/vitrine*', '* /api/erro-cliente*'];

/**
 * Pings, and what machines send, that were not taken, counted in the gateway's log: what it refuses itself reaches no
 * function. The canary goes the way of pings alone. Who sends readings too often is told 429 by us.
 */
export function pingWatches(scope: Construct, accessLog: LogGroup): Watches {
  const counted = linesOf(scope, accessLog);
  const [pings, ...readings] = INGEST_ROUTES.map((route) => `($.routeKey = "${route}")`);
  const anyOfThese = `(${[pings, ...readings].join(' || ')})`;
  return {
    // A ping that meets an import of its owner, or a full hour in a small account, is a 503 too, and is repeated. Within a
    // quarter of an hour, so that one in each period rings as well as three in one.
    IngestFaults: {
      threshold: 3,
      periods: 1,
      metric: counted('IngestFaults', `${anyOfThese} && ($.status = "5*")`, Duration.minutes(15)),
      says: 'Three pings, or readings of machines, were answered with 5xx within a quarter of an hour, at the gateway or by the function.',
    },
    IngestRefused: {
      threshold: 1,
      periods: 1,
      metric: counted('IngestRefused', `${pings} && ($.status = "429")`),
      says: 'A ping was refused with 429: its job may be told silent.',
    },
  };
}

/** Everything else behind the gateway. */
export function apiWatches(scope: Construct, accessLog: LogGroup): Watches {
  const others = [...INGEST_ROUTES, ...UNSET_ROUTES].map((route) => `($.routeKey != "${route}")`);
  const faults = linesOf(scope, accessLog)('ApiFaults', `${others.join(' && ')} && ($.status = "5*")`);
  return {
    ApiFaults: {
      metric: zeroIfMissing(faults),
      threshold: 5,
      periods: 2,
      of: 3,
      says: 'Five calls of API, pages or feeds were answered with 5xx within five minutes, and again within a quarter of an hour.',
    },
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

/** What the canary finds beside its pings, each fifth minute. */
export function frontWatches(
  scope: Construct,
  canary: AreaFunction,
  { isBefore, hasOwnNames }: WatchedFront,
): Watches {
  const found = linesOf(scope, canary.lambda.logGroup);
  return {
    ...(isBefore && {
      PublicUrlDown: {
        metric: zeroIfMissing(found('PublicUrlFaults', '$.code = "public_url_not_open"')),
        threshold: 1,
        periods: 2,
        of: 3,
        says: 'The console, status pages or pings were not answered at the public URL, twice within a quarter of an hour.',
      },
    }),
    ...(hasOwnNames && {
      CertificateEnding: {
        metric: found('CertificatesEnding', '$.code = "certificate_ending"', Duration.hours(6)),
        threshold: 1,
        periods: 1,
        says: 'The certificate of a name of yours ends within two weeks.',
      },
    }),
  };
}

/** What people and programs call. */
export interface WatchedFront {
  /** Something stands before the API at the public URL. */
  isBefore: boolean;
  /** Names are the owner's, and so are their certificates. */
  hasOwnNames: boolean;
}
