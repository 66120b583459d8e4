import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { ownerKey } from '../../../lib/data/keys.ts';
import { ownerOfGuestToken, ownerOfSpace } from '../../../lib/data/owners.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

const MOST = LIMITS.unpaidMonitorsMax;

const dev = shared(startTestService);

/** As if an owner had so many. */
async function has(service: TestService, ownerId: string, monitors: number): Promise<void> {
  const { client, name } = service.core.table;
  await client.send(
    new UpdateCommand({
      TableName: name,
      Key: { ...ownerKey(ownerId) },
      UpdateExpression: 'SET monitors = :monitors',
      ExpressionAttributeValues: { ':monitors': monitors },
    }),
  );
}
async function guestWith(service: TestService, monitors: number): Promise<Person> {
  const guest = await service.guest();
  const owner = await ownerOfGuestToken(service.core.table, hashOf(guest.token));
  await has(service, owner?.id ?? '', monitors);
  return guest;
}
const create = (person: Pick<Person, 'call'>) =>
  person.call('POST', '/api/endpoints', { name: 'one more', interval_sec: 300 });
const refusal = {
  error: 'limite_monitores',
  detail: `This would come to ${MOST + 1} monitors; an owner can have ${MOST} where none is paid for.`,
};

it('where nothing is charged an owner has 10,000 monitors, and nothing is written beyond them', async () => {
  const alice = await guestWith(dev, MOST - 1);
  expect((await create(alice)).status).toBe(201);
  const before = await contentsOf(dev);

  const refused = await create(alice);
  const imported = await dev.call('POST', '/api/import/crontab?apply=1', {
    token: alice.token,
    body: '0 3 * * * /bin/one',
    headers: { 'content-type': 'text/plain' },
  });

  expect([refused.status, refused.json]).toEqual([409, refusal]);
  expect([imported.status, imported.json['error']]).toEqual([409, 'limite_monitores']);
  expect(await contentsOf(dev)).toEqual(before);
});

it('simultaneous creations do not pass it', async () => {
  const alice = await guestWith(dev, MOST - 2);

  const replies = await Promise.all(Array.from({ length: 6 }, () => create(alice)));

  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
});

it('holds in a trial, and not where the monitors are paid for or the deployment has no limit', async () => {
  await using live = await startTestService({ billingMode: 'live' });
  const carol = await signedIn(live);
  const id = String((await create(carol)).json['id']);
  const space = (await getMonitor(live.core.table, id))?.spaceId ?? '';
  await has(live, (await ownerOfSpace(live.core.table, space))?.id ?? '', MOST);
  expect((await create(carol)).json).toEqual(refusal);
  expect((await create(await guestWith(live, MOST))).status).toBe(402);

  await using own = await startTestService({
    users: { signUp: 'open', guests: 'on', publicPages: 'off', allowance: 'unlimited' },
  });
  expect((await create(await guestWith(own, MOST))).status).toBe(201);
});
