import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { newMonitorId } from '../../lib/adapters/ids.ts';
import { createCanary } from '../../lib/data/monitors/canary.ts';
import type { Item } from '../../lib/data/table.ts';
import { requestEvent } from '../support/faults/fault-event.ts';
import { jsonOf } from '../support/faults/fault-wire.ts';
import { ridOf } from '../../lib/flows/monitors/ask-path.ts';
import type { Facts } from './facts.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** A minute of the canary comes up to so much late. */
const JITTER_MS = 25_000;
/** By which jobs and the canary reach the service. */
export const PING_NAMES = ['http://rollcall.local', 'http://jobs.rollcall.local'] as const;
/** As long as a function may run here. */
export const LONGEST_MS = 30_000;

/** What happens by itself as time goes by: functions end, the canary pings, the table removes what is past its time. */
export class PassingTime {
  /** When the canary was heard, by which name; empty where a run has none. */
  readonly canaryHeardAt: Facts['canaryHeardAt'][number][] = [];
  readonly asked: Facts['asked'][number][] = [];
  /** What the table removed, as it was last. */
  readonly swept: Item[] = [];
  /** The names by which nothing of jobs or the canary reaches us. */
  lost = new Set<string>();
  /** That a ping of anybody is lost although its name is not. */
  lossy = 0;
  /** The canary alone does not get through. */
  canaryIsMute = false;
  /** Done each minute, whatever becomes of pings. */
  eachMinute: () => Promise<void> = async () => {};
  #canaryId: string | undefined;
  #nextAt = Number.POSITIVE_INFINITY;
  #world: World;
  #ingest: (event: APIGatewayProxyEventV2) => Promise<unknown>;

  constructor(world: World, ingest: (event: APIGatewayProxyEventV2) => Promise<unknown>) {
    this.#world = world;
    this.#ingest = ingest;
  }

  /** One name is lost, or all. */
  lose(name?: string): void {
    this.lost = new Set(name === undefined ? PING_NAMES : [name]);
  }

  findAgain(): void {
    this.lost = new Set();
    this.lossy = 0;
    this.canaryIsMute = false;
  }

  isLost(name: string): boolean {
    return this.lost.has(name) || (this.lossy > 0 && this.#world.random.chance(this.lossy));
  }

  async startCanary(): Promise<void> {
    this.#canaryId = newMonitorId();
    await createCanary(this.#world.table, this.#canaryId, this.#world.clock.now());
    await this.#minute();
  }

  /** A check asks the way of pings itself, at a step of its own: it is answered, or hears nothing. */
  ask(url: string): Promise<number> {
    const { scheduler } = this.#world;
    const { startedAt } = scheduler.current() ?? { startedAt: this.#world.clock.now() };
    return scheduler.gate(`ask ${url.slice(0, 24)}`, async () => {
      const { origin, pathname, search } = new URL(url);
      const isOpen = !this.isLost(origin);
      const earlier = this.asked.find(({ at, name }) => at === startedAt && name === origin);
      if (earlier) earlier.isOpen ||= isOpen;
      else this.asked.push({ at: startedAt, name: origin, isOpen });
      if (!isOpen) throw new Error('Nothing answered.');
      return scheduler.outside(() => this.#ping(`${pathname}${search}`));
    });
  }

  /** Moves the clock, with the canary's minutes on the way; functions end after 30 s, answer or not. */
  async advance(sec: number): Promise<void> {
    const { clock, scheduler } = this.#world;
    const until = clock.now() + sec * 1000;
    while (this.#nextAt <= until) {
      if (this.#nextAt > clock.now()) clock.advance((this.#nextAt - clock.now()) / 1000);
      await this.#minute();
    }
    if (until > clock.now()) clock.advance((until - clock.now()) / 1000);
    scheduler.killOlderThan(clock.now() - LONGEST_MS);
  }

  /** A part of what is past its time goes, in any order; what was given a new time meanwhile stays. */
  async sweep(share: number): Promise<void> {
    const { clock, random, scheduler } = this.#world;
    const nowSec = Math.floor(clock.now() / 1000);
    const items = await this.#undisturbed(() => this.#world.items());
    const past = items.filter(({ ttl }) => typeof ttl === 'number' && ttl < nowSec);
    const some = random.shuffled(past).filter(() => random.chance(share));
    scheduler.invoke('ttl', async () => {
      for (const { pk, sk } of some)
        await scheduler.gate(`ttl ${String(pk)}/${String(sk)}`, () => this.#expire({ pk, sk }, nowSec));
    });
  }

  async #expire(key: Item, nowSec: number): Promise<void> {
    const { ground, scheduler, table } = this.#world;
    const body = JSON.stringify({
      TableName: table.name,
      Key: marshall(key),
      ConditionExpression: '#ttl < :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: marshall({ ':now': nowSec }),
      ReturnValues: 'ALL_OLD',
    });
    const answer = await ground.line.call('DynamoDB_20120810.DeleteItem', body);
    const { Attributes } = jsonOf<{ Attributes?: Parameters<typeof unmarshall>[0] }>(answer);
    if (Attributes) this.swept.push(unmarshall(Attributes));
    scheduler.note(`ttl ${String(key['pk'])}/${String(key['sk'])} ${Attributes ? 'removed' : 'kept'}`);
  }

  /** The canary pings by each name; its next minute comes with some delay of its own. */
  async #minute(): Promise<void> {
    const { clock, random } = this.#world;
    const minuteAt = (Math.floor(clock.now() / MINUTE_MS) + 1) * MINUTE_MS;
    this.#nextAt = minuteAt + random.below(JITTER_MS);
    for (const name of PING_NAMES) {
      if (this.canaryIsMute || this.isLost(name)) continue;
      await this.#ping(`/in/${this.#canaryId}?rid=${ridOf('canary', name)}`);
      this.canaryHeardAt.push({ at: clock.now(), name });
    }
    await this.#undisturbed(this.eachMinute);
  }

  /** The way to us is faultless while it is there at all, so that a run knows by itself when we could be reached. */
  async #ping(path: string): Promise<number> {
    const event = requestEvent('POST', path);
    const answer = (await this.#undisturbed(() => this.#ingest(event))) as { statusCode: number };
    if (answer.statusCode !== 200) throw new Error(`The canary was answered ${answer.statusCode}.`);
    return answer.statusCode;
  }

  /** What is no part of what is tried: at once, and without faults. */
  async #undisturbed<T>(work: () => Promise<T>): Promise<T> {
    const { faults } = this.#world;
    const { on } = faults;
    faults.on = false;
    try {
      return await work();
    } finally {
      faults.on = on;
    }
  }
}
