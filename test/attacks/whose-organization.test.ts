import { describe, expect, it } from 'vitest';
import { newOrganization } from '../support/accounts/organization.ts';
import { contentsOf } from '../support/service/refused.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';

const service = shared(startTestService);

const DEVICE = { nome: 'web 1' };

describe('a call that names an organization', () => {
  it('by nobody makes nothing for anybody', async () => {
    const { id } = await newOrganization(service);
    const before = await contentsOf(service);
    for (const headers of [
      { 'x-organization': id },
      { 'x-organization': '' },
      { 'x-organization': 'none' },
    ]) {
      const made = await service.call('POST', '/api/ambientes', { body: DEVICE, headers });
      expect
        .soft([made.status, made.headers.get('x-guest-token')], JSON.stringify(headers))
        .toEqual([401, null]);
      const listed = await service.call('GET', '/api/ambientes', { headers });
      expect.soft(listed.status).toBe(401);
      const coletas = await service.call('GET', '/api/coletas', { headers });
      expect.soft(coletas.status).toBe(401);
      const billing = await service.call('GET', '/api/billing', { headers });
      expect.soft(billing.status, 'billing').toBe(401);
    }
    expect(await contentsOf(service)).toEqual(before);
  });

  it('by a session that has ended makes nothing for anybody', async () => {
    const organization = await newOrganization(service);
    const bob = await signedIn(service);
    await organization.join(bob, 'member');
    await bob.call('POST', '/api/auth/logout', {});
    const before = await contentsOf(service);
    const made = await organization.call('POST', '/api/ambientes', DEVICE, bob);
    expect(made.headers.get('x-guest-token')).toBeNull();
    expect(made.status, made.text).toBeGreaterThan(400);
    expect(await contentsOf(service)).toEqual(before);
  });
});
