import { expect, it } from 'vitest';
import { idOfUuid } from '../../../../lib/domain/monitors/check-uuid.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { watchingTable } from '../../../support/table/watching-table.ts';

const service = shared(startTestService);

let made = 0;
const newUuid = () => `0b18072a-7bde-4eee-af63-${String((made += 1)).padStart(12, '0')}`;
const imported = (who: Person, uuids: string[], more: object = {}) =>
  who.call('POST', '/api/import/healthchecks?apply=1', {
    checks: uuids.map((uuid) => ({ name: `job ${uuid}`, uuid, timeout: 3_600, grace: 300 })),
    ...more,
  });

/** Does something before the first write of a block, once: others have decided by then. */
const beforeStaging = (act: () => Promise<unknown>) => {
  let isDone = false;
  return async ({ command }: { command: string }) => {
    if (isDone || command !== 'TransactWriteItemsCommand') return;
    isDone = true;
    await act();
  };
};

it('an import that comes second takes nothing away of the one that was first', async () => {
  const [alice, bob] = [await service.guest(), await service.guest()];
  const [both, his] = [newUuid(), newUuid()];

  const { json } = await watchingTable(
    service,
    { before: beforeStaging(() => imported(alice, [both])) },
    () => imported(bob, [both, his]),
  );

  expect(json).toMatchObject({ created: [{ uuid: his }], left_out: [{ index: 0 }] });
  expect((await service.call('GET', `/ping/${both}`)).text).toBe('OK');
  expect(await alice.read(idOfUuid(both))).toMatchObject({ state: 'ok' });
});
