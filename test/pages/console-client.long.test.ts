import { expect, it } from 'vitest';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { signedIn } from '../support/accounts/session.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { ENDED, openConsole, signInto } from './console-browser.ts';

const service = shared(startTestService);

it('a stranger becomes a guest with the first monitor, by the keyboard alone', async () => {
  await using opened = await openConsole(service, { path: '/app/new' });
  const { page, context } = opened;
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('nightly backup');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'nightly backup' }).waitFor();
  const cookies = await context.cookies();
  expect(cookies.find(({ name: each }) => each === COOKIES.guest)).toMatchObject({ httpOnly: true });
  await page.goto(`${service.url}/app`);
  await page.getByRole('link', { name: 'nightly backup' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('what is wrong is said in the words of the form before it is sent, and typed text stays', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest, path: '/app/new' });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name' }).fill('!!!');
  await page.getByRole('button', { name: 'Create monitor' }).click();

  expect(await page.getByRole('alert').textContent()).toBe(
    '“Name” must have a letter or digit in it; got "!!!".',
  );
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('!!!');
  expect(opened.complaints).toEqual([]);
});

it('a service that is down is told, and its return shows the list by itself', async () => {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'nightly backup' });
  await using opened = await openConsole(service, {
    guest,
    expected: /ERR_FAILED|503/,
    hasClock: true,
    before: (page) => page.route(/\/api\/endpoints/, (route) => route.abort()),
  });
  const { page } = opened;
  await page.getByText('Cannot reach the service.').waitFor();

  await page.unroute(/\/api\/endpoints/);
  await page.clock.fastForward(31_000);
  await page.getByRole('link', { name: 'nightly backup' }).waitFor();
  await page.route(/\/api\/endpoints/, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '90' },
      json: { error: 'indisponivel', detail: 'Later.' },
    }),
  );
  await page.clock.fastForward(31_000);
  await page.getByText('This may be out of date: Later.').waitFor();
  expect(await page.getByRole('link', { name: 'nightly backup' }).isVisible()).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('a guest that the browser has lost is told once, and keeps what is shown', async () => {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'nightly backup' });
  await using opened = await openConsole(service, { guest, expected: ENDED, hasClock: true });
  const { page, context } = opened;
  await page.getByText('nightly backup').waitFor();

  await context.clearCookies();
  await page.clock.fastForward(31_000);
  await page.getByText('This browser has lost its guest').waitFor();
  expect(await page.getByText('nightly backup').isVisible()).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('a poll that brings nothing new is answered by an entity tag alone', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup' });
  await service.call('GET', `/in/${id}`);
  await using opened = await openConsole(service, { guest, hasClock: true });
  const { page } = opened;
  await page.getByText('nightly backup').waitFor();

  const again = page.waitForResponse(/\/api\/endpoints(?:\?|$)/);
  await page.clock.fastForward(30_000);
  expect((await again).status()).toBe(304);
  await guest.call('PATCH', `/api/endpoints/${id}`, { name: 'weekly backup' });
  await page.clock.fastForward(30_000);
  await page.getByText('weekly backup').waitFor();
  expect(opened.complaints).toEqual([]);
});

it('what is shown to one account is no longer changed when another one signed in beside it', async () => {
  const [alice, bob] = await Promise.all([signedIn(service), signedIn(service)]);
  // Any read tells the page whose it is.
  await using opened = await openConsole(service, { signedIn: alice, expected: /401|403/ });
  const { page, context } = opened;
  await page.getByRole('link', { name: 'Account' }).waitFor();
  await page.getByRole('link', { name: 'Create monitor' }).click();

  await signInto(context, service, bob);
  await page.getByRole('textbox', { name: 'Name' }).fill('payroll');
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('Someone signed in or out in another tab').waitFor();
  expect((await bob.call('GET', '/api/endpoints')).json['endpoints']).toEqual([]);
  expect(await page.getByRole('main').getAttribute('inert')).not.toBeNull();

  await page.getByRole('button', { name: 'Show my monitors' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('payroll');
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByRole('heading', { name: 'payroll' }).waitFor();
  expect((await bob.call('GET', '/api/endpoints')).json['endpoints']).toHaveLength(1);
  expect(opened.complaints).toEqual([]);
});

it('a session that ends is told, with where to sign in', async () => {
  const alice = await signedIn(service);
  // Any read tells the page whose it is.
  await using opened = await openConsole(service, { signedIn: alice, expected: ENDED });
  const { page, context } = opened;
  await page.getByRole('link', { name: 'Account' }).waitFor();
  await page.getByRole('link', { name: 'Create monitor' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('payroll');

  await context.clearCookies({ name: COOKIES.session });
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('Your session has ended.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('payroll');
  expect(opened.complaints).toEqual([]);
});

it('a fault of a page is caught, reported without the ids of monitors, and gone after a reload', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup' });
  await using opened = await openConsole(service, { guest, path: '/app/keys' });
  const { page } = opened;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/api/endpoints**', (route) =>
    route.fulfill({ json: { endpoints: [{ id }], guest: null } }),
  );
  // The tab, which tells the same list, reports what it met too.
  const reported = page.waitForResponse(
    (reply) =>
      reply.url().endsWith('/api/erro-cliente') && reply.request().postDataJSON().code === 'UI-RENDER',
  );
  await page.getByRole('link', { name: 'Monitors' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();

  const response = await reported;
  expect(response.status()).toBe(204);
  const sent = response.request().postDataJSON() as Record<string, unknown>;
  expect(sent).toMatchObject({ code: 'UI-RENDER', phase: 'render', path: '/app', visivel: true });
  expect(JSON.stringify(sent)).not.toContain(id);
  await page.unroute('**/api/endpoints**');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('nightly backup').waitFor();
});
