import { DUE_SHARDS } from '../lib/data/due-index.ts';
import { areas } from '../lib/areas/areas.ts';
import { defaultSettings } from '../lib/config/settings/all-settings.ts';
import { simulateAccount, type Account, type Load } from './account-model.ts';
import { deliverySec, simulateBacklog, type Worked } from './backlog-model.ts';
import { silentCpuMs } from './checker.ts';
import { target, type Section, type Target } from './report.ts';

/** Lambda gives a whole virtual core at so many megabytes. */
const MB_PER_CORE = 1_769;
/** Signed calls, another CPU and what else there is: a run on Lambda is taken to need so many times the CPU. */
const SAFETY = 2;
const TWO_TICKS_SEC = 600;
const HOUR_SEC = 3_600;

/** As functions/checker/checker.ts has them. */
const TICK_SEC = 45;
const SHARD_SEC = 60;
const HAND_OVER_SEC = 5;

/** Jobs that ping every five minutes, half of them at full ones; receivers that never answer. */
const loadOf = (jobs: number): Load => ({
  pingsPerSec: jobs / 2 / 300,
  burst: { pings: jobs / 2, withinSec: 10 },
  pingSec: 0.015,
  coldStartSec: 0.4,
  batchSec: 10,
  shardSec: SHARD_SEC,
  tickSec: TICK_SEC,
  canarySec: 0.3,
  retryAfterSec: [1, 2, 4, 8, 16],
});

/** What must hold in an overload, worked out from the CPU that one silent monitor costs here. */
export async function benchCapacity(): Promise<Section[]> {
  const cpuMs = await silentCpuMs();
  const perSec = perSecOnLambda(cpuMs);
  const backlog = backlogSection(perSec);
  const account = accountSection();
  return [
    {
      title: 'What one run of the checker gets through',
      rows: [{ 'CPU ms per silent monitor here': cpuMs, 'items/s taken for a run on Lambda': perSec }],
    },
    backlog.section,
    deliverySection(),
    account.section,
    { title: 'Targets', rows: [...backlog.targets, ...account.targets] },
  ];
}

/** What one run of the checker is taken to get through a second, of which each needs so much CPU here. */
export function perSecOnLambda(cpuMs: number): number {
  return (areas.checker.memoryMb / MB_PER_CORE) * (1000 / (cpuMs * SAFETY));
}

/** How a fleet that is due at once is worked off by the settings that a stack begins with. */
export function workedOff(due: number, perSec: number, workers = defaultSettings.checksConcurrency): Worked {
  const times = { tickSec: TICK_SEC, shardSec: SHARD_SEC, handOverSec: HAND_OVER_SEC };
  return simulateBacklog({ due, shards: DUE_SHARDS, perSec, workers, ...times });
}

function backlogSection(perSec: number): { section: Section; targets: Target[] } {
  const rows = [10_000, 100_000, 1_000_000].flatMap((due) =>
    [defaultSettings.checksConcurrency, DUE_SHARDS].map((workers) => ({
      due,
      checksConcurrency: workers,
      ...workedOff(due, perSec, workers),
    })),
  );
  const asked = workedOff(100_000, perSec).doneSec;
  return {
    section: { title: 'All recorded and on the queue, seconds after the tick began', rows },
    targets: [
      target(
        '1,000,000 monitors, 10 % silent at once, told within two ticks (600 s)',
        `${asked.toFixed(0)} s`,
        asked <= TWO_TICKS_SEC,
      ),
    ],
  };
}

function deliverySection(): Section {
  const rows = [0.5, 2, 10].map((batchSec) => ({
    'a batch of ten lasts, s': batchSec,
    'delivered by 3 at once, s': deliverySec(100_000, { atOnce: 3, batchSec }),
    'by 50, s': deliverySec(100_000, { atOnce: 50, batchSec }),
    'at once for 600 s': Math.ceil((100_000 / 10 / TWO_TICKS_SEC) * batchSec),
  }));
  return { title: '100,000 alerts by webhook, one each', rows };
}

function accountSection(): { section: Section; targets: Target[] } {
  const { notifierConcurrency: notifier, checksConcurrency: checks } = defaultSettings;
  const cases: [string, number, Account][] = [
    ['ten executions, as the stack sets it', 1_000, { limit: 10, notifier, checks }],
    ['ten executions, without a maximum', 1_000, { limit: 10, notifier: 10, checks: 10 }],
    ['ten executions, as the stack sets it', 10_000, { limit: 10, notifier, checks }],
    ['a thousand executions, as the stack sets it', 10_000, { limit: 1_000, notifier, checks }],
  ];
  const outcomes = cases.map(([name, jobs, account]) => ({
    account: name,
    jobs,
    ...simulateAccount(account, loadOf(jobs), HOUR_SEC),
  }));
  const [small] = outcomes;
  return {
    section: {
      title: 'An hour of pings while notifier and checks never run out of work',
      rows: outcomes,
      note: 'refused: at the first try. lost: also at the five retries of the curl line that the service gives.',
    },
    targets: [
      target(
        'ten executions: pings lost, and refused at first, in an hour of overload: 0 and < 1 %',
        `${small?.lost}, ${small?.refused} of ${small?.pings}`,
        small !== undefined && small.lost === 0 && small.refused < small.pings / 100,
      ),
    ],
  };
}
