import type { Item } from '../../lib/data/table.ts';
import type { FaultPlan } from '../support/faults/fault-plan.ts';
import { takeOver } from '../support/faults/fault-process.ts';
import { randomOf } from '../support/faults/fault-random.ts';
import { signal } from './acts.ts';
import type { Watched } from './facts.ts';
import { faultyTick } from './faulty-tick.ts';
import { holdingsOf } from './ledger.ts';
import { brokenPromises, stillOwed } from './promises.ts';
import { endure } from './ordeals.ts';
import { setUp } from './set-up.ts';
import { Stage, TICK_SEC } from './stage.ts';
import { World, type Ground } from './world.ts';

/** How a run went: the promises it broke, and what happened, in order. */
export interface LifeReport {
  seed: number;
  plan: string;
  broken: string[];
  trace: string[];
}

const HOUR_MS = 3_600_000;
const QUIET_TICKS_LEAST = 4;
const QUIET_TICKS_MOST = 20;
/** As many days as questions to one mailbox may have to wait for: eight spellings, three a day. */
const QUIET_DAYS_MOST = 3;

/**
 * One short life of a few owners and their jobs: some time with faults, then quiet until nothing is owed, then every
 * promise is looked at. The same seed lives the same life.
 */
export async function live(seed: number, plan: FaultPlan, ground: Ground): Promise<LifeReport> {
  const random = randomOf(seed);
  const world = await World.start(ground, plan, random);
  const giveBack = takeOver(world.scheduler, random);
  let items: Item[] = [];
  const broken: string[] = [];
  const stage = new Stage(world, random, plan);
  try {
    items = await run(stage);
    broken.push(...brokenPromises(stage.facts, items, world.clock.now()));
  } catch (error) {
    broken.push(
      `the run itself broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    items = await world.items();
  } finally {
    giveBack();
    await world.clear(items);
    await world.stop();
  }
  return { seed, plan: plan.name, broken, trace: readable(world.scheduler.trace, stage.facts.monitors) };
}

async function run(stage: Stage): Promise<Item[]> {
  const { faults } = stage.world;
  await setUp(stage);
  faults.on = true;
  stage.world.limit(faults.plan.limit);
  const ticks = stage.random.between(3, 4);
  for (let tick = 0; tick < ticks; tick++) await faultyTick(stage);
  stage.queueIsSlow = false;
  const { always, ordeals } = faults.plan;
  for (const ordeal of always) await endure(stage, ordeal);
  if (ordeals.length === 1 || (ordeals.length > 1 && stage.random.chance(0.4)))
    await endure(stage, stage.random.pick(ordeals));
  faults.on = false;
  await stage.finish();
  return quietDown(stage);
}

/** No more faults: checks and the queue do their work until nothing is owed; some jobs come back. */
async function quietDown(stage: Stage): Promise<Item[]> {
  const { world, random, facts } = stage;
  world.scheduler.note('QUIET from here');
  let [days, ticksMost] = [QUIET_DAYS_MOST, QUIET_TICKS_MOST];
  for (let tick = 1; ; tick++) {
    for (const sec of [60, TICK_SEC - 60]) {
      await world.time.advance(sec);
      await stage.finish(world.pump());
    }
    stage.check();
    await stage.finish();
    stage.pumpChecks();
    await stage.finish();
    await stage.finish(world.pump());
    if (tick === 2) {
      for (const monitor of facts.monitors) if (random.chance(0.5)) signal(stage, monitor, 'success', null);
      await stage.finish();
    }
    if (tick < QUIET_TICKS_LEAST) continue;
    const items = await world.items();
    const owed = stillOwed(facts, items, world.clock.now());
    if (owed.length === 0 && world.queueIsEmpty()) return items;
    if (days > 0 && waitForTheirDay(items, owed, world.clock.now())) {
      days -= 1;
      ticksMost = tick + QUIET_TICKS_MOST;
      await stage.leap(1);
    } else if (tick === ticksMost) return items;
  }
}

/** Whether nothing is owed but questions to addresses that have their turn on another day. */
function waitForTheirDay(items: readonly Item[], owed: readonly string[], now: number): boolean {
  const waiting = holdingsOf(items).consents.filter(({ dueAt }) => Number(dueAt) > now + HOUR_MS);
  return owed.length > 0 && owed.length === waiting.length;
}

/** Names instead of ids. */
function readable(trace: readonly string[], monitors: readonly Watched[]): string[] {
  return trace.map((line) => monitors.reduce((text, { id, name }) => text.replaceAll(id, `<${name}>`), line));
}
