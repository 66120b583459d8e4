import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { STRANGERS_WELCOME } from '../../lib/domain/accounts/users.ts';
import { faultsAt, openConsole, violationsOf } from './console-browser.ts';

const service = shared(() => {
  const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
  return startTestService({ users, operator: { contactTo: 'team@example.com' } });
});

it('a message of a stranger reaches the team', async () => {
  await using opened = await openConsole(service, { path: '/contact' });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ana@example.com');
  await page.getByRole('textbox', { name: 'Message' }).fill('How much for a year?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your message is on its way').waitFor();
  await service.drain();
  expect(
    service.mailbox
      .messages()
      .some(({ to, text }) => to === 'team@example.com' && text?.includes('How much')),
  ).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('incidents of all monitors are listed, open ones with all that is known of them', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup', alert_url: 'https://example.com/hook' });
  await service.call('GET', `/in/${id}`);
  service.clock.advance(400);
  await service.check();
  await using opened = await openConsole(service, { guest, path: '/app/incidents' });
  const { page } = opened;
  await page.locator('.lanes rect.open').click();
  await page.getByText(/\(the last ping\) \+ 5 min of interval/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Incidents', exact: true }).click();
  await page.getByRole('button', { name: 'Closed' }).click();
  await page.getByRole('heading', { name: 'No incident yet' }).waitFor();
  expect(new URL(page.url()).search).toBe('?state=closed');
  expect(opened.complaints).toEqual([]);
});

it('no screen has anything that axe finds or that is wider than the page', async () => {
  await using opened = await openConsole(service, { guest: await service.guest() });
  for (const path of ['/', '/contact', '/numbers', '/partners', '/app/incidents'])
    expect(await faultsAt(opened, path), path).toEqual([]);
});
