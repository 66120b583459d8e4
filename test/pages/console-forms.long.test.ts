import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { STRANGERS_WELCOME } from '../../lib/domain/accounts/users.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole, violationsOf } from './console-browser.ts';

const service = shared(() => {
  const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
  return startTestService({ users, operator: { contactTo: 'team@example.com' } });
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** What is said of a field: it is marked as wrong, has the focus, and what describes it is read out. */
async function saidAt(page: Page, name: string): Promise<string> {
  const control = field(page, name);
  await page.locator('[aria-invalid=true]').first().waitFor();
  await expect
    .poll(() => control.evaluate((input) => input === input.ownerDocument.activeElement))
    .toBe(true);
  expect(await control.getAttribute('aria-invalid')).toBe('true');
  const ids = ((await control.getAttribute('aria-describedby')) ?? '').split(' ');
  const error = page.locator(`[id="${ids.at(-1)}"]`);
  expect(await error.getAttribute('role')).toBe('alert');
  return (await error.textContent()) ?? '';
}

/** What a page sends that changes something. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!['GET', 'HEAD'].includes(request.method()) && !/visit$|preview$/.test(pathname))
      writes.push(pathname);
  });
  return writes;
}

it('the settings of a monitor are checked at the field, in its words, and nothing is sent', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'backup', cron: '0 4 * * *', interval_sec: null });
  await using opened = await openConsole(service, { guest, path: `/app/monitors/${id}?tab=settings` });
  const { page } = opened;
  const writes = writesOf(page);
  const cases = [
    ['Run limit, in minutes', '0.2', 'Save', 'This must be between 1 min and 1 d.'],
    ['Run limit, in minutes', '99999', 'Save', 'This must be between 1 min and 1 d.'],
    ['Run limit, in minutes', 'soon', 'Save', 'This must be a number, such as 10 or 1.5.'],
    ['Alert after failures in a row', '1.5', 'Save', 'This must be a whole number from 1 to 10.'],
    ['Name', 'x'.repeat(81), 'Save', '“Name” must have at most 80 characters; got 81.'],
    [
      'Tags',
      'no/way',
      'Save',
      'Each of “Tags” must have 1 to 32 characters out of a-z 0-9 . _ -; got "no/way".',
    ],
    ['Grace, in minutes', '99999', 'Save', 'This must be between 30 s and 1 d.'],
    ['Grace, in minutes', 'ten', 'Save', 'This must be a number, such as 10 or 1.5.'],
    ['Schedule', '0 4', 'Save', /^“Schedule” must have five fields: .*; got 2\.$/],
    ['E-mail', 'me', 'Save', 'This must be an e-mail address, such as ops@example.com.'],
    ['Webhook', 'http://example.com', 'Save', /^This must be a full URL starting with https:/],
  ] as const;
  for (const [name, typed, button, said] of cases) {
    const before = await field(page, name).inputValue();
    await field(page, name).fill(typed);
    await page.getByRole('button', { name: button, exact: true }).click();
    expect(await saidAt(page, name), `${name}: ${typed}`).toEqual(
      typeof said === 'string' ? said : expect.stringMatching(said),
    );
    await field(page, name).fill(before);
    await page.locator('[aria-invalid=true]').first().waitFor({ state: 'detached' });
  }
  expect(writes).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('what the service alone can judge is said at the field that it names, in the words of the form', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'backup' });
  await using opened = await openConsole(service, {
    guest,
    path: `/app/monitors/${id}?tab=settings`,
    expected: /400 \(Bad Request\)/,
  });
  const { page } = opened;
  await field(page, 'Webhook').fill('https://hooks.internal/x');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await saidAt(page, 'Webhook')).toBe(
    '“Webhook” must name a public host, not one under internal; got https://hooks.internal/…',
  );
  expect(await violationsOf(page)).toEqual([]);

  await page.goto(`${service.url}/app/new?watch=cron`);
  await field(page, 'Name').fill('backup');
  await page.getByRole('combobox', { name: 'Time zone of the machine' }).fill('Berlin');
  await page.getByRole('alert').getByText('“Time zone of the machine” must be an IANA').waitFor();
  expect(opened.complaints).toEqual([]);
});

it('a machine and a monitor without a name are refused by the form, and no bubble of the browser hides why', async () => {
  await using opened = await openConsole(service, { path: '/app/devices/new' });
  const { page } = opened;
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await saidAt(page, 'Name')).toBe('“Name” is required: it was empty or blank.');
  await field(page, 'Name').fill('x'.repeat(61));
  await field(page, 'Group').fill('g'.repeat(41));
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await saidAt(page, 'Name')).toBe('“Name” must have 1 to 60 characters; got 61.');
  await field(page, 'Name').fill('web 1');
  await expect.poll(() => field(page, 'Name').getAttribute('aria-invalid')).toBe(null);
  expect(await field(page, 'Group').getAttribute('aria-invalid')).toBe('true');

  await page.goto(`${service.url}/app/new`);
  await page.getByRole('button', { name: 'Create monitor' }).click();
  expect(await saidAt(page, 'Name')).toBe('“Name” is required: it was empty or blank.');
  expect(await page.locator('form:not([novalidate])').count()).toBe(0);
  expect(writes).toEqual([]);
  expect(await opened.context.cookies()).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('contact, import and a pause are checked before they are sent', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'backup' });
  await using opened = await openConsole(service, { guest, path: '/contact' });
  const { page } = opened;
  const writes = writesOf(page);
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  expect(await saidAt(page, 'Name')).toBe('“Name” must have 1 to 80 characters; got 0.');
  await field(page, 'Name').fill('Ana');
  await field(page, 'E-mail').fill('ana@');
  await send.click();
  expect(await saidAt(page, 'E-mail')).toBe('This must be an e-mail address, such as ops@example.com.');
  await field(page, 'E-mail').fill('ana@example.com');
  await send.click();
  expect(await saidAt(page, 'Message')).toBe('This is required.');

  await page.goto(`${service.url}/app/import`);
  await field(page, 'Your crontab').fill('0 4 * * * /usr/local/bin/backup.sh');
  await field(page, 'Grace time for every job, in minutes').fill('0.2');
  await page.getByRole('button', { name: 'Preview' }).click();
  expect(await saidAt(page, 'Grace time for every job, in minutes')).toBe(
    'This must be between 30 s and 1 d.',
  );
  expect(await violationsOf(page)).toEqual([]);

  await page.goto(`${service.url}/app/monitors/${id}`);
  await page.getByRole('button', { name: 'Pause backup' }).click();
  await page.getByRole('menuitem', { name: 'Until' }).click();
  const until = page.getByLabel('Until');
  await until.fill('2099-01-01T00:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('alert').getByText('This must be within 30 days.').waitFor();
  expect(await until.getAttribute('aria-invalid')).toBe('true');
  expect(writes).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
