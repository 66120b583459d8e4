import { expect, it } from 'vitest';
import { newOrganization } from '../../../support/accounts/organization.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false }));

it.each(['none', 'same-origin', 'same-site', 'cross-site'])(
  'a call that names an organization reads what is its, never what is the caller’s own (%s)',
  async (site) => {
    const organization = await newOrganization(service);
    const { owner } = organization;
    await owner.call('POST', '/api/endpoints', { name: 'my own', interval_sec: 300 });
    await organization.createMonitor({ name: 'of all' });

    const headers = { 'x-organization': organization.id, 'sec-fetch-site': site };
    const { status, json } = await owner.call('GET', '/api/endpoints', undefined, { headers });

    expect([status, json['endpoints']]).toMatchObject([200, [{ name: 'of all' }]]);
  },
);
