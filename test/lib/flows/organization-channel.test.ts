import { beforeEach, describe, expect, it } from 'vitest';
import { getOwner } from '../../../lib/data/owners.ts';
import { newOrganization } from '../../support/accounts/organization.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';
import { itThorough } from '../../support/thorough.ts';

const service = fresh(() => startTestService({ billingMode: 'live' }));
const organization = fresh(() => newOrganization(service));
const ana = fresh(() => organization.owner);
const ben = fresh(() => signedIn(service));
const cy = fresh(() => signedIn(service));
beforeEach(async () => {
  await organization.join(ben, 'admin');
  await organization.join(cy, 'member');
  await service.drain();
});

const shown = ({ alert_to: to, alert_to_confirmed: confirmed }: Reply['json']) => [to, confirmed];
const alertMails = () => service.mailbox.messages().filter(({ subject }) => !subject.includes('nvited'));
const mailed = () => alertMails().map(({ to }) => to);
const addressesOf = (...people: SignedIn[]) => people.map(({ account }) => account.email);
const alertsOf = async (id: string) => {
  const { json } = await organization.call('GET', `/api/endpoints/${id}/alerts`);
  return json['alerts'].map(({ channel, state, attempts }: Reply['json']) => [
    channel,
    state,
    attempts.at(-1)?.outcome,
  ]);
};

async function goSilent(...ids: string[]): Promise<void> {
  for (const id of ids) await service.ping(id);
  service.clock.advance(301);
  await service.check();
  await service.drain();
}

/** Ends the mails to an address by the one-click link of its last mail. */
async function unsubscribe(who: SignedIn): Promise<void> {
  const mail = alertMails().find(({ to }) => to === who.account.email);
  const link = mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value.slice(1, -1) ?? '';
  expect((await service.call('POST', new URL(link).pathname)).status).toBe(200);
}

describe('a monitor of an organization that names nobody', () => {
  it('mails those who own or administer it, each by itself, as one delivery', async () => {
    const { id, ...monitor } = await organization.createMonitor();
    expect(shown(monitor)).toEqual(['organization', true]);
    await goSilent(id);

    expect(mailed().toSorted()).toEqual(addressesOf(ana, ben).toSorted());
    const links = alertMails().map(({ headers }) => headers.find(({ name }) => name === 'List-Unsubscribe'));
    expect(new Set(links.map((link) => link?.value)).size).toBe(2);
    expect(alertMails()[0]?.text).toContain('because you manage the organization that owns this monitor.');
    expect(await alertsOf(id)).toEqual([['email', 'sent', 'sent']]);
    expect((await getOwner(service.core.table, organization.id))?.emailAlerts).toBe(0);
  });

  it('mails whoever looks after it at that moment', async () => {
    const { id } = await organization.createMonitor();
    await organization.remove(ben);
    const dee = await signedIn(service);
    await organization.join(dee, 'admin');
    await goSilent(id);

    expect(mailed().toSorted()).toEqual(addressesOf(ana, dee).toSorted());
  });

  itThorough('tells each of them of several silences in one mail', async () => {
    const one = await organization.createMonitor({ name: 'one' });
    const two = await organization.createMonitor({ name: 'two' });
    await goSilent(one['id'], two['id']);

    expect(mailed().toSorted()).toEqual(addressesOf(ana, ben).toSorted());
    expect(alertMails()[0]?.subject).toContain('2 monitors');
    expect([...(await alertsOf(one['id'])), ...(await alertsOf(two['id']))]).toEqual([
      ['email', 'sent', 'sent'],
      ['email', 'sent', 'sent'],
    ]);
  });

  itThorough(
    'tells them of the recovery and of a test, and of an alert once more when asked to',
    async () => {
      const { id } = await organization.createMonitor();
      await organization.call('POST', `/api/endpoints/${id}/test-alert`);
      expect(mailed()).toHaveLength(2);
      await goSilent(id);
      await service.ping(id);
      await service.check();
      expect(mailed()).toHaveLength(6);

      const { json } = await organization.call('GET', `/api/endpoints/${id}/alerts`);
      await organization.call('POST', `/api/endpoints/${id}/alerts/${json['alerts'][0].id}/resend`);
      await service.drain();
      expect(mailed()).toHaveLength(8);
    },
  );

  it('leaves out who has ended these mails, and nobody else', async () => {
    const { id } = await organization.createMonitor();
    await goSilent(id);
    await unsubscribe(ben);
    const other = await organization.createMonitor({ name: 'other' });
    expect(shown(other)).toEqual(['organization', true]);
    await goSilent(other['id']);

    expect(mailed().filter((to) => to === ben.account.email)).toHaveLength(1);
    expect(mailed().filter((to) => to === ana.account.email)).toHaveLength(2);
    const own = await ben.createMonitor();
    await goSilent(own['id']);
    expect(mailed().filter((to) => to === ben.account.email)).toHaveLength(2);
  });

  it('says that nobody could be told where all have ended them, until one takes it back', async () => {
    const { id } = await organization.createMonitor();
    await goSilent(id);
    await unsubscribe(ana);
    await unsubscribe(ben);
    const other = await organization.createMonitor({ name: 'other' });
    await goSilent(other['id']);

    expect(shown(other)).toEqual(['organization', false]);
    expect((await organization.monitors()).map(shown)).toEqual([
      ['organization', false],
      ['organization', false],
    ]);
    expect(await alertsOf(other['id'])).toEqual([['email', 'undeliverable', 'unsubscribed']]);
    expect((await organization.read(other['id']))['failing_channels']).toMatchObject([{ channel: 'email' }]);

    const link = /\/email\/[^\s"<>]+/.exec(
      alertMails().find(({ to }) => to === ana.account.email)?.text ?? '',
    );
    await service.call('POST', `${link?.[0].replace(/\/unsubscribe$/, '')}/confirm`);
    expect(shown(await organization.read(other['id']))).toEqual(['organization', true]);
    const before = mailed().length;
    await service.check();
    await service.drain();
    expect(mailed().slice(0, mailed().length - before)).toContain(ana.account.email);
    expect(mailed()).not.toContain(cy.account.email);
  });
});

