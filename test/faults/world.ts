import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { operations as alerts } from '../../functions/alerts/alerts.ts';
import { bridgeHandler } from '../../functions/bridge/bridge.ts';
import { checkerHandler } from '../../functions/checker/checker.ts';
import type { CheckReport } from '../../functions/checker/check-run.ts';
import { ingestHandler } from '../../functions/ingest/ingest.ts';
import { operations as monitors } from '../../functions/monitors/monitors.ts';
import { notifierHandler } from '../../functions/notifier/notifier.ts';
import { operations as site } from '../../functions/site/site.ts';
import { OPEN_ACCESS } from '../../lib/domain/accounts/access.ts';
import { openCheckQueue } from '../../lib/adapters/check-queue.ts';
import { openQueue } from '../../lib/adapters/queue.ts';
import type { Item, Table } from '../../lib/data/table.ts';
import { MovableClock } from '../../lib/local/clock/movable-clock.ts';
import { startQueue, type LocalQueue } from '../../lib/local/queues/queue.ts';
import type { ServiceWork } from '../../lib/local/service-work.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import type { Config } from '../../lib/config/config.ts';
import type { CheckerDeps, NotifierDeps } from '../../lib/runtime/deps.ts';
import { noMetrics } from '../../lib/runtime/report/metrics.ts';
import type { EngineLine } from '../support/faults/fault-engine-line.ts';
import { Faults, type FaultPlan } from '../support/faults/fault-plan.ts';
import { callsNobody } from '../support/service/calls-nobody.ts';
import { requestEvent } from '../support/faults/fault-event.ts';
import {
  faultCheckQueue,
  faultMailer,
  faultQueue,
  faultWebhook,
  type Outside,
} from '../support/faults/fault-outside.ts';
import type { Random } from '../support/faults/fault-random.ts';
import { FaultScheduler, type Invocation } from '../support/faults/fault-scheduler.ts';
import { BINDINGS } from '../support/faults/topic-service.ts';
import { faultTable } from '../support/faults/fault-table.ts';
import { machineWork } from './machine.ts';
import { PassingTime, PING_NAMES } from './passing-time.ts';
import { billingFor } from '../support/money/billing.ts';

// The ingest loads it with the first ping by key; here, before the first run, so that all runs are alike.
await import('../../functions/ingest/find-or-create.ts');

/** What runs share: the engine with its table, and the outside. */
export interface Ground {
  line: EngineLine;
  tableName: string;
  receiver: Outside;
  mail: Outside;
  /** Calls to the engine so far. */
  calls: { count: number };
}

type Answer = Awaited<ReturnType<LambdaHandler>> & { statusCode?: number | undefined };

/** 2027-03-01T12:00:00Z */
const START_AT = Date.UTC(2027, 2, 1, 12);
const SECRET = 'a service secret of the fault runs';

/** The whole service of one run: real handlers on the real engine, every way out through a proxy with faults. */
export class World {
  readonly clock: MovableClock;
  readonly faults: Faults;
  readonly scheduler: FaultScheduler;
  readonly table: Table;
  readonly ground: Ground;
  readonly time: PassingTime;
  #queue: LocalQueue;
  #deps: NotifierDeps & CheckerDeps;
  readonly random: Random;
  #ingest: LambdaHandler;
  #work: ServiceWork;
  #areas: Record<'monitors' | 'alerts' | 'site', LambdaHandler>;

  static async start(ground: Ground, plan: FaultPlan, random: Random): Promise<World> {
    const clock = new MovableClock({ startAt: START_AT });
    const names = { main: 'alerts', dead: 'alerts-dead', checks: 'checks' };
    // Where faults of ours use a message up, the queue soon buries it: what it carried must not depend on it.
    const maxReceiveCount = plan.table + plan.kill > 0 ? 3 : 8;
    const { lanes } = plan;
    const queue = await startQueue({ clock, names, visibilityTimeoutSec: 360, maxReceiveCount, lanes });
    return new World(ground, plan, random, clock, queue);
  }

