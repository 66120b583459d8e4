import { expect, it } from 'vitest';
import { newOrganization } from '../../../support/accounts/organization.ts';
import { shownAt } from '../../../support/console-text/shown.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

it('the settings of an organization show which of its reports are mailed to who looks', async () => {
  const { id, owner: signedIn } = await newOrganization(service);
  const seen = async () =>
    (await shownAt(service, `/app/organizations/${id}?tab=settings`, { signedIn })).seen.text;
  expect(await seen()).toContain(`and uptime; to ${signedIn.account.email}`);
  expect(await seen()).not.toContain('The next one comes');
  await signedIn.call('PUT', `/api/account/reports?organization=${id}`, { weekly: true, monthly: false });
  expect(await seen()).toContain('The next one comes');
});
