import { expect, it } from 'vitest';
import { newMachine } from '../support/machines/machine.ts';
import { storeReading } from '../support/machines/readings.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsOf, openConsole } from './console-browser.ts';

const service = shared(startTestService);

it('a disk that fills says when it is full, and notifies above the value that is asked for', async () => {
  const guest = await service.guest();
  const { device } = await newMachine(service, ['disco', 'rede'], { owner: guest });
  const beganAt = service.clock.now();
  for (let hour = 0; hour <= 7 * 24; hour++)
    await storeReading(service, device, beganAt + hour * 3_600_000, {
      disco: { ponto: '/', usado: 600 + hour, total: 1_000, pct: 60 + hour / 12 },
    });
  service.clock.advance(7 * 86_400 + 60);
  await using opened = await openConsole(service, { guest, path: `/app/devices/${device.id}` });
  const { page } = opened;
  await page.getByText('Full in about 13 days at this rate.').waitFor();
  await page.getByRole('button', { name: 'Week' }).click();
  await expect.poll(() => page.url()).toContain('period=semana');
  await page.getByRole('img', { name: /^Disk: / }).waitFor();

  await page.getByRole('button', { name: 'More for Disk' }).click();
  await page.getByRole('menuitem', { name: 'Notify me…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Notify me' }).click();
  await dialog.getByText('Say a number.').waitFor();
  await dialog.getByRole('spinbutton', { name: 'Value, in %' }).fill('90');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Notify me' }).click();
  await page.getByText('Notifies when Share is above 90%.').waitFor();
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/week.png`, fullPage: true });
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Change' }).press('Enter');
  await page.getByText('expected not above 90%; an incident is over at 88%.').waitFor();
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/monitor.png`, fullPage: true });
  expect(await faultsOf(page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
