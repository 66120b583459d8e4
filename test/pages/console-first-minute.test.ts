import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { addAgreeingAddress } from './agreeing-address.ts';
import { faultsAt, openConsole } from './console-browser.ts';

const service = shared(startTestService);

// The first waits for polls, as a stranger does; the others run meanwhile.
it.concurrent('a stranger gets from the first look to a test alert that arrived in a minute, by the keyboard alone', async () => {
  const began = performance.now();
  await using opened = await openConsole(service);
  const { page } = opened;
  await page.getByRole('link', { name: 'What do you want to monitor?' }).press('Enter');
  await page.getByText('You are notified after 25 h without a ping.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('nightly backup');
  await page.keyboard.press('Enter');

  await page.getByText('Waiting for the first ping').waitFor();
  const url = (await page.locator('code').first().textContent()) ?? '';
  const line = await page.getByRole('region', { name: 'crontab snippet' }).textContent();
  expect(line).toContain(`${url}/$?`);
  expect(line).toMatch(/^0 3 \* \* \* /);
  expect((await service.call('GET', new URL(url).pathname)).status).toBe(200);
  await page.getByText('It answered').waitFor();

  await addAgreeingAddress(page, service, 'ana@example.com');
  await page.getByRole('button', { name: 'Send a test alert' }).press('Enter');
  await page.getByRole('status', { name: 'Test alerts' }).getByText('by email').waitFor();
  await service.drain();
  await page.getByText('The test by email arrived.').waitFor();
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(service.mailbox.messages().filter(({ to }) => to === 'ana@example.com')).toHaveLength(2);
  expect(opened.complaints).toEqual([]);
}, 90_000);

it.concurrent('what is wrong with a schedule is said while it is typed, and its next runs are shown', async () => {
  await using opened = await openConsole(service, { path: '/app/new?watch=cron' });
  const { page } = opened;
  await page.getByRole('listitem').nth(4).waitFor();
  const schedule = page.getByRole('textbox', { name: 'Schedule' });
  await schedule.fill('61 * * * *');
  await page.getByRole('alert').waitFor();
  expect(await schedule.getAttribute('aria-invalid')).toBe('true');
  await schedule.fill('0 * * * *');
  const grace = page.getByRole('textbox', { name: 'Grace, in minutes' });
  await expect.poll(() => grace.inputValue()).toBe('12');
  await grace.fill('5');
  await schedule.fill('0 9 * * 1');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await grace.inputValue()).toBe('5');
  // Nothing was made by looking and typing.
  expect(await opened.context.cookies()).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it.concurrent('the way to the first ping has nothing that axe finds and is no wider than the page', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'עֶרֶב 🌒 nightly' });
  await using opened = await openConsole(service, { guest });
  for (const path of ['/app/new?watch=cron', `/app/monitors/${id}/start`])
    expect(await faultsAt(opened, path, 'body:has(h1) :is(.preview li, .heard)'), path).toEqual([]);
});
