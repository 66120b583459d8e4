import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { ownerKey } from '../../../lib/data/keys.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { watchingTable } from '../../support/table/watching-table.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

/** A monitor of an account that falls silent with the next check. */
async function silent(email: string, url: string): Promise<string> {
  const person = await signedIn(service, { email });
  const { id } = await person.createMonitor({ alert_url: url, interval_sec: 3_600 });
  await service.ping(String(id));
  service.clock.advance(3_900);
  return person.account.id;
}

it('an alert is told though the owner lacks the profile that says its clock', async () => {
  await using receiver = await startReceiver();
  const ownerId = await silent('ana@example.com', receiver.url);
  const { client, name } = service.core.table;
  const Key = { ...ownerKey(ownerId) };
  await client.send(new UpdateCommand({ TableName: name, Key, UpdateExpression: 'REMOVE profile' }));

  await service.check();

  expect(receiver.received).toHaveLength(1);
});

it('an alert is told while its owner cannot be read, without the link that needs it', async () => {
  await using receiver = await startReceiver();
  const { pk } = ownerKey(await silent('ben@example.com', receiver.url));
  const before = ({ command, input }: { command: string; input: unknown }) => {
    if (command === 'GetItemCommand' && JSON.stringify(input).includes(pk)) throw new Error('Throttled.');
  };

  await watchingTable(service, { before }, () => service.check());

  expect(receiver.received).toHaveLength(1);
  expect(service.logged).toContain('reader_unknown');
});
