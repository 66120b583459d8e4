import { operations as alerts } from '../../functions/alerts/operations.ts';
import { bridgeHandler } from '../../functions/bridge/bridge.ts';
import { pingAsCanary, type CanaryReport } from '../../functions/canary/canary.ts';
import { checkerHandler } from '../../functions/checker/checker.ts';
import { discoveryHandler } from '../../functions/discovery/discovery.ts';
import { operations as feed } from '../../functions/feed/operations.ts';
import { ingestHandler } from '../../functions/ingest/ingest.ts';
import { operations as monitors } from '../../functions/monitors/operations.ts';
import { notifierHandler } from '../../functions/notifier/notifier.ts';
import { operations as site } from '../../functions/site/operations.ts';
import { openCheckQueue } from '../adapters/check-queue.ts';
import { openQueue } from '../adapters/queue.ts';
import { openSecret } from '../adapters/secrets.ts';
import type { Area } from '../contract/operation.ts';
import { gatewayRoutes } from '../contract/routes.ts';
import { noteChecker } from '../data/checker-state.ts';
import { openTable } from '../data/table.ts';
import { areaHandler } from '../runtime/area-handler.ts';
import type { LambdaHandler } from '../runtime/lambda.ts';
import type { Config } from '../runtime/config.ts';
import type { ApiDeps, CoreDeps, NotifierDeps } from '../runtime/deps.ts';
import { notifierDeps } from '../runtime/live-notifier.ts';
import { noMetrics } from '../runtime/metrics.ts';
import { jsonLog, type Log } from '../runtime/log.ts';
import { watched, type DeliveryLog } from './delivery-log.ts';
import { startGateway, type LocalGateway } from './gateway.ts';
import { localRoutes, type CheckCounts } from './local-routes.ts';
import type { LocalMailbox } from './mailbox.ts';
import type { MovableClock } from './movable-clock.ts';
import { ownCallersOnly, type Before } from './own-callers.ts';
import { startStandIns, type StandInOptions, type StandIns } from './stand-ins.ts';
import { startTogether, type Stoppable } from './start-together.ts';
import { startTimer } from './timer.ts';
import { wholeCheck } from './whole-check.ts';

/** What a local service is started with. */
export interface LocalServiceOptions extends StandInOptions {
  /** 0 takes a free one. */
  port: number;
  /** Seconds between checks, the first at once; null checks only when asked. */
  checkEverySec: number | null;
  /** Seconds between looks at the queue; null drains it only on a check. */
  drainEverySec: number | null;
  /** Seconds between the canary's pings, the first at once; none unless given. */
  canaryEverySec?: number | null;
  allowLoopbackAlerts: boolean;
  billingMode?: Config['billingMode'];
  log?: Log;
}

export interface LocalService extends Stoppable {
  url: string;
  engine: string;
  clock: MovableClock;
  mailbox: LocalMailbox;
  deliveries: DeliveryLog;
  core: CoreDeps;
  /** Runs the periodic check at the service's clock, then drains the queue. */
  check(): Promise<CheckCounts>;
  /** Pings through the public ingest URL, as every minute in AWS. */
  canary(): Promise<CanaryReport>;
  /** Works off the queue without a check. */
  drain(): Promise<unknown>;
  /** Resolves with one sentence when the engine dies under the service. */
  died: Promise<string>;
}

