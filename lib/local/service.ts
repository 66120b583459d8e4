import type { CanaryReport } from '../../functions/canary/canary.ts';
import { functionAreas, needsOf, type FunctionArea } from '../areas/areas.ts';
import { openCheckQueue } from '../adapters/check-queue.ts';
import { gatewayRoutes } from '../contract/routes.ts';
import type { UserSettings } from '../domain/accounts/users.ts';
import type { BillingSettings } from '../domain/billing/billing-settings.ts';
import type { OperatorSettings } from '../domain/statistics/operator/operator-settings.ts';
import type { Invoke } from '../adapters/invoke.ts';
import { openTable } from '../data/table.ts';
import { urlsOf } from '../config/config.ts';
import { defaultSettings } from '../config/settings/all-settings.ts';
import type { IdentityConfig } from '../config/groups.ts';
import type { CoreDeps, NotifierDeps } from '../runtime/deps.ts';
import { notifierDeps } from '../runtime/lambda/live-notifier.ts';
import { noMetrics } from '../runtime/report/metrics.ts';
import { jsonLog, type Log } from '../runtime/report/log.ts';
import { consoleRoutes } from './gateway/console-routes.ts';
import { watched, type DeliveryLog } from './queues/delivery-log.ts';
import { startGateway, type AreaHandler, type LocalGateway } from './gateway/gateway.ts';
import { ownIdentity, type IdentityHere } from './identity-here.ts';
import { eventsTaker, hookCaller } from './take-events.ts';
import { keepHold } from './folder/json-file.ts';
import { invokeHere } from './invoke-here.ts';
import { localRoutes, type CheckCounts, type LocalParts } from './gateway/local-routes.ts';
import type { LocalMailbox } from './mail/mailbox.ts';
import type { MovableClock } from './clock/movable-clock.ts';
import type { LocalTopics } from './topics/published.ts';
import { narrowedDeps } from './table/least-privilege-deps.ts';
import { ownCallersOnly, type Before } from './localhost-only.ts';
import { serviceHandlers, type LocalHandler } from './service-handlers.ts';
import { serviceWork } from './service-work.ts';
import { startStandIns, type LocalConfig, type StandInOptions, type StandIns } from './stand-ins.ts';
import { startTogether, type Own, type Stoppable } from './start-together.ts';
import { ClockKeeper } from './clock/set-clock.ts';
import { startTimer } from './clock/timer.ts';

/** They follow from the catalogue alone, and take longer than all else of a start. */
const ROUTES = gatewayRoutes();

/** What a local service is started with. */
export interface LocalServiceOptions extends StandInOptions {
  /** 0 takes a free one. */
  port: number;
  /** Seconds between checks, the first at once; null checks only when asked. */
  checkEverySec: number | null;
  /** Seconds between looks at the queue; null drains it only on a check. */
  drainEverySec: number | null;
  /**
   * Ticks the other functions that have a schedule at their own rate, at first at once.
   * @default false
   */
  schedules?: boolean;
  allowLoopbackAlerts: boolean;
  /**
   * Who signs people in: an issuer, or one of the service's own; nobody without it.
   * @default null
   */
  identity?: IdentityConfig | 'own' | null;
  /**
   * Where the service's own issuer listens.
   * @default where it first did with these data, at first on the next port
   */
  issuerPort?: number | null;
  /**
   * How it charges.
   * @default what costs money is let through with a note
   */
  billing?: BillingSettings;
  /**
   * Who runs it.
   * @default nothing is said
   */
  operator?: OperatorSettings;
  /**
   * Who may be told by which topic or event bus, as the setting says it.
   * @default nobody
   */
  awsChannels?: string;
  /**
   * Whose channels may send texts, as the setting says it.
   * @default nobody's
   */
  smsOwners?: string;
  /**
   * By which whoever runs it reads its statistics.
   * @default there is none
   */
  operatorToken?: string;
  /**
   * Who may use it, and how much of it.
   * @default strangers, within the allowance
   */
  users?: UserSettings;
  /**
   * What a whole check calls.
   * @default nothing
   */
  heartbeatUrl?: string;
  /**
   * Who sends the security headers: an edge, which is not there on one machine, or the functions as in a stack without.
   * @default 'edge'
   */
  securityHeadersBy?: 'edge' | 'function';
  /**
   * Whether calls of the API are counted, a moment later.
   * @default true
   */
  countsCalls?: boolean;
  log?: Log;
}

