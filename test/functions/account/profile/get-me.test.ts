import { expect, it } from 'vitest';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

const service = shared(startTestService);

it('shows who is signed in, with the monitors that it owns, as their list shows them', async () => {
  const alice = await signedIn(service, { email: 'alice@example.com' });
  const monitor = await alice.createMonitor({ alert_to: 'ops@example.com' });
  const bob = await signedIn(service);
  await bob.createMonitor();

  const { json } = await alice.call('GET', '/api/me');

  expect(json['user']).toEqual({ id: alice.account.id, email: 'alice@example.com' });
  expect(json['endpoints'].map(({ id }: { id: string }) => id)).toEqual([monitor['id']]);
  const { endpoints } = (await alice.call('GET', '/api/endpoints')).json;
  // Which channels speak for a monitor, and its maintenance, are asked for by its list alone.
  expect(json['endpoints'].map((each: object) => ({ ...each, channel_ids: [], maintenance: null }))).toEqual(
    endpoints,
  );
  expect(JSON.stringify(json)).not.toContain(monitor['token']);
});

it('is for a session alone, not for a guest or another token', async () => {
  const { token } = await service.guest();

  expectRefusal(await service.call('GET', '/api/me', { token }), { status: 401, error: 'invalid_session' });
  expectRefusal(await service.call('GET', '/api/me'), { status: 401, error: 'invalid_session' });
});
