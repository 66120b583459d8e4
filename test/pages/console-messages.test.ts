import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

const NAMES = '.monitors .rows .who a';

it('an undo is reached from a dialog that opened after it, and by a key', async () => {
  const guest = await service.guest();
  for (const name of ['one', 'two']) await guest.createMonitor({ name });
  await using opened = await openConsole(service, { guest, path: '/app/billing' });
  const { page } = opened;
  await page.getByRole('link', { name: 'Monitors', exact: true }).click();
  const names = () => page.locator(NAMES).allTextContents();
  const remove = async () => {
    await page.getByRole('button', { name: 'Actions for one' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(names).toEqual(['two']);
  };
  await remove();
  await page.getByRole('button', { name: 'Actions for two' }).click();
  await page.getByRole('menuitem', { name: 'Tags…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags of two' });
  await expect.poll(() => page.evaluate('document.activeElement.labels?.[0]?.textContent')).toContain('Add');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['one', 'two']);
  expect(await dialog.isVisible()).toBe(true);

  // What was asked for here is not asked again by who comes back.
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  await page.goForward();
  await page.getByRole('link', { name: 'two' }).waitFor();
  expect(await dialog.count()).toBe(0);
  await remove();
  await page.keyboard.press('u');
  await expect.poll(names).toEqual(['one', 'two']);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

itThorough('what a dialog was refused is told in it, and beside the page when it is closed', async () => {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'one' });
  await using opened = await openConsole(service, { guest, path: '/app/keys', expected: /ERR_FAILED/ });
  const { page } = opened;
  await page.getByRole('button', { name: 'Show the key' }).click();
  await page.getByRole('button', { name: 'Replace the key' }).click();
  await page.route('**/api/**', (route) => route.abort());
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Replace the key' }).click();
  const told = dialog.getByRole('region', { name: 'Messages' }).getByText('Cannot reach the service.');
  await told.waitFor();
  await dialog.getByRole('button', { name: 'Close message' }).click({ trial: true });

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('region', { name: 'Messages' }).getByText('Cannot reach the service.').waitFor();
  expect(opened.complaints).toEqual([]);
});