/** The whole service on this machine: the real handlers behind a local gateway (DESIGN.md section 7). */
export function startService(options: LocalServiceOptions): Promise<LocalService> {
  return startTogether(async (own) => {
    const standIns = own(await startStandIns(options));
    const { clock, mailbox, engine, died } = standIns;
    const core = coreOf(options, standIns);
    const moved = async () => {
      if (clock.takeJump()) await noteChecker(core.table, { judgedSince: clock.now() });
    };
    // Noted before: a ping or check that meets the new time must not take the jump for a silence of the canary.
    const advance = async (sec: number) => {
      await noteChecker(core.table, { judgedSince: clock.now() + Math.round(sec * 1000) });
      const now = clock.advance(sec);
      clock.takeJump();
      return now;
    };
    const { notifier, check, drain, deliveries } = checking(core, standIns, moved);
    const local = localRoutes({ check, clock, advance, mailbox, deliveries: async () => deliveries.list() });
    const before = options.allowLoopbackAlerts ? ownCallersOnly(local) : local;
    const gateway = own(await serve(core, notifier, options.port, before));
    const url = `http://localhost:${gateway.port}`;
    Object.assign(core.config, { baseUrl: url, ingestOrigin: url });

    const onError = (error: unknown) => core.log.error('check_failed', error);
    const every = (everySec: number | null, run: () => Promise<unknown>, first?: () => Promise<unknown>) => {
      if (everySec !== null) own(startTimer({ everySec, run, onError, ...(first && { first }) }));
    };
    const canary = () => pingAsCanary(core);
    let firstPing: Promise<unknown> = Promise.resolve();
    // After the canary's ping, which ends the time in which pings could not reach us.
    const firstCheck = () => Promise.allSettled([firstPing]).then(check);
    every(options.drainEverySec, drain);
    every(options.canaryEverySec ?? null, canary, () => (firstPing = canary()));
    every(options.checkEverySec, check, firstCheck);
    return { url, engine, died, clock, mailbox, deliveries, core, check, drain, canary };
  });
}

function coreOf(options: LocalServiceOptions, standIns: StandIns): CoreDeps {
  const config: Config = {
    ...standIns.config,
    allowLoopbackAlerts: options.allowLoopbackAlerts,
    billingMode: options.billingMode ?? 'dev',
  };
  const { tableName: name, region, endpoints } = config;
  const table = openTable({ name, region, endpoint: endpoints.dynamodb });
  return { config, clock: standIns.clock, table, log: options.log ?? jsonLog };
}

function serve(core: CoreDeps, notifier: NotifierDeps, port: number, before: Before): Promise<LocalGateway> {
  const api: ApiDeps = { ...core, secret: openSecret(core.config), queue: openQueue(core.config) };
  const handlers: Record<Area, LambdaHandler> = {
    ingest: ingestHandler(core),
    monitors: areaHandler(monitors, api),
    site: areaHandler(site, api),
    alerts: areaHandler(alerts(notifier), api),
    discovery: discoveryHandler(api),
    feed: areaHandler(feed, api),
  };
  const routes = gatewayRoutes().map((route) => ({
    ...route,
    handler: handlers[route.area],
    functionName: route.area,
  }));
  return startGateway({ port, clock: core.clock, routes, fallback: handlers.discovery, before });
}

/** The checker and, behind the queue, the notifier. */
function checking(core: CoreDeps, standIns: StandIns, moved: () => Promise<void>) {
  const { deps, log: deliveries } = watched(notifierDeps(core, noMetrics));
  const notify = notifierHandler(deps);
  const bridge = bridgeHandler({ ...core, queue: deps.queue, metrics: noMetrics });
  const pump = () => standIns.queue.pump((event) => notify(event), { functionName: 'notifier' });
  const drain = async () => {
    await pump();
    for (const report of standIns.mailbox.takeReports()) await bridge(report);
    // What the bridge had to tell.
    await pump();
  };
  const checks = openCheckQueue(core.config);
  const checker = checkerHandler({ ...core, queue: deps.queue, checks, metrics: noMetrics });
  const check = async (): Promise<CheckCounts> => {
    await moved();
    const before = deliveries.counts();
    const report = await wholeCheck(checker, standIns.queue);
    await drain();
    const after = deliveries.counts();
    return {
      checked: report.checked,
      sent: after.sent - before.sent,
      failed: after.failed - before.failed + report.failed,
    };
  };
  return { notifier: deps, check, drain, deliveries };
}
