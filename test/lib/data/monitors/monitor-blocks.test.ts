import { expect, it } from 'vitest';
import { abandonBlock, commitBlockItem, stageBlock } from '../../../../lib/data/monitors/monitor-blocks.ts';
import { getItem } from '../../../../lib/data/items.ts';
import { monitorBlockKey } from '../../../../lib/data/keys.ts';
import { listMonitorIds } from '../../../../lib/data/monitors/space-monitors.ts';
import { WriteConflict, transact } from '../../../../lib/data/table.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const block = (blockId: string) =>
  ({
    spaceId: 'blocks',
    blockId,
    state: 'staged',
    ids: [`${blockId}-1`],
    dueAt: START_AT,
    changeId: null,
  }) as const;
const staged = async (blockId: string) => {
  const made = { ...block(blockId), ids: [...block(blockId).ids] };
  await stageBlock(service.core.table, made, [], { doer: { by: 'guest' } });
  return made;
};

it('a block that was cleared away is not committed', async () => {
  const { table } = service.core;
  const cleared = await staged('cleared');
  await abandonBlock(table, cleared, { now: START_AT, isSettled: true });

  await expect(transact(table, [commitBlockItem(table, cleared)])).rejects.toThrow(WriteConflict);

  expect(await listMonitorIds(table, ['blocks'])).toEqual([]);
});

it('a block that never reached the table leaves nothing when it is cleared away', async () => {
  const { table } = service.core;
  const unwritten = { ...block('unwritten'), ids: ['unwritten-1'] };

  await abandonBlock(table, unwritten, { now: START_AT, isSettled: false });

  expect(await getItem(table, monitorBlockKey('blocks', 'unwritten'))).toBeUndefined();
});

it('a block that was committed is not cleared away, and is not committed again', async () => {
  const { table } = service.core;
  const committed = await staged('committed');
  await transact(table, [commitBlockItem(table, committed)]);

  await abandonBlock(table, committed, { now: START_AT, isSettled: true });

  expect(await listMonitorIds(table, ['blocks'])).toEqual(['committed-1']);
  await expect(transact(table, [commitBlockItem(table, committed)])).rejects.toThrow(WriteConflict);
});