/** The dependencies before they are narrowed, with all that there is to tell. */
export type LocalCore = CoreDeps & { config: LocalConfig };

export interface LocalService extends Stoppable {
  url: string;
  engine: string;
  /** Where the data is, for people. */
  data: string;
  clock: MovableClock;
  mailbox: LocalMailbox;
  topics: LocalTopics;
  deliveries: DeliveryLog;
  core: LocalCore;
  /** What whoever starts it should know of accounts, in one sentence; null for nothing. */
  note: string | null;
  /** Runs the periodic check at the service's clock, then drains the queue. */
  check(): Promise<CheckCounts>;
  /** Pings through the public ingest URL, as every minute in AWS. */
  canary(): Promise<CanaryReport>;
  /** Erases what belonged to those who were deleted, as every half hour in AWS. */
  erase(): Promise<unknown>;
  /** Publishes the statistics where it is due, as every two hours in AWS. */
  publish(): Promise<unknown>;
  /** Works off the queue without a check. */
  drain(): Promise<unknown>;
  /** Resolves with one sentence when the engine dies under the service. */
  died: Promise<string>;
}

/** The whole service on this machine: the real handlers behind a local gateway (DESIGN.md section 7). */
export function startService(options: LocalServiceOptions): Promise<LocalService> {
  return startTogether(async (own) => {
    const standIns = own(await startStandIns(options, settingsOf(options)));
    const { clock, mailbox, engine, data, died } = standIns;
    const core = coreOf(options, standIns);
    const keeper = await ClockKeeper.begin(core, standIns);
    const ways = notifierDeps(core, noMetrics);
    const { deps, log: deliveries } = watched(ways);
    const invoke: Invoke = async (area, event) => invokeHere(handlers, area, event);
    const all = { ...deps, checks: openCheckQueue(core.config), invoke };
    const handlers = await serviceHandlers((area) => narrowedDeps(all, area));
    const { tick, ...work } = own(serviceWork(handlers, standIns, deliveries));
    const [check, beginCheck] = [keeper.knowing(work.check), keeper.knowing(work.beginCheck)];
    const drain = keeper.knowing(work.drain);
    const hold = holdOf(core, standIns.holdFile);
    const list = async () => deliveries.list();
    const ticks = {
      canary: () => tick('canary') as Promise<CanaryReport>,
      erase: () => tick('eraser'),
      publish: () => tick('publisher'),
    };
    const local = localRoutes({
      check: keeper.knowing(work.answeredCheck),
      publish: ticks.publish,
      clock,
      advance: (sec) => keeper.advance(sec),
      events: eventsTaker(core, handlers.aws),
      hook: hookCaller(core, handlers.hook),
      hold,
      mailbox,
      topics: standIns.topics,
      deliveries: list,
    });
    const site = consoleRoutes(core.config);
    const answer: Before = (req, res) => site(req, res) || local(req, res);
    const before = options.allowLoopbackAlerts ? ownCallersOnly(answer) : answer;
    const gateway = own(await serve(core, handlers, options.port, before));
    const url = `http://localhost:${gateway.port}`;
    Object.assign(core.config, { urls: { base: url, ingest: url }, pingNames: { origins: [url] } });
    const { note, ...identity } = await identityFor(options, { ...ways, file: standIns.issuerFile }, own);
    Object.assign(core.config, identity);

    const onError = (error: unknown) => core.log.error('check_failed', error);
    const every: Every = (everySec, run, first) => {
      if (everySec !== null) own(startTimer({ everySec, run, onError, ...(first && { first }) }));
    };
    every(options.drainEverySec, keeper.knowing(work.beginToDrain));
    const firstTicks = options.schedules ? tickOthers(every, tick) : null;
    // After the canary's ping, which ends the time in which pings could not reach us.
    const firstCheck = () => Promise.allSettled([firstTicks?.get('canary')]).then(beginCheck);
    every(options.checkEverySec, beginCheck, firstCheck);
    const { topics } = standIns;
    const shown = { url, engine, data, died, clock, mailbox, topics, deliveries, core, note };
    return { ...shown, check, drain, ...ticks };
  });
}

