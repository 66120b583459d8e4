import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { newMonitorId } from '../../lib/adapters/ids.ts';
import { createCanary } from '../../lib/data/canary.ts';
import type { Item } from '../../lib/data/table.ts';
import { requestEvent } from '../support/fault-event.ts';
import { jsonOf } from '../support/fault-wire.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** As long as a function may run here. */
export const LONGEST_MS = 30_000;

/** What happens by itself as time goes by: functions end, the canary pings, the table removes what is past its time. */
export class PassingTime {
  /** When the canary was heard; empty where a run has none. */
  readonly canaryHeardAt: number[] = [];
  /** What the table removed, as it was last. */
  readonly swept: Item[] = [];
  /** Nothing that jobs or the canary send reaches us. */
  pathIsLost = false;
  /** The canary alone does not get through. */
  canaryIsMute = false;
  #canaryId: string | undefined;
  #world: World;
  #ingest: (event: APIGatewayProxyEventV2) => Promise<unknown>;

  constructor(world: World, ingest: (event: APIGatewayProxyEventV2) => Promise<unknown>) {
    this.#world = world;
    this.#ingest = ingest;
  }

  async startCanary(): Promise<void> {
    this.#canaryId = newMonitorId();
    await createCanary(this.#world.table, this.#canaryId, this.#world.clock.now());
    await this.#canaryPings();
  }

  /** Moves the clock, with the canary's minutes on the way; functions end after 30 s, answer or not. */
  async advance(sec: number): Promise<void> {
    const { clock, scheduler } = this.#world;
    const until = clock.now() + sec * 1000;
    while (this.#canaryId !== undefined && !this.pathIsLost && !this.canaryIsMute) {
      const minuteAt = (Math.floor(clock.now() / MINUTE_MS) + 1) * MINUTE_MS;
      if (minuteAt > until) break;
      clock.advance((minuteAt - clock.now()) / 1000);
      await this.#canaryPings();
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

  /** Its way to us is faultless while it is there at all, so that a run knows by itself when we could be reached. */
  async #canaryPings(): Promise<void> {
    const event = requestEvent('POST', `/in/${this.#canaryId}`);
    const answer = (await this.#undisturbed(() => this.#ingest(event))) as { statusCode: number };
    if (answer.statusCode !== 200) throw new Error(`The canary was answered ${answer.statusCode}.`);
    this.canaryHeardAt.push(this.#world.clock.now());
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
