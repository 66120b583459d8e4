import { describe, expect, it } from 'vitest';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { contentsOf, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { billingFor } from '../../support/money/billing.ts';

const withUsers = (users: object) => startTestService({ users: { ...STRANGERS_WELCOME, ...users } });
const job = (name: string) => ({ name, interval_sec: 300 });

describe('a service without guests', () => {
  it('makes no guest and writes nothing', async () => {
    await using service = await withUsers({ guests: 'off' });
    const before = await contentsOf(service);

    const reply = await service.call('POST', '/api/guest');

    expectRefusal(reply, { status: 403, error: 'guests_off', names: ['guests'] });
    expect(await contentsOf(service)).toEqual(before);
  });

  it('goes on for the guests that there are', async () => {
    await using service = await withUsers({ guests: 'on' });
    const alice = await service.guest();

    service.core.config.guests = { areMade: false };

    expect((await alice.call('POST', '/api/endpoints', job('nightly'))).status).toBe(201);
    expect((await service.call('POST', '/api/guest')).status).toBe(403);
  });
});

describe('an unlimited allowance', () => {
  it('lets an owner have more than the free monitors, as often as they like, at no cost', async () => {
    await using service = await withUsers({ allowance: 'unlimited' });
    service.core.config.billing = billingFor('live');
    const alice = await service.guest();

    for (let count = 0; count < 11; count += 1) {
      const { status, json } = await alice.call('POST', '/api/endpoints', {
        ...job(`job ${count}`),
        interval_sec: 60,
      });
      expect([status, json['billing']]).toEqual([201, undefined]);
    }
  });

  it('holds for an import, for a change and for the first ping of a name', async () => {
    await using service = await withUsers({ allowance: 'unlimited' });
    service.core.config.billing = billingFor('live');
    const alice = await service.guest();
    const crontab = Array.from({ length: 12 }, (_, minute) => `${minute} 3 * * * /bin/job${minute}`).join(
      '\n',
    );

    const asked = await service.call('POST', '/api/import/crontab?apply=1', {
      token: alice.token,
      body: crontab,
      headers: { 'content-type': 'text/plain' },
    });
    const { json: key } = await alice.call('GET', '/api/ingest-key');
    const pinged = await service.call('POST', `/in/${String(key['key'])}/thirteenth`);

    expect([asked.status, asked.json['free_tier'], pinged.status]).toEqual([
      200,
      expect.objectContaining({ fits: true }),
      200,
    ]);
  });

  it('shows in the index that nothing costs anything', async () => {
    await using service = await withUsers({ allowance: 'unlimited' });

    const { json } = await service.call('GET', '/api/');

    expect(json['quota']).toMatchObject({
      free: [],
      paid: [],
      how_to_pay: expect.stringContaining('Everything is free'),
    });
  });
});
