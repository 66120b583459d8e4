import { describe, expect, it } from 'vitest';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { calmOf } from '../../../lib/domain/monitors/calm.ts';
import { checkWith } from '../../support/alerts/check-with.ts';
import { NIGHTLY, pingBySchedule, pingedNightly } from '../../support/service/pinged-by-schedule.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { refusal } from '../../support/table/table-proxy.ts';
import { watchingTable } from '../../support/table/watching-table.ts';

const service = fresh(startTestService);
const alice = fresh(() => service.guest());

/** The jobs run one night more, and all days before it are rolled up. */
const nextMorning = async (...ids: unknown[]) => {
  for (const [place, id] of ids.entries())
    await (place === 0 ? pingBySchedule(service, `/in/${id}`, NIGHTLY, 1) : service.ping(id));
  service.clock.advance(6 * 3_600);
  await service.check();
};
const listed = async (id: string) => (await alice.monitors()).find((each: { id: string }) => each.id === id);

describe('the daily roll-up', () => {
  it('notes for the list what the runs speak for, and how far it is', async () => {
    const id = await pingedNightly(service, alice, 8);
    const byKey = `${await alice.ingestKey()}/young`;
    for (const _ of [1, 2, 3]) await nextMorning(id, byKey);
    const young = (await alice.monitors()).find(({ slug }: { slug?: string }) => slug === 'young');

    const { proposals } = (await alice.call('GET', `/api/endpoints/${id}/proposal`)).json;
    expect((await listed(id))['proposal']).toEqual({
      id: proposals[0].id,
      kind: 'rhythm',
      text: expect.stringMatching(/^It seems to run at 02:30, in UTC, grace 1 h: based on (10|11) runs\.$/),
    });
    expect(young).toMatchObject({
      proposal: null,
      learning: { runs: expect.toSatisfy((runs) => runs === 2 || runs === 3), of: 5 },
    });
  });

  it('writes nothing more for it, and a ping of the job stays one call', async () => {
    const id = await pingedNightly(service, alice, 8);
    const written: string[] = [];
    await watchingTable(
      service,
      { before: ({ reads, input }) => void (reads || written.push(JSON.stringify(input))) },
      () => nextMorning(id),
    );

    const noting = written.filter((each) => each.includes('proposed'));
    expect(noting.length).toBeGreaterThan(0);
    for (const each of noting) expect(each).toContain('SET rolledUpTo');
    const monitor = await getMonitor(service.core.table, id);
    expect([monitor?.proposed?.id, monitor && calmOf(monitor)]).toEqual([
      expect.stringMatching(/^rhythm-/),
      expect.anything(),
    ]);
    const calls: string[] = [];
    await watchingTable(service, { before: ({ command }) => void calls.push(command) }, () =>
      service.ping(id),
    );
    expect(calls).toEqual(['UpdateItemCommand']);
  });

  it('shows nothing that was taken, dismissed or decided otherwise since', async () => {
    const ids = [];
    for (const _ of [1, 2, 3]) ids.push((await alice.createMonitor({ interval_sec: 172_800 }))['id']);
    for (let run = 0; run < 8; run++) await nextMorning(...ids);
    const noted = await Promise.all(ids.map(listed));
    expect(noted.map((each) => each.proposal?.kind)).toEqual(['rhythm', 'rhythm', 'rhythm']);

    const body = { proposal: noted[0].proposal.id };
    await alice.call('POST', `/api/endpoints/${ids[0]}/proposal/take`, body);
    await alice.call('POST', `/api/endpoints/${ids[1]}/proposal/dismiss`, body);
    await alice.patch(ids[2], { interval_sec: 100_000 });

    for (const id of ids) expect((await listed(id))['proposal']).toBeNull();
    await nextMorning(...ids);
    for (const id of ids.slice(0, 2)) expect((await listed(id))['proposal']).toBeNull();
  });

  it('rolls up all the same where what its runs speak for cannot be worked out', async () => {
    const id = await pingedNightly(service, alice, 8);
    await pingBySchedule(service, `/in/${id}`, NIGHTLY, 1);
    const { rolledUpTo, proposed } = (await getMonitor(service.core.table, id)) ?? {};
    expect(proposed?.runs).toBeLessThan(9);
    service.clock.advance(24 * 3_600);

    await checkWith(service, async (each) =>
      each.operation === 'GetItem' && JSON.stringify(each.input['Key']).includes('SPACE#')
        ? refusal('AccessDeniedException')
        : each.forward(),
    );

    expect(service.logged).toContain('roll_up_failed');
    const monitor = await getMonitor(service.core.table, id);
    expect(monitor?.rolledUpTo).not.toBe(rolledUpTo);
    expect(monitor?.proposed).toEqual(proposed);
  });
});
