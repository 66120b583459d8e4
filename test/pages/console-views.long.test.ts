import { expect, it } from 'vitest';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';
import { openConsole, signInto } from './console-browser.ts';

const service = shared(startTestService);

const expected = /40[013] \(|ERR_FAILED/;
const monitorsOf = async (who: Awaited<ReturnType<typeof signedIn>>) =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'];

/** A page of somebody who has read, and goes on to make a monitor. */
async function openAt(path: string) {
  const [alice, bob] = await Promise.all([signedIn(service), signedIn(service)]);
  const opened = await openConsole(service, { expected });
  await signInto(opened.context, service, alice);
  await opened.page.goto(service.url + path);
  await opened.page.getByRole('link', { name: 'Account', exact: true }).waitFor();
  return { alice, bob, ...opened };
}

it('the first thing that a page writes is for who it was read by', async () => {
  await using opened = await openAt('/app');
  const { page, context, alice, bob } = opened;
  await page.getByRole('link', { name: 'Create monitor' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('payroll');
  await signInto(context, service, bob);
  await page.getByRole('button', { name: 'Create monitor' }).click();

  await page.getByText('Someone signed in or out in another tab').waitFor();
  expect([await monitorsOf(alice), await monitorsOf(bob)]).toEqual([[], []]);
  expect(opened.complaints).toEqual([]);
});

it('a page whose session has ended writes nothing for who signed in since, however often it is pressed', async () => {
  await using opened = await openAt('/app');
  const { page, context, bob } = opened;
  await page.getByRole('link', { name: 'Create monitor' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('payroll');
  await context.clearCookies({ name: COOKIES.session });
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('Your session has ended.').waitFor();

  await signInto(context, service, bob);
  for (let press = 0; press < 3; press += 1)
    await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('This page is no longer yours; reload it.').waitFor();
  expect(await monitorsOf(bob)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

const isList = ({ pathname }: URL) => pathname === '/api/endpoints';

it.each([
  ['that were seen stay', false, 'payroll'],
  ['that did not come are not said to be none', true, 'This page is no longer yours'],
])('where the session has ended, monitors %s', async (_, isSlow, shown) => {
  await using opened = await openAt('/app/devices');
  const { page, context, alice } = opened;
  await alice.createMonitor({ name: 'payroll' });
  if (isSlow) await page.route(isList, (route) => route.abort());
  await page.goto(`${service.url}/app/billing`);
  await page.getByRole('region', { name: 'Allowance' }).waitFor();
  if (!isSlow) await page.getByRole('link', { name: 'Monitors' }).click();
  if (!isSlow) await page.getByText('payroll').waitFor();
  await context.clearCookies({ name: COOKIES.session });
  await page.unroute(isList);
  await page.getByRole('link', { name: 'Machines' }).click();
  await page.getByText('Your session has ended.').waitFor();
  await page.getByRole('link', { name: 'Monitors' }).click();
  if (isSlow) await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('main').getByText(shown).waitFor();
  expect(await page.getByText('No monitors yet').count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it('machines are not said to be none where the session has ended', async () => {
  await using opened = await openAt('/app/devices');
  const { page, context, alice } = opened;
  await page.getByText('No machines yet').waitFor();
  await alice.call('POST', '/api/ambientes', { nome: 'db-1', request_id: crypto.randomUUID() });
  await page.clock.install();
  await page.reload();
  await page.getByRole('link', { name: 'db-1' }).waitFor();

  await context.clearCookies({ name: COOKIES.session });
  await page.clock.fastForward(31_000);
  await page.getByText('Your session has ended.').waitFor();
  expect(await page.getByRole('link', { name: 'db-1' }).isVisible()).toBe(true);
  expect(opened.complaints).toEqual([]);
});
