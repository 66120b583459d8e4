import { beforeAll, expect, it } from 'vitest';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

let calls: TableCall[];
const service = shared(startTestService);
beforeAll(() => void (calls = watchCapacity(service)));

/** What a call asks of the table. */
async function asked(call: () => Promise<{ status: number }>): Promise<string[]> {
  calls.length = 0;
  expect((await call()).status).toBe(200);
  return calls.map(({ command }) => command);
}

it('knowing a guest takes two reads, and so does knowing a session', async () => {
  const guest = await service.guest();
  const alice = await signedIn(service);
  await alice.call('GET', '/api/endpoints');

  const byGuest = await asked(() => guest.call('GET', '/api/endpoints'));
  const bySession = await asked(() => alice.call('GET', '/api/endpoints'));

  // The list asks for its monitors and for the channels that speak for them.
  expect(byGuest).toEqual(['GetItem', 'GetItem', 'Query', 'Query']);
  expect(bySession).toEqual(byGuest);
});

it('a session writes once a day, and a trial once', async () => {
  const alice = await signedIn(service);
  const list = () => alice.call('GET', '/api/endpoints');
  const writes = async () => (await asked(list)).filter((command) => !/^(Get|Query)/.test(command));

  expect(await writes()).toEqual(['TransactWriteItems']);
  expect(await writes()).toEqual([]);
  service.clock.advance(86_400);
  expect(await writes()).toEqual(['UpdateItem']);
  expect(await writes()).toEqual([]);
});
