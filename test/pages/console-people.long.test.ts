import { expect, it } from 'vitest';
import { newOrganization } from '../support/accounts/organization.ts';
import { signedIn, type SignedIn, type SignInOptions } from '../support/accounts/session.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsAt, openConsole, type ConsoleOptions } from './console-browser.ts';

const service = shared(() => startTestService({ identity: 'own' }));

const LONG = 'W'.repeat(80);

const openFor = (who: SignedIn, path: string, options: ConsoleOptions = {}) =>
  openConsole(service, { signedIn: who, path, ...options });

/** An organization with an owner, an admin, a member and an invitation, and its screen. */
async function nightShift(proof: SignInOptions['proof'] = { mfa: true }) {
  const { id, owner, join } = await newOrganization(service);
  const alice = await signedIn(service, { account: owner.account, proof });
  const [ben, cy] = [await signedIn(service), await signedIn(service)];
  await join(ben, 'admin');
  await join(cy, 'member');
  await alice.call('POST', `/api/organizations/${id}/invitations`, {
    email: 'dan@example.com',
    role: 'member',
  });
  return { id, path: `/app/organizations/${id}`, api: `/api/organizations/${id}`, alice, ben, cy };
}

it('a person makes one, invites, changes a role and removes, by the keyboard alone', async () => {
  const alice = await signedIn(service);
  const ben = await signedIn(service);
  await using opened = await openFor(alice, '/app/account?tab=organizations');
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name of the new organization' }).focus();
  await page.keyboard.insertText('Days');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Days', level: 1 }).waitFor();
  const api = new URL(page.url()).pathname.replace('/app/', '/api/');

  await page.getByRole('textbox', { name: 'E-mail address to invite' }).focus();
  await page.keyboard.insertText(ben.account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('admin');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Invite', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Invitation sent.').waitFor();
  await ben.call('POST', `${api}/join`, {});
  await page.reload();

  await page.getByRole('button', { name: `Change the role of ${ben.account.email}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: `New role of ${ben.account.email}` }).focus();
  await page.keyboard.type('member');
  await page.getByRole('button', { name: 'Save the role' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The role is saved.').waitFor();
  const { members } = (await alice.call('GET', api)).json['organization'];
  expect(members.map(({ role }: { role: string }) => role).toSorted()).toEqual(['member', 'owner']);

  await page.getByRole('button', { name: `Remove ${ben.account.email}` }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${ben.account.email}` })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByText('The member is removed.').waitFor();
  expect(await page.getByText(ben.account.email).count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it('whoever is invited accepts, sees what a member may, and leaves again', async () => {
  const { id, api, alice } = await nightShift();
  const eve = await signedIn(service);
  await alice.call('POST', `${api}/invitations`, { email: eve.account.email, role: 'member' });
  await using opened = await openFor(eve, '/app/account');
  const { page } = opened;
  await page.getByRole('button', { name: 'Accept the invitation of Night shift' }).click();
  await page.waitForURL(`${service.url}/app`);
  await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor();
  const acting = page.getByLabel('Acting for').locator('option:checked');
  await expect.poll(() => acting.textContent()).toBe('As Night shift');
  await page.goto(`${service.url}/app/organizations/${id}`);
  await page.getByRole('tab', { name: 'People' }).waitFor();
  for (const name of ['Invite', `Remove ${alice.account.email}`])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  expect(await page.getByRole('tab').allTextContents()).toEqual(['People', 'Settings']);

  await page.getByRole('tab', { name: 'Settings' }).click();
  for (const name of ['Save the name', 'Switch the organization off', 'Delete the organization'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.getByRole('button', { name: 'Leave the organization' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the organization' }).click();
  await page.waitForURL(`${service.url}/app/account?tab=organizations`);
  await page.getByRole('textbox', { name: 'Name of the new organization' }).waitFor();
  expect(await page.getByText('Night shift').count()).toBe(0);
  expect((await eve.call('GET', `/api/organizations/${id}`)).status).toBe(404);
  expect(opened.complaints).toEqual([]);
});

it('whoever is invited may decline', async () => {
  const { api, alice } = await nightShift();
  const eve = await signedIn(service);
  await alice.call('POST', `${api}/invitations`, { email: eve.account.email, role: 'member' });
  await using opened = await openFor(eve, '/app/account?tab=keys');
  await opened.page.getByRole('button', { name: 'Decline the invitation of Night shift' }).click();
  await opened.page.getByText('The invitation is declined.').waitFor();
  expect(await opened.page.getByText('Night shift').count()).toBe(0);
  expect((await eve.call('GET', '/api/organizations')).json['invitations']).toEqual([]);
});

it('an owner renames it, switches it off and on, and deletes it by typing its name', async () => {
  const { path, api, alice } = await nightShift();
  await using opened = await openFor(alice, `${path}?tab=settings`, { expected: /400|404/ });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name' }).fill('Day shift');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.getByRole('heading', { name: 'Day shift', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Switch the organization off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch the organization off' }).click();
  await page.getByText('It is switched off').waitFor();
  expect((await alice.call('GET', api)).json['organization']).toMatchObject({
    name: 'Day shift',
    enabled: false,
  });
  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByText('You cannot create keys while').waitFor();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Switch the organization on' }).click();
  await page.getByRole('button', { name: 'Switch the organization off' }).waitFor();

  await page.getByRole('button', { name: 'Delete the organization' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Day');
  await page.keyboard.press('Enter');
  await page.getByText('must be the name of the organization').waitFor();
  await page.getByRole('dialog').getByRole('textbox').fill('Day shift');
  await page.getByRole('button', { name: 'Delete the organization for good' }).click();
  await page.waitForURL(`${service.url}/app/account?tab=organizations`);
  expect((await alice.call('GET', api)).status).toBe(404);
});

it('a key of it is made with a second factor, and revoked', async () => {
  const { path, alice, id } = await nightShift();
  await using opened = await openFor(alice, `${path}?tab=keys`, { width: 390 });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name of the new key' }).fill('nightly CI');
  await page.getByRole('button', { name: 'Create key' }).click();
  const text = await page.getByRole('region', { name: 'API key' }).textContent();
  const headers = { 'x-api-key': text ?? '' };
  expect((await service.call('GET', '/api/endpoints', { headers })).status).toBe(200);
  const [key] = (await alice.call('GET', '/api/account/keys')).json['keys'];
  expect([key.name, key.organizationId]).toEqual(['nightly CI', id]);

  await page.getByRole('button', { name: 'Revoke nightly CI' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke nightly CI' }).click();
  await page.getByText('The key is revoked.').waitFor();
  expect((await service.call('GET', '/api/endpoints', { headers })).status).toBe(401);
  expect(opened.complaints).toEqual([]);
});

it('whoever showed no second factor is led to a proof with one, and back to what was typed', async () => {
  const { path, alice } = await nightShift({});
  await using opened = await openFor(alice, `${path}?tab=keys`, { expected: /403/ });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name of the new key' }).fill('nightly CI');
  await page.getByRole('button', { name: 'Create key' }).click();
  const way = await page.getByRole('link', { name: "Confirm it's you" }).getAttribute('href');
  expect(way).toBe(`/auth/login?return=${encodeURIComponent(`${path}?tab=keys`)}&mfa=1`);

  await page.goto(`${service.url}${path}?tab=keys`);
  expect(await page.getByRole('textbox', { name: 'Name of the new key' }).inputValue()).toBe('nightly CI');
  expect(opened.complaints).toEqual([]);
});

it('an admin may give what it may give, and looks after no owner', async () => {
  const { path, alice, ben, cy } = await nightShift();
  await using opened = await openFor(ben, path);
  const { page } = opened;
  const role = page.getByRole('combobox', { name: 'Role' });
  await role.waitFor();
  expect(await role.locator('option').allTextContents()).toEqual(['member', 'admin']);
  await page.getByRole('button', { name: `Remove ${cy.account.email}` }).waitFor();
  expect(await page.getByRole('button', { name: `Remove ${alice.account.email}` }).count()).toBe(0);
  await page.getByRole('button', { name: 'Withdraw the invitation of dan@example.com' }).click();
  await page.getByText('No open invitations.').waitFor();
  expect(opened.complaints).toEqual([]);
});

it('it is of its members alone, and a stranger is led to the sign-in and back', async () => {
  const { path } = await nightShift();
  await using others = await openFor(await signedIn(service), path, { expected: /404/ });
  await others.page.getByText('Organization not found').waitFor();

  await using strangers = await openConsole(service, { path });
  const way = strangers.page.getByRole('main').getByRole('link', { name: 'Sign in' });
  expect(await way.getAttribute('href')).toBe(`/auth/login?return=${encodeURIComponent(path)}`);
});

it('axe finds nothing in any tab, in both themes and on a phone', async () => {
  const { path, api, id, alice } = await nightShift();
  await alice.call('PATCH', api, { name: LONG });
  await alice.call('POST', '/api/account/keys/create', { name: LONG.slice(0, 60), organizationId: id });
  await using opened = await openFor(alice, path);
  for (const tab of ['people', 'keys', 'settings'])
    expect(await faultsAt(opened, `${path}?tab=${tab}`, '[role=tabpanel] h2'), tab).toEqual([]);
});
