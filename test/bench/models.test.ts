import { describe, expect, it } from 'vitest';
import { simulateAccount, type Load } from '../../bench/account-model.ts';
import { deliverySec, simulateBacklog, type Backlog } from '../../bench/backlog-model.ts';
import { perSecOnLambda, workedOff } from '../../bench/capacity.ts';
import { benchFullHour } from '../../bench/full-hour.ts';
import { PING_SEC, simulateFullHour, START_SEC, type Way } from '../../bench/full-hour-model.ts';

const QUIET: Load = {
  pingsPerSec: 0,
  burst: { pings: 0, withinSec: 1 },
  pingSec: 1,
  coldStartSec: 0,
  batchSec: 10,
  shardSec: 60,
  tickSec: 0,
  canarySec: 0,
  retryAfterSec: [],
};

/** What Erlang's formula says is refused of an offered load by so many servers. */
function erlangB(offered: number, servers: number): number {
  let refused = 1;
  for (let count = 1; count <= servers; count++) refused = (offered * refused) / (count + offered * refused);
  return refused;
}

describe('the model of an account', () => {
  it.each([
    [2, 3],
    [1.5, 5],
    [8, 10],
  ])('refuses of a load of %d Erlang to %d executions what the formula says', (offered, limit) => {
    const account = { limit, notifier: 0, checks: 0 };

    const { pings, refused, lost } = simulateAccount(account, { ...QUIET, pingsPerSec: offered }, 100_000);

    expect(pings / 100_000).toBeCloseTo(offered, 1);
    expect(refused / pings).toBeCloseTo(erlangB(offered, limit), 2);
    expect(lost).toBe(refused);
  });

  it('leaves to pings what notifier and checks may not take', () => {
    const load = { ...QUIET, pingsPerSec: 2 };
    const left = simulateAccount({ limit: 8, notifier: 3, checks: 2 }, load, 100_000);

    expect(left.refused / left.pings).toBeCloseTo(erlangB(2, 3), 2);
  });

  it('has a refused ping come again, and loses it after its last try only', () => {
    const load = { ...QUIET, burst: { pings: 4, withinSec: 0 }, retryAfterSec: [0.5, 0.7] };

    expect(simulateAccount({ limit: 2, notifier: 0, checks: 0 }, load, 200)).toEqual({
      pings: 4,
      refused: 2,
      lost: 0,
    });
    expect(simulateAccount({ limit: 1, notifier: 0, checks: 0 }, load, 200)).toEqual({
      pings: 4,
      refused: 3,
      lost: 2,
    });
  });
});

describe('the model of a backlog', () => {
  const backlog: Backlog = {
    due: 1_000,
    shards: 4,
    perSec: 10,
    workers: 2,
    tickSec: 20,
    shardSec: 50,
    handOverSec: 0,
  };

  it('of what a tick gets through ends with it', () => {
    expect(simulateBacklog({ ...backlog, due: 150 })).toEqual({ doneSec: 15, runs: 1 });
  });

  it('of more is shared by the workers', () => {
    // 200 by the tick; the other 800, 200 a shard, are 20 s each for two workers.
    expect(simulateBacklog(backlog)).toEqual({ doneSec: 60, runs: 5 });
    expect(simulateBacklog({ ...backlog, workers: 4 })).toEqual({ doneSec: 40, runs: 5 });
    expect(simulateBacklog({ ...backlog, shardSec: 10 })).toEqual({ doneSec: 60, runs: 9 });
    expect(simulateBacklog({ ...backlog, handOverSec: 3 }).doneSec).toBe(66);
  });

  // The CPU of each as bench/README.md has it measured.
  it.each([
    ['100,000 short ones that are well, inside the tick itself', 100_000, 0.058, 45],
    ['a million short ones that are well, inside five minutes', 1_000_000, 0.058, 300],
    ['100,000 silent ones, inside two ticks', 100_000, 1.017, 600],
  ])('of %s, is worked off by the settings that a stack begins with', (_, due, cpuMs, withinSec) => {
    expect(workedOff(due, perSecOnLambda(cpuMs)).doneSec).toBeLessThanOrEqual(withinSec);
  });

  it('of alerts is delivered in batches of ten', () => {
    expect(deliverySec(95, { atOnce: 3, batchSec: 2 })).toBe(8);
  });
});

describe('the model of a full hour', () => {
  const open: Way = {
    ingest: { rate: Infinity, burst: Infinity },
    executions: 100_000,
    warm: 100_000,
    writeUnits: 1e9,
    unitsAPing: 1,
  };
  const atOnce = (way: Partial<Way>, jobs: number, retryAfterSec: number[] = []) =>
    simulateFullHour({ ...open, ...way }, { jobs, withinSec: 0, retryAfterSec });

  it('takes everything where nothing refuses', () => {
    expect(atOnce({}, 1_000)).toEqual({ refused: 0, lost: 0, lastSec: PING_SEC, starts: 0 });
  });

  it('refuses what is above the burst of the gateway, and takes it when it comes again', () => {
    const gateway = { ingest: { rate: 100, burst: 250 } };

    expect(atOnce(gateway, 1_000)).toMatchObject({ refused: 0.75, lost: 0.75 });
    // A second later there are a hundred more.
    expect(atOnce(gateway, 1_000, [1])).toMatchObject({ refused: 0.75, lost: 0.65 });
    expect(atOnce(gateway, 1_000, [10]).lost).toBe(0.5);
  });

  it('has as many at once as there are executions, and starts what is not warm', () => {
    expect(atOnce({ executions: 8, warm: 0 }, 10)).toEqual({
      refused: 0.2,
      lost: 0.2,
      lastSec: START_SEC + PING_SEC,
      starts: 8,
    });
    expect(atOnce({ executions: 8, warm: 3 }, 10).starts).toBe(5);
  });

  it('takes ten requests a second for an execution, and starts a thousand functions in ten seconds', () => {
    const slowly = { jobs: 1_000, withinSec: 1, retryAfterSec: [] };
    const { lost } = simulateFullHour({ ...open, executions: 20, warm: 20 }, slowly);

    // What the account holds as it begins, and what it gets within the second.
    expect(lost).toBeCloseTo(0.6, 1);
    expect(atOnce({ warm: 0 }, 5_000)).toMatchObject({ starts: 1_000, refused: 0.8 });
  });

  it('refuses what the table has no units for', () => {
    expect(atOnce({ writeUnits: 400, unitsAPing: 2 }, 1_000).lost).toBe(0.8);
  });

  it('loses none of 10,000 pings within a second, at nothing but defaults', () => {
    const [targets] = benchFullHour().filter(({ title }) => title === 'Targets');

    expect(targets?.rows.map(({ met }) => met)).toEqual([true, true]);
  });
});
