import { afterAll, beforeAll, expect, it } from 'vitest';
import { detectedDevice } from '../support/machines/devices.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { openConsole } from './console-browser.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it.each(['list', 'machine'])(
  'no machine is said to be silent where its readings cannot be had: the %s',
  async (which) => {
    const guest = await service.guest();
    const { id } = await detectedDevice(service, guest);
    await using opened = await openConsole(service, { guest, path: '/app/billing', expected: /503/ });
    const { page } = opened;
    await page.route('**/api/coletas/serie?**', (route) =>
      route.fulfill({ status: 503, json: { error: 'indisponivel', detail: 'The table does not answer.' } }),
    );
    await page.goto(service.url + (which === 'list' ? '/app/devices' : `/app/devices/${id}`));
    await page.getByText('The table does not answer.').waitFor();

    expect(await page.getByText(/^(Waiting|never)$/).count()).toBe(0);
    await page.unroute('**/api/coletas/serie?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('web 1').first().waitFor();
    expect(opened.complaints).toEqual([]);
  },
);
