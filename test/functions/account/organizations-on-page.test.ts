import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { FORM_TYPE } from '../../../lib/contract/operation.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Reply, type TestService } from '../../support/service/service.ts';
import { pageHeaders, signedIn, type SignedIn } from '../../support/accounts/session.ts';

let service: TestService;
let ana: SignedIn;
let ben: SignedIn;
let cy: SignedIn;
let id: string;
beforeAll(
  async () => void (service = await startTestService({ allowLoopbackAlerts: false, identity: 'own' })),
);
afterAll(() => service.stop());
beforeEach(async () => {
  [ana, ben, cy] = [await signedIn(service), await signedIn(service), await signedIn(service)];
  id = (await ana.call('POST', '/api/organizations', { name: 'Night shift' })).json['organization'].id;
});

const path = () => `/account/organizations/${id}`;
const page = async (who: SignedIn, query = '') => (await who.call('GET', path() + query)).text;
const account = async (who: SignedIn, query = '') => (await who.call('GET', `/account${query}`)).text;
const submit = (who: SignedIn, form: string, fields?: Record<string, string>) =>
  who.submit(`${path()}/${form}`, fields);
const invite = (who: SignedIn, email: string, role = 'member') => submit(who, 'invitations', { email, role });
const shown = async (who: SignedIn) =>
  (await who.call('GET', `/api/organizations/${id}`)).json['organization'];
const actions = (text: string) =>
  [...text.matchAll(/action="([^"]*)"/g)].map(([, action = '']) => action.replace(path(), '…'));

const leadsTo = ({ status, headers }: Reply) => [status, headers.get('location')];
const back = (done: string) => [303, `${path()}?done=${done}`];

async function joined(who: SignedIn, role = 'member'): Promise<void> {
  expect(leadsTo(await invite(ana, who.account.email, role))).toEqual(back('invited'));
  expect(leadsTo(await submit(who, 'join'))).toEqual(back('joined'));
}

/** A refusal as a page, and that nothing was written. */
async function expectRefusedPage(send: () => Promise<Reply>, status: number, ...words: string[]) {
  const before = await contentsOf(service);
  const reply = await send();
  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  for (const word of words) expect(reply.text).toContain(word);
  expect(await contentsOf(service)).toEqual(before);
}

describe('the account page', () => {
  it('lists what one is in, with the way there', async () => {
    await joined(ben);
    await submit(ana, 'switch', { enabled: 'false' });

    for (const [who, words] of [
      [ana, 'Your role: owner. It is switched off.'],
      [ben, 'Your role: member. It is switched off.'],
    ] as const) {
      expect(await account(who)).toContain(`<a class="way" href="${path()}"><bdi>Night shift</bdi></a>`);
      expect(await account(who)).toContain(words);
    }
    expect(await account(cy)).not.toContain('Night shift');
  });

  it('has a form that makes one, and leads to it', async () => {
    const reply = await cy.submit('/account/organizations', { name: ' <b>Days</b> ' });
    const [, location = ''] = leadsTo(reply);

    expect(location).toMatch(/^\/account\/organizations\/[0-9A-Za-z]{22}\?done=made$/);
    const { text } = await cy.call('GET', String(location));
    expect(text).toContain('The organization is made.');
    expect(text).toContain('<h1>&lt;b&gt;Days&lt;/b&gt;</h1>');
    expect(await account(cy)).not.toContain('<b>Days');
    await expectRefusedPage(
      () => cy.submit('/account/organizations', { name: ' ' }),
      400,
      'invalid_organization_name',
      'href="/account"',
    );
  });

  it('offers no further one to whoever is in twenty', async () => {
    for (let made = 0; made < 20; made += 1) await cy.submit('/account/organizations', { name: `O ${made}` });

    expect(await account(cy)).toContain('Leave one to make another.');
    expect(await account(cy)).not.toContain('action="/account/organizations"');
    const more = () => cy.submit('/account/organizations', { name: 'one more' });
    await expectRefusedPage(more, 409, 'organization_limit_reached');
  });

  it('shows an invitation to the holder of its address, who accepts', async () => {
    await invite(ana, ben.account.email, 'admin');

    expect(await account(ben)).toContain('<bdi>Night shift</bdi></b> invites you as admin.');
    expect(await account(cy)).not.toContain('Night shift');
    await expectRefusedPage(() => submit(cy, 'join'), 404, 'not_found', 'href="/account"');
    expect(leadsTo(await submit(ben, 'join'))).toEqual(back('joined'));
    expect(await page(ben, '?done=joined')).toContain('You are in the organization.');
    expect(await account(ben)).not.toContain('invites you');
  });

  it('lets whoever is invited decline', async () => {
    await invite(ana, ben.account.email);

    expect(leadsTo(await submit(ben, 'decline'))).toEqual([303, '/account?done=declined']);
    expect(await account(ben, '?done=declined')).toContain('The invitation is declined.');
    expect(await account(ben)).not.toContain('invites you');
    expect((await shown(ana)).members).toHaveLength(1);
  });
});