  private constructor(
    ground: Ground,
    plan: FaultPlan,
    random: Random,
    clock: MovableClock,
    queue: LocalQueue,
  ) {
    this.ground = ground;
    this.clock = clock;
    this.#queue = queue;
    this.random = random;
    this.faults = new Faults(plan, random);
    this.scheduler = new FaultScheduler(random, () => clock.now());
    const { line, tableName: name, calls, receiver, mail } = ground;
    const tableOptions = { name, line, calls, random, now: () => clock.now() };
    this.table = faultTable(tableOptions, this.scheduler, this.faults);
    for (const outside of [receiver, mail]) {
      outside.arrivals = [];
      outside.chats = [];
      outside.rooms = [];
      outside.isMute = () => false;
      outside.tries = [];
      outside.limit = 0;
      outside.place = () => ({ seq: this.scheduler.seq, at: clock.now() });
    }
    const config = configFor(name, queue);
    this.#deps = {
      config,
      clock,
      table: this.table,
      log: { warn: (code) => this.#log(code), error: (code) => this.#log(code) },
      // They are written after the answer, which nothing that matters may be.
      countsCalls: false,
      metrics: noMetrics,
      secret: async () => SECRET,
      queue: faultQueue(openQueue(config), this.scheduler, this.faults),
      pingPath: (url) => this.time.ask(url),
      checks: faultCheckQueue(openCheckQueue(config), this.scheduler, this.faults),
      mailer: faultMailer(mail, this.scheduler, this.faults),
      sendWebhook: faultWebhook(receiver, this.scheduler, this.faults),
      sendText: () => Promise.reject(new Error('No life sends texts.')),
    };
    this.#ingest = ingestHandler({ ...this.#deps, invoke: callsNobody });
    this.time = new PassingTime(this, (event) => this.#ingest(event, {} as never));
    this.#work = machineWork(queue, {
      check: (event) => settled(this.#checker('Records' in event ? 'shard' : 'check', event, Infinity)),
      notify: (records) => settled(this.#notify(records)),
    });
    this.#areas = {
      monitors: areaHandler(monitors, this.#deps),
      alerts: areaHandler(alerts(this.#deps), this.#deps),
      site: areaHandler(site, this.#deps),
    };
  }

  /** From now on receiver and mail service take so many messages a second each. */
  limit(perSecond: number): void {
    for (const outside of [this.ground.receiver, this.ground.mail]) outside.limit = perSecond;
  }

  /** A request under way: to the ingest, or to an area of the API. */
  request(
    area: 'ingest' | 'monitors' | 'alerts' | 'site',
    method: string,
    path: string,
    options: { token?: string; body?: unknown } = {},
  ): Invocation<Answer> {
    const handle = area === 'ingest' ? this.#ingest : this.#areas[area];
    const event = requestEvent(method, path, options);
    const work = () => handle(event, {} as never) as Promise<Answer>;
    return this.scheduler.invoke(`${method} ${path.replace(/\?.*/, '')}`, work, this.faults.killAfter(8));
  }

  /** What SES reports on a mail. */
  report(event: object): Invocation<void> {
    return this.scheduler.invoke('bridge', () => bridgeHandler(this.#deps)(event), this.faults.killAfter(8));
  }

  /** A check, and for how many items it has time. */
  check(): { call: Invocation<CheckReport>; items: number } {
    const items = this.faults.itemsWithin(0);
    return { items, call: this.#checker('check', {}, items) };
  }

  /** Has the checker go on with the shards that runs had to leave. Resolves to whether nothing is left of them. */
  async pumpChecks(): Promise<boolean> {
    const { failed } = await this.#queue.pumpChecks(
      (event) => settled(this.#checker('shard', event, this.faults.itemsWithin(1))),
      { functionName: 'checker', batchSize: 1, onError: () => {} },
    );
    return failed === 0;
  }

  #checker(name: 'check' | 'shard', event: object, items: number): Invocation<CheckReport> {
    // Asked for when it begins, then before each item.
    let asked = 0;
    const getRemainingTimeInMillis = () => (asked++ <= items ? 240_000 : 0);
    const work = () => checkerHandler(this.#deps)(event, { getRemainingTimeInMillis });
    return this.scheduler.invoke(name, work, this.faults.killAfter(name === 'check' ? 50 : 12));
  }

  /**
   * Hands the notifier what is visible on the queue, as an event source mapping does; a batch may be shared by several
   * that run at the same time, or come twice.
   */
  pump(): Promise<unknown> {
    return this.#queue.pump(
      async (event) => {
        const unordered = this.faults.is('unordered');
        const records = unordered ? this.random.shuffled(event.Records) : event.Records;
        const most = unordered ? this.random.pick([1, Math.ceil(records.length / 2), 10]) : 10;
        const notifiers = inParts(records, most).map((part) => this.#notify(part));
        if (unordered && this.random.chance(0.6)) this.#notify(records.filter(() => this.random.chance(0.7)));
        const answers = await Promise.all(notifiers.map(settled));
        return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) };
      },
      { functionName: 'notifier', onError: () => {} },
    );
  }

  /** A check of one machine: what it caused is only begun. */
  checkHere(): { call: Invocation<CheckReport>; over: Promise<void> } {
    const over = this.#work.beginCheck();
    const call = this.scheduler.invocations.findLast(({ name }) => name === 'check');
    return { call: call as Invocation<CheckReport>, over };
  }

  /** Whether the queue holds a message that is yet to be told. */
  queueIsEmpty(): boolean {
    return this.#queue.nextVisibleAt() === null;
  }

  #notify(Records: Parameters<ReturnType<typeof notifierHandler>>[0]['Records']) {
    const handle = notifierHandler(this.#deps);
    const about = Records.map((record) => record.body.slice(0, 120)).join(' ');
    this.scheduler.note(`notifier gets ${about}`);
    return this.scheduler.invoke('notifier', () => handle({ Records }), this.faults.killAfter(16));
  }

  #log(code: string): void {
    this.scheduler.current()?.logged.push(code);
    this.scheduler.note(`${this.scheduler.current()?.name ?? 'setup'} logs ${code}`);
  }

  async items(): Promise<Item[]> {
    const items: Item[] = [];
    const pages = paginateScan({ client: this.table.client }, { TableName: this.table.name });
    for await (const page of pages) items.push(...((page.Items ?? []) as Item[]));
    return items;
  }

  /** Leaves the table empty for the next run. */
  async clear(items: readonly Item[]): Promise<void> {
    for (const some of inParts(items, 25)) {
      const deletes = some.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
      await this.table.client.send(new BatchWriteCommand({ RequestItems: { [this.table.name]: deletes } }));
    }
  }

  stop(): Promise<void> {
    return this.#queue.stop();
  }
}

function inParts<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, part) =>
    all.slice(part * most, (part + 1) * most),
  );
}

/** What an invocation answered; throws when it did not. */
async function settled<T>({ ended }: Invocation<T>): Promise<T> {
  const ending = await ended;
  if (ending.how === 'done') return ending.value;
  throw ending.how === 'threw' ? ending.error : new Error('killed');
}

function configFor(tableName: string, queue: LocalQueue): Config {
  return {
    region: 'us-east-1',
    table: { name: tableName },
    urls: { base: 'http://rollcall.local', ingest: 'http://rollcall.local' },
    pingNames: { origins: PING_NAMES },
    securityHeaders: { by: 'edge' },
    originMark: null,
    awsEvents: null,
    identityPings: null,
    awsChannels: BINDINGS,
    sms: null,
    queues: {
      alerts: queue.url('alerts'),
      givenUp: queue.url('alerts-dead'),
      checks: queue.url('checks'),
    },
    functions: { billing: null },
    secret: { text: SECRET },
    operatorToken: null,
    identity: null,
    userPool: null,
    sender: { from: 'Rollcall <alerts@rollcall.local>', configurationSet: null },
    guestMails: { perHour: 100 },
    signUpMails: { perHour: 100 },
    access: OPEN_ACCESS,
    guests: { areMade: true },
    allowance: { isUnlimited: false },
    publicPages: { areShown: false },
    hold: null,
    heartbeat: null,
    metrics: null,
    billing: billingFor('dev'),
    settlement: null,
    operator: null,
    panel: null,
    build: 'faults',
    standIns: { dynamodb: null, sqs: queue.endpoint, ses: null, cognito: null, topics: null },
    allowLoopbackAlerts: true,
  };
}