describe('what is said of it', () => {
  it('turns it off and on, and comes back as it was', async () => {
    const { id } = await organization.createMonitor({ alert_to: null });
    expect(shown(await organization.read(id))).toEqual([null, undefined]);
    await goSilent(id);
    expect(mailed()).toEqual([]);

    const patch = (alert_to: string | null) => organization.patch(id, { alert_to });
    expect(shown((await patch('organization')).json)).toEqual(['organization', true]);
    expect(shown((await patch('ops@example.com')).json)).toEqual(['ops@example.com', false]);
    expect((await getOwner(service.core.table, organization.id))?.emailAlerts).toBe(1);
    expect(shown((await patch('organization')).json)).toEqual(['organization', true]);
    expect((await getOwner(service.core.table, organization.id))?.emailAlerts).toBe(0);
    const { alert_to } = await organization.read(id);
    expect(shown((await patch(alert_to)).json)).toEqual(['organization', true]);
    const { json: log } = await organization.call('GET', `/api/endpoints/${id}/changes`);
    expect(log['changes'][0].fields).toEqual([
      { field: 'alert_to', from: 'ops@example.com', to: 'organization' },
    ]);
  });

  it('is refused of an account and of a guest', async () => {
    const guest = await service.guest();
    const body = { name: 'n', interval_sec: 300, alert_to: 'organization' };
    for (const who of [ana, guest]) {
      const reply = await who.call('POST', '/api/endpoints', body);
      expect([reply.status, reply.json['error']]).toEqual([400, 'alert_to_invalido']);
    }
  });
});

describe('whichever way it is made', () => {
  it('by its job name, by a job that registers itself, out of a crontab', async () => {
    const put = () => organization.call('PUT', '/api/endpoints/by-slug/nightly', { interval_sec: 300 });
    for (const { json } of [await put(), await put()]) expect(shown(json)).toEqual(['organization', true]);
    const { key } = (await organization.call('GET', '/api/ingest-key')).json;
    await service.call('GET', `/in/${key}/hourly?interval=300`);
    const crontab = await ana.call('POST', '/api/import/crontab?apply=1', '0 3 * * * backup\n', {
      headers: { 'content-type': 'text/plain', 'x-organization': organization.id },
    });
    expect(crontab.status).toBe(200);

    const listed = await organization.monitors();
    expect(listed.map(shown)).toEqual(Array.from({ length: 3 }, () => ['organization', true]));
  });

  itThorough('out of a file that is brought back, to another organization, and to an account', async () => {
    await organization.createMonitor({ name: 'on' });
    await organization.createMonitor({ name: 'off', alert_to: null });
    const file = (await organization.call('GET', '/api/export')).json;
    const again = (await organization.call('POST', '/api/import/json', file)).json;
    expect([
      again['would_create'],
      again['existing'].flatMap((each: Reply['json']) => each['differs']),
    ]).toEqual([0, []]);

    const other = await newOrganization(service, 'Days');
    await other.call('POST', '/api/import/json?apply=1', file);
    await cy.call('POST', '/api/import/json?apply=1', file);
    const channels = (json: Reply['json']) =>
      json['endpoints'].map((each: Reply['json']) => each['alert_to']);
    const there = (await other.call('GET', '/api/endpoints')).json;
    expect(channels(there).toSorted()).toEqual([null, 'organization'].toSorted());
    const own = (await cy.call('GET', '/api/endpoints')).json;
    expect(channels(own).toSorted()).toEqual([null, cy.account.email].toSorted());
  });

  itThorough('tells a file that says off from a monitor that is on', async () => {
    await organization.createMonitor({ name: 'on' });
    const { json } = await organization.call('POST', '/api/import/json', {
      monitors: [{ name: 'on', interval_sec: 300, alert_to: null }],
    });
    expect(json['existing']).toMatchObject([{ differs: ['alert_to'] }]);
  });
});
