import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { Alert } from '../../../lib/domain/alerts/alert.ts';
import { isBefore } from '../../../lib/domain/alerts/retry-schedule.ts';
import {
  checkWithQueueDown,
  enqueue,
  ledgerOf,
  notifyWith,
  pendingOf,
} from '../../support/alerts/alerting.ts';
import { startReceiver, type Received } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { rounds } from '../../support/thorough.ts';

const service = shared(startTestService);

/** One thing that comes to pass in a life. */
type Step =
  | { does: 'signal'; kind: 'fail' | 'ok' }
  | { does: 'check' | 'drain' }
  /** What waits is handed to two notifiers at once, each in an order of its own. */
  | { does: 'notify'; first: number[]; second: number[] }
  | { does: 'answer'; status: 200 | 500 }
  | { does: 'wait'; sec: number };

const order = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 5 });
/** Most lives begin with a receiver that is down, as that is when order is hard to keep. */
const beginning: fc.Arbitrary<Step[]> = fc.constantFrom(
  [],
  [{ does: 'answer', status: 500 }],
  [{ does: 'answer', status: 500 }, { does: 'signal', kind: 'fail' }, { does: 'check' }, { does: 'drain' }],
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('signal' as const),
      kind: fc.constantFrom('fail' as const, 'ok' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constantFrom('check' as const, 'drain' as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('notify' as const), first: order, second: order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      status: fc.constantFrom(200 as const, 500 as const, 500 as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), sec: fc.constantFrom(20, 60, 300, 1_000) }),
  },
);

/** A POST and how the receiver answered it. */
type Post = Received & { answered: number };

interface Lived {
  posts: Post[];
  alerts: Alert[];
  /** The last signal of the job, when it sent one. */
  last: 'fail' | 'ok' | null;
}

async function live(steps: readonly Step[]): Promise<Lived> {
  await using receiver = await startReceiver();
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ interval_sec: 86_400 * 30, alert_url: receiver.url });
  await service.ping(id);
  const posts: Post[] = [];
  const collect = () => {
    for (const post of receiver.received.splice(0))
      posts.push({ ...post, answered: Number(receiver.answer) });
  };
  let last: Lived['last'] = null;
  const run = async (each: Step): Promise<void> => {
    switch (each.does) {
      case 'signal':
        last = each.kind;
        service.clock.advance(1);
        return void (await service.call('GET', each.kind === 'fail' ? `/in/${id}/fail` : `/in/${id}`));
      case 'check':
        return checkWithQueueDown(service);
      case 'drain':
        await enqueue(service, ...(await pendingOf(service, id)));
        return void (await service.drain());
      case 'notify': {
        const waiting = await pendingOf(service, id);
        const chosen = (places: number[]) => places.flatMap((place) => waiting[place] ?? []);
        const notifiers = [chosen(each.first), chosen(each.second)].map((messages) =>
          notifyWith(service, {}, ...messages),
        );
        return void (await Promise.all(notifiers));
      }
      case 'answer':
        receiver.answer = each.status;
        return undefined;
      case 'wait':
        return void service.clock.advance(each.sec);
    }
  };
  for (const each of steps) {
    await run(each);
    collect();
  }
  receiver.answer = 200;
  for (let left = 60; left > 0; left--) {
    service.clock.advance(300);
    await service.check();
    collect();
    if ((await pendingOf(service, id)).length === 0) break;
  }
  const alerts = await ledgerOf(service, id);
  await alice.remove(id);
  return { posts, alerts, last };
}

function expectTheLastWordTrue({ posts, alerts, last }: Lived): void {
  const byId = new Map(alerts.map((alert) => [alert.content.alertId, alert]));
  const contentOf = (post: Post) => byId.get(String(post.headers['webhook-id']))?.content;
  const taken = posts.filter(({ answered }) => answered === 200);
  const told = new Map(taken.map((post) => [contentOf(post)?.alertId, contentOf(post)]));
  const inOrder = [...told.values()].flatMap((content) => content ?? []);
  for (const [index, content] of inOrder.slice(1).entries()) {
    const before = inOrder[index];
    expect(before && isBefore(before, content), 'what is older was told first').toBe(true);
  }
  const bodies = Map.groupBy(posts, (post) => String(post.headers['webhook-id']));
  for (const of of bodies.values()) expect(new Set(of.map(({ text }) => text)).size).toBe(1);
  for (const { state, content } of alerts) {
    expect(['sent', 'superseded', 'failed', 'skipped'], content.kind).toContain(state);
  }
  if (alerts.at(-1)?.state === 'sent') {
    const word = taken.at(-1)?.json['type'];
    expect(word, 'the last word is true').toBe(last === 'fail' ? 'service.miss' : 'service.recovery');
  }
}

it('the last word that a receiver hears is true, whatever the order of messages and whenever it is down', async () => {
  await fc.assert(
    fc.asyncProperty(beginning, fc.array(step, { minLength: 8, maxLength: 24 }), async (first, steps) => {
      expectTheLastWordTrue(await live([...first, ...steps, { does: 'check' }]));
    }),
    { numRuns: rounds(4, 40), endOnFailure: true },
  );
}, 120_000);
