import { expect, it } from 'vitest';
import { deleteItem } from '../../../../lib/data/items.ts';
import { monitorKey } from '../../../../lib/data/keys.ts';
import { idOfUuid, uuidOfId } from '../../../../lib/domain/monitors/check-uuid.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { failing, watchingTable } from '../../../support/table/watching-table.ts';

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

it('a slug that an import left behind pings nobody else, also not by name where the ping URL is rotated', async () => {
  const [alice, mallory] = [await service.guest(), await service.guest()];
  const [uuid, ping_key] = [newUuid(), 'a_key_of_mallory_1'];
  const checks = [{ name: 'hers', slug: 'hers', uuid, timeout: 3_600, grace: 300 }];
  const isStaging = failing(({ input }) => JSON.stringify(input).includes('"broughtId":true'));
  const broken = await watchingTable(service, { before: isStaging }, () =>
    imported(mallory, [], { checks, ping_key }),
  );
  expect(broken.status).toBe(500);
  await imported(alice, [uuid]);
  const id = idOfUuid(uuid);
  await service.call('GET', `/ping/${uuid}`);
  await alice.call('POST', `/api/endpoints/${id}/rotate`);
  const before = await alice.events(id);

  for (const ending of ['', '/fail', '/start']) {
    service.clock.advance(1);
    expect((await service.call('GET', `/ping/${ping_key}/hers${ending}`)).status).toBe(404);
  }

  expect(await alice.events(id)).toEqual(before);
});

it('an id keeps its history from others when the table has removed its monitor', async () => {
  const [alice, bob] = [await service.guest(), await service.guest()];
  const uuid = newUuid();
  const { id } = await alice.createMonitor({ interval_sec: 3_600 });
  await imported(alice, [uuid]);
  for (const each of [id, idOfUuid(uuid)]) {
    await service.call('POST', `/in/${each}/fail`, { body: 'the password is wrong' });
    await alice.remove(each);
    // As the table does after thirty days; incidents and outputs stay longer.
    await deleteItem(service.core.table, monitorKey(each));
  }
  await service.check();

  const { json } = await imported(bob, [uuid, uuidOfId(id)]);

  expect(json).toMatchObject({ created: [], left_out: [{ index: 0 }, { index: 1 }] });
  expect((await imported(alice, [uuid])).json['created']).toHaveLength(1);
});
