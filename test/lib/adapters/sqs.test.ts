import { expect, it } from 'vitest';
import { openSqs, sendBatches } from '../../../lib/adapters/sqs.ts';
import { startMuteServer } from '../../support/servers/mute-server.ts';

it('messages for a queue that is mute are tried for so long and no longer', async () => {
  await using mute = await startMuteServer();
  const client = openSqs({
    standIns: { dynamodb: null, sqs: mute.url, ses: null, cognito: null, topics: null },
    region: 'us-east-1',
  });
  const messages = Array.from({ length: 200 }, (_, number) => ({ message: { number } }));

  const sent = sendBatches(client, `${mute.url}/q`, messages, 1_000);

  await expect(sent).rejects.toThrow();
  // Eight of the twenty batches were begun in that time; each of them may be tried for 5 s.
  expect(mute.requests()).toBeLessThanOrEqual(8 * 3);
});
