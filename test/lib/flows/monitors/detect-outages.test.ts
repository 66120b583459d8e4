import { beforeEach, describe, expect, it } from 'vitest';
import { getCheckerState } from '../../../../lib/data/monitors/checker-state.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { detectOutages, extendedNow } from '../../../../lib/flows/monitors/detect-outages.ts';
import { failing, watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';

const service = fresh(startTestService);
const alice = fresh(() => service.guest());
beforeEach(async () => {
  await service.canary();
});

const ping = (id: string) => service.call('POST', `/in/${id}`);
const missesOf = async (id: string) => (await alice.read(id))['miss_count'];
const newJob = async (): Promise<string> => {
  const { id } = await alice.createMonitor({ interval_sec: 300 });
  await ping(String(id));
  return String(id);
};

describe('a judgement', () => {
  it('of a check that began earlier is not written over that of a later one', async () => {
    const later = START_AT + 600_000;
    await detectOutages(service.core, [], START_AT);
    await detectOutages(service.core, [], later);
    const { windows } = await getCheckerState(service.core.table);
    expect(windows).toEqual([{ from: START_AT, to: null }]);

    await detectOutages(service.core, [], later - 500_000);

    expect(await getCheckerState(service.core.table)).toMatchObject({ startedAt: later, windows });
  });

  it('reads as far back as the checker was away, so that a window of hours ago is found', async () => {
    await detectOutages(service.core, [], START_AT);
    const minutes = async (count: number) => {
      for (let minute = 0; minute < count; minute++) {
        service.clock.sleep(60);
        await service.canary();
      }
    };
    await minutes(5);
    service.clock.sleep(600);
    await minutes(120);

    const { windows } = await detectOutages(service.core, [], service.clock.now());

    expect(windows).toEqual([{ from: START_AT + 300_000, to: START_AT + 960_000 }]);
  });
});

describe('pings that come back after an outage', () => {
  const ofChecker = ({ input }: TableCall) => JSON.stringify(input).includes('"CHECKER"');

  it('are taken when nothing can be read of it, and logged', async () => {
    const id = await newJob();
    service.clock.sleep(1_800);

    await watchingTable(service, { before: failing(ofChecker) }, async () => {
      expect((await ping(id)).status).toBe(200);
    });

    expect(service.logged).toEqual(['outage_evidence_failed']);
    expect(await missesOf(id)).toBe(1);
  });

  it('read what is known of it once in five seconds, and are no misses', async () => {
    const ids = [await newJob(), await newJob(), await newJob()];
    await service.check();
    service.clock.sleep(1_800);
    let reads = 0;
    const before = (call: TableCall) => {
      if (!ofChecker(call)) return;
      reads++;
      // All jobs read this one item, which gives half as much to reads that are consistent.
      expect(call.input).not.toMatchObject({ ConsistentRead: true });
    };

    await watchingTable(service, { before }, async () => {
      for (const id of ids.slice(0, 2)) await ping(id);
      expect(reads).toBe(1);
      service.clock.sleep(5);
      await ping(String(ids[2]));
    });

    expect(reads).toBe(2);
    for (const id of ids) expect(await missesOf(id)).toBe(0);
  });

  it('believe nothing that was read at a later time, by a clock that is set right since', async () => {
    const job = await getMonitor(service.core.table, await newJob());
    if (!job) throw new Error('The job is gone.');
    let reads = 0;
    const before = (call: TableCall) => void (reads += ofChecker(call) ? 1 : 0);

    await watchingTable(service, { before }, async () => {
      for (const sec of [1_800, 900]) await extendedNow(service.core, job, START_AT + sec * 1000);
    });

    expect(reads).toBe(2);
  });
});
