import { expect, it } from 'vitest';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsOf, openConsole } from './console-browser.ts';

const service = shared(startTestService);
const receiver = shared(startReceiver);

it('what was mailed and delivered on one machine is read by keyboard too', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ alert_url: receiver.url, alert_to: 'ana@example.com' });
  await guest.call('POST', `/api/endpoints/${id}/test-alert`);
  await service.drain();
  await using opened = await openConsole(service, { path: '/_local' });
  const { page } = opened;
  await page.getByRole('region', { name: 'Delivery 1' }).waitFor();
  for (const fold of await page.locator('summary').all()) await fold.click();
  await page.getByRole('region', { name: 'Mail 1' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
