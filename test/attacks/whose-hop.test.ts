import { describe, expect, it } from 'vitest';
import { callTool } from '../support/service/mcp.ts';
import { newOrganization } from '../support/accounts/organization.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false }));

const MONITOR = { name: 'by an agent', interval_sec: 300 };

describe('a tool call', () => {
  it('never acts by a cookie', async () => {
    const alice = await signedIn(service);
    const { id } = await alice.createMonitor();
    const headers = { cookie: alice.cookie, 'x-csrf-token': alice.csrf, origin: new URL(service.url).origin };
    for (const [tool, args] of [
      ['createMonitor', MONITOR],
      ['getMonitor', { id }],
      ['listMonitors', {}],
    ] as const) {
      const result = await callTool(service, tool, args, { headers });
      expect(result['isError'], tool).toBe(true);
      expect(JSON.stringify(result)).not.toContain(id);
    }
  });

  it('says who is acted for as the call by HTTP does', async () => {
    const { id: organization, owner } = await newOrganization(service);
    const made = await owner.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null });
    const key = String(made.json['secret']);
    const headers = { 'x-api-key': key, 'x-organization': organization };
    const direct = await service.call('POST', '/api/endpoints', { body: MONITOR, headers });
    expect([direct.status, direct.json['error']]).toEqual([404, 'organization_not_found']);
    const result = await callTool(service, 'createMonitor', MONITOR, { headers });
    expect(result['structuredContent']).toMatchObject({ error: 'organization_not_found' });
    expect(await owner.monitors()).toEqual([]);
  });

  it('by a guest token opens nothing of the connection, nor of another guest', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    const { id } = await alice.createMonitor();
    const asBob = { id, guest_token: bob.token };
    for (const tool of [
      'getMonitor',
      'deleteMonitor',
      'listEvents',
      'listAlerts',
      'sendTestAlert',
      'rotateMonitor',
    ]) {
      const result = await callTool(service, tool, asBob, {
        token: alice.token,
        headers: { authorization: `Bearer ${alice.token}` },
      });
      expect(result, tool).toMatchObject({ isError: true, structuredContent: { error: 'not_found' } });
    }
    expect((await alice.read(id))['active']).toBe(true);
  });
});