describe('the page of an organization', () => {
  it('is a 404 to whoever is no member, as for an organization that there is not', async () => {
    await expectRefusedPage(() => ben.call('GET', path()), 404, 'organization_not_found', 'href="/account"');
    const nowhere = `/account/organizations/${newId()}`;
    await expectRefusedPage(() => ben.call('GET', nowhere), 404, 'organization_not_found');
    expect((await ben.call('GET', path())).text).not.toContain('Night shift');
  });

  it('leads whoever is not signed in through the sign-in, and back', async () => {
    const reply = await service.call('GET', path());

    expect(reply.status).toBe(200);
    expect(reply.text).toContain(`href="/auth/login?return=${encodeURIComponent(path())}"`);
    expect(reply.text).not.toContain('Night shift');
    expect(reply.text).not.toContain('<form');
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  it('is kept by nobody, and has the token of this browser and session in each form', async () => {
    await joined(ben);
    await invite(ana, cy.account.email);
    const { headers, text } = await ana.call('GET', path());

    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text.match(/<form/g)).toHaveLength(text.split(`value="${ana.csrf}"`).length - 1);
    expect(headers.getSetCookie()[0]).toContain(`${COOKIES.browser}=${ana.secrets.browser}`);
  });

  it('names the organization, its people, and how to act for it', async () => {
    await joined(ben, 'admin');
    await invite(ana, 'dan@example.com');
    const text = await page(ana);

    for (const word of [ana.account.email, ben.account.email, 'dan@example.com', 'X-Organization'])
      expect(text).toContain(word);
    expect(text).toContain(`<code data-copy="id of the organization">${id}</code>`);
    expect(await page(ana, '?done=%3Cb%3E')).not.toContain('role="status"');
  });

  it('has the forms that each role may send, and no others', async () => {
    await joined(ben, 'admin');
    await joined(cy);
    await invite(ana, 'dan@example.com', 'owner');
    const [bens, cys] = [ben, cy].map(({ account: { id: each } }) => `…/members/${each}`);
    const [{ id: invitation }] = (await shown(ana)).invitations;
    const forms = async (who: SignedIn) => actions(await page(who)).toSorted();

    expect(await forms(cy)).toEqual([`${cys}/remove`]);
    expect(await page(cy)).not.toContain('dan@example.com');
    expect(await forms(ben)).toEqual(
      [
        '…/invitations',
        '…/name',
        `${bens}/role`,
        `${bens}/remove`,
        `${cys}/role`,
        `${cys}/remove`,
      ].toSorted(),
    );
    expect(await forms(ana)).toEqual(
      [
        '…/delete',
        '…/invitations',
        `…/invitations/${invitation}/withdraw`,
        '…/name',
        '…/switch',
        `${bens}/role`,
        `${bens}/remove`,
        `${cys}/role`,
        `${cys}/remove`,
      ].toSorted(),
    );
    expect(await page(ana)).toContain('You are the only owner.');
    expect(await page(ben)).not.toContain('<option value="owner"');
  });

  it('offers no invitation that cannot be given', async () => {
    for (let invited = 0; invited < 20; invited += 1) await invite(ana, `p${invited}@example.com`);

    expect(await page(ana)).toContain('withdraw one to invite another');
    expect(actions(await page(ana))).not.toContain('…/invitations');
  });
});

describe('a form of an organization', () => {
  it('renames it, for those who look after it', async () => {
    await joined(ben, 'admin');
    await joined(cy);

    expect(leadsTo(await submit(ben, 'name', { name: 'Days' }))).toEqual(back('renamed'));
    expect(await page(ben, '?done=renamed')).toContain('The name is saved.');
    expect(await page(ana)).toContain('<h1>Days</h1>');
    const toIt = `href="${path()}"`;
    await expectRefusedPage(() => submit(cy, 'name', { name: 'x' }), 403, 'organization_forbidden', toIt);
    await expectRefusedPage(() => submit(ana, 'name', { name: '' }), 400, 'invalid_organization_name', toIt);
  });

  it('switches it off and on, for an owner', async () => {
    await joined(ben, 'admin');
    expect(leadsTo(await submit(ana, 'switch', { enabled: 'false' }))).toEqual(back('off'));
    expect((await shown(ana)).enabled).toBe(false);
    expect(await page(ana)).toContain('Switch the organization on');
    await expectRefusedPage(() => submit(ben, 'switch', { enabled: 'true' }), 403, 'organization_forbidden');
    await expectRefusedPage(
      () => submit(ana, 'switch', { enabled: '1' }),
      400,
      'enabled must be true or false',
    );
    expect(leadsTo(await submit(ana, 'switch', { enabled: 'true' }))).toEqual(back('on'));
    expect((await shown(ana)).enabled).toBe(true);
  });

  it('invites and takes back', async () => {
    await joined(cy);
    await invite(ana, 'Dan@Example.com', 'admin');
    const [{ id: invitation, email }] = (await shown(ana)).invitations;
    expect(email.toLowerCase()).toBe('dan@example.com');
    const withdraw = (who: SignedIn) => submit(who, `invitations/${invitation}/withdraw`);

    await expectRefusedPage(() => withdraw(cy), 403, 'organization_forbidden');
    expect(leadsTo(await withdraw(ana))).toEqual(back('withdrawn'));
    expect((await shown(ana)).invitations).toEqual([]);
    await expectRefusedPage(() => withdraw(ana), 404, 'not_found');
    await expectRefusedPage(() => invite(ana, 'nobody'), 400, 'invalid_email', `href="${path()}"`);
    await expectRefusedPage(() => invite(ana, 'x@example.com', 'king'), 400, 'invalid_role');
    await expectRefusedPage(() => invite(cy, 'x@example.com'), 403, 'organization_forbidden');
  });

  it('gives roles, and never takes the last owner', async () => {
    await joined(ben);
    const give = (who: SignedIn, whose: SignedIn, role: string) =>
      submit(who, `members/${whose.account.id}/role`, { role });

    await expectRefusedPage(() => give(ben, ben, 'admin'), 403, 'organization_forbidden');
    await expectRefusedPage(() => give(ana, ana, 'member'), 409, 'last_owner');
    expect(leadsTo(await give(ana, ben, 'owner'))).toEqual(back('role'));
    expect((await shown(ben)).role).toBe('owner');
  });

  it('removes a member, who sees it no more, and lets one leave', async () => {
    await joined(ben);
    await joined(cy);
    const remove = (who: SignedIn, whose: SignedIn) => submit(who, `members/${whose.account.id}/remove`);

    await expectRefusedPage(() => remove(cy, ben), 403, 'organization_forbidden');
    expect(leadsTo(await remove(ana, ben))).toEqual(back('removed'));
    expect((await ben.call('GET', path())).status).toBe(404);
    expect(await account(ben)).not.toContain('Night shift');
    expect(leadsTo(await remove(cy, cy))).toEqual([303, '/account?done=left']);
    expect(await account(cy, '?done=left')).toContain('You have left the organization.');
    await expectRefusedPage(() => remove(ana, ana), 409, 'last_owner');
    await expectRefusedPage(() => remove(ben, cy), 404, 'organization_not_found', 'href="/account"');
  });

  it('needs a session, and the token of its browser', async () => {
    await expectRefusedPage(() => submit(ana, 'name', { name: 'x', csrf: '' }), 403, 'invalid_csrf');
    const headers = { ...pageHeaders(service, 'POST'), 'content-type': FORM_TYPE };
    const send = () => service.call('POST', `${path()}/name`, { headers, body: 'name=x' });
    await expectRefusedPage(send, 401, 'invalid_session', `href="${path()}"`);
  });
});