const NO_ISSUER = 'There is no sign-in here: no issuer is configured.';

async function identityFor(
  { identity = null, port: servicePort, issuerPort = null }: LocalServiceOptions,
  { config, mailer, secret, file }: NotifierDeps & { file: string | null },
  own: Own,
): Promise<IdentityHere> {
  if (identity === null) return { identity, signInOff: NO_ISSUER, note: null };
  if (identity !== 'own') return { identity, note: null };
  const place = { servicePort, issuerPort, file, base: urlsOf(config).base };
  return ownIdentity({ ...place, mailer, secret: await secret() }, own);
}

/** The operator's stop of a service, and how it is set. */
function holdOf({ config }: LocalCore, file: string | null): LocalParts['hold'] {
  return {
    now: () => config.hold,
    set: (hold) => {
      keepHold(file, hold);
      config.hold = hold;
    },
  };
}

/** Runs something so often, something else at first; not at all where that is null. */
type Every = (everySec: number | null, run: () => Promise<unknown>, first?: () => Promise<unknown>) => void;

/** Ticks the functions with a schedule but the checker, whose rate is an option. Returns their first ticks, which are under way. */
function tickOthers(
  every: Every,
  tick: (area: FunctionArea) => Promise<unknown>,
): Map<FunctionArea, Promise<unknown>> {
  const firstTicks = new Map<FunctionArea, Promise<unknown>>();
  for (const area of functionAreas) {
    const { schedule } = needsOf(area);
    if (!schedule || area === 'checker') continue;
    const begin = () => {
      const begun = tick(area);
      firstTicks.set(area, begun);
      return begun;
    };
    every(schedule.everyMin * 60, () => tick(area), begin);
  }
  return firstTicks;
}

/** As a deployment has them; what is not said is its default. */
function settingsOf({
  users,
  billing,
  operator,
  heartbeatUrl,
  awsChannels,
  smsOwners,
  securityHeadersBy,
}: LocalServiceOptions) {
  const cdn = securityHeadersBy !== 'function';
  const told = {
    ...(heartbeatUrl && { heartbeatUrl }),
    ...(awsChannels && { awsChannels }),
    ...(smsOwners && { smsOwners }),
  };
  return { ...defaultSettings, ...users, ...billing, ...operator, ...told, cdn };
}

function coreOf(options: LocalServiceOptions, standIns: StandIns): LocalCore {
  const config: LocalConfig = {
    ...standIns.config,
    allowLoopbackAlerts: options.allowLoopbackAlerts,
    operatorToken: options.operatorToken === undefined ? null : { text: options.operatorToken },
  };
  const { log = jsonLog } = options;
  const { dueShards } = options.database ?? {};
  const table = openTable({
    name: config.table.name,
    region: config.region,
    endpoint: config.standIns.dynamodb,
    ...(dueShards !== undefined && { dueShards }),
    onUnreadable: (error, records) => log.error('record_unreadable', error, { records }),
  });
  const uncounted = options.countsCalls === false && ({ countsCalls: false } as const);
  return { config, clock: standIns.clock, table, log, ...uncounted };
}

function serve(
  core: CoreDeps,
  handlers: Record<FunctionArea, LocalHandler>,
  port: number,
  before: Before,
): Promise<LocalGateway> {
  const handlerOf = (area: FunctionArea) => handlers[area] as AreaHandler;
  const routes = ROUTES.map((route) => ({
    ...route,
    handler: handlerOf(route.area),
    functionName: route.area,
  }));
  return startGateway({ port, clock: core.clock, routes, fallback: handlerOf('discovery'), before });
}
