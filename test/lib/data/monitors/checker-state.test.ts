import { beforeAll, expect, it } from 'vitest';
import { getCheckerState, noteChecker, noteJudgement } from '../../../../lib/data/monitors/checker-state.ts';
import { WriteConflict, type Table } from '../../../../lib/data/table.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

let table: Table;

const service = shared(startTestService);
beforeAll(() => void ({ table } = service.core));

it('of two checks that judge the same windows one is lost, and what is not given stays', async () => {
  const seen = await getCheckerState(table);
  await noteJudgement(table, seen, { startedAt: 5_000, windows: [], openAt: { name: 4_000 } });
  await expect(noteJudgement(table, seen, { startedAt: 5_001 })).rejects.toThrow(WriteConflict);

  const again = await getCheckerState(table);
  await noteJudgement(table, again, { startedAt: 6_000 });
  await expect(noteJudgement(table, again, { startedAt: 6_001 })).rejects.toThrow(WriteConflict);
  await noteChecker(table, { judgedSince: 6_500 });

  expect(await getCheckerState(table)).toMatchObject({
    startedAt: 6_000,
    judgedSince: 6_500,
    openAt: { name: 4_000 },
  });
});
