import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signedIn } from '../support/accounts/session.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsOf, openConsole } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

async function imported(page: Page, crontab: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your crontab' }).fill(crontab);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: /^Import these \d jobs$/ }).click();
  await page.getByRole('heading', { name: /^Who should be notified about these/ }).waitFor();
}

it('the MAILTO of a crontab is proposed, and asked by a press alone', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest, path: '/app/import' });
  const { page } = opened;
  const mails = () => service.mailbox.messages().filter(({ to }) => to === 'ops@example.com');
  await imported(
    page,
    'MAILTO=ops@example.com\n0 2 * * * backup\n0 3 * * * report\nMAILTO=""\n0 4 * * * quiet',
  );
  await page
    .getByText('Your crontab e-mails what 2 of the jobs print to ops@example.com (MAILTO).')
    .waitFor();
  await service.drain();
  expect(mails()).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Mail ops@example.com' }).click();
  await page.getByText('ops@example.com was asked, and is notified once it has confirmed.').waitFor();
  await service.drain();
  expect(mails()).toHaveLength(1);
  const { endpoints } = (await guest.call('GET', '/api/endpoints')).json as {
    endpoints: { name: string; alert_to: string | null }[];
  };
  expect(Object.fromEntries(endpoints.map(({ name, alert_to: to }) => [name, to]))).toEqual({
    backup: 'ops@example.com',
    report: 'ops@example.com',
    quiet: null,
  });
  expect(opened.complaints).toEqual([]);
});

itThorough('a MAILTO that is the own address of an account is told already', async () => {
  const account = await signedIn(service);
  await using opened = await openConsole(service, { signedIn: account, path: '/app/import' });
  const { page } = opened;
  await imported(page, `MAILTO=${account.account.email}\n0 2 * * * backup\n0 3 * * * report`);
  await page
    .getByText(`${account.account.email}, the MAILTO of 2 of the jobs, is already notified`)
    .waitFor();
  expect(await page.getByRole('button', { name: /^Mail / }).count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});
