import { describe, expect, it } from 'vitest';
import { getOwner, ownerOfGuestToken } from '../../../lib/data/owners.ts';
import { askedSpaces, noteBounce } from '../../../lib/data/alerts/stopped-addresses.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { moveHome } from '../../support/accounts/moved-space.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

const ADDRESS = 'Alice@example.com';

const service = fresh(() => startTestService({ billingMode: 'live' }));
const alice = fresh(() => signedIn(service, { email: ADDRESS }));

const shown = ({ alert_to: to, alert_to_confirmed: confirmed }: Reply['json']) => [to, confirmed];
const registrations = async () => (await getOwner(service.core.table, alice.account.id))?.emailAlerts;
/** The states of a monitor's alerts. */
const statesOf = async (id: string): Promise<string[]> =>
  (await alice.alerts(id)).map(({ state }: { state: string }) => state);

/** Has a monitor go silent and the check tell it. */
async function goSilent(id: string): Promise<void> {
  await service.ping(id);
  service.clock.advance(301);
  await service.check();
}

describe('a monitor of an account', () => {
  it('mails the address of the account where none is named, without a question first', async () => {
    const monitor = await alice.createMonitor();

    expect(shown(monitor)).toEqual([ADDRESS, true]);
    await goSilent(monitor['id']);
    expect(service.mailbox.messages()).toHaveLength(1);
    const [mail] = service.mailbox.messages();
    expect(mail?.to).toContain(ADDRESS);
    expect(mail?.subject).toContain('nightly backup');
    expect(shown(await alice.read(monitor['id']))).toEqual([ADDRESS, true]);
  });

  it('is no registration by that, however many there are and however it is spelled', async () => {
    for (const fields of [{}, {}, { alert_to: 'alice@EXAMPLE.com' }, { alert_to: ADDRESS }])
      await alice.createMonitor(fields);

    expect(await registrations()).toBe(0);
    await alice.createMonitor({ alert_to: 'ops@example.com' });
    const second = { name: 'second', interval_sec: 300, alert_to: 'dev@example.com' };
    expect((await alice.call('POST', '/api/endpoints', second)).status).toBe(402);
    expect(await registrations()).toBe(1);
  });

  it('is alerted nowhere where that is said', async () => {
    const monitor = await alice.createMonitor({ alert_to: null });

    expect(shown(monitor)).toEqual([null, undefined]);
    await goSilent(monitor['id']);
    expect(service.mailbox.messages()).toEqual([]);
  });

  it('counts as a registration while it mails another address, and no longer', async () => {
    const { id } = await alice.createMonitor();
    const to = (alert_to: string | null) => alice.patch(id, { alert_to });
    const counts = [];
    for (const address of ['ops@example.com', null, 'ops@example.com', ADDRESS, 'ops@example.com']) {
      await to(address);
      counts.push(await registrations());
    }
    await alice.remove(id);

    expect(counts).toEqual([1, 0, 1, 0, 1]);
    expect(await registrations()).toBe(0);
    const own = await alice.createMonitor();
    await alice.remove(own['id']);
    expect(await registrations()).toBe(0);
  });

  it('keeps what it has when something else is changed', async () => {
    const { id } = await alice.createMonitor();
    const { json } = await alice.patch(id, { name: 'renamed' });

    expect(shown(json)).toEqual([ADDRESS, true]);
    expect(await registrations()).toBe(0);
  });
});

describe('whichever way it is made', () => {
  it('a job that registers itself', async () => {
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    await service.call('GET', `/in/${key}/nightly?interval=300`);
    const [monitor] = await alice.monitors();

    expect(shown(monitor)).toEqual([ADDRESS, true]);
    await goSilent(monitor.id);
    expect(await statesOf(monitor.id)).toEqual(['sent']);
  });

  it('by its job name, again and again', async () => {
    const put = () => alice.call('PUT', '/api/endpoints/by-slug/nightly', { interval_sec: 300 });
    const [first, again] = [await put(), await put()];

    expect([first.status, again.status]).toEqual([201, 200]);
    for (const { json } of [first, again]) expect(shown(json)).toEqual([ADDRESS, true]);
    expect(await registrations()).toBe(0);
  });

  it('out of a crontab, and out of a file that is taken and brought back as it was', async () => {
    const headers = { 'content-type': 'text/plain' };
    await alice.call('POST', '/api/import/crontab?apply=1', '0 3 * * * backup\n', { headers });
    await alice.createMonitor({ name: 'off', alert_to: null });
    const file = (await alice.call('GET', '/api/export')).json;
    const bob = await signedIn(service, { email: 'bob@example.com' });
    const same = (await alice.call('POST', '/api/import/json', file)).json;
    await bob.call('POST', '/api/import/json?apply=1', file);

    const listed = await alice.monitors();
    expect(listed.map(shown).sort()).toEqual(
      [
        [ADDRESS, true],
        [null, undefined],
      ].sort(),
    );
    expect([
      same['would_create'],
      same['existing'].flatMap((each: Reply['json']) => each['differs']),
    ]).toEqual([0, []]);
    const brought = await bob.monitors();
    expect(brought.map(shown).sort()).toEqual(
      [
        [ADDRESS, false],
        [null, undefined],
      ].sort(),
    );
    expect(await registrations()).toBe(0);
  });
});

describe('the address of an account', () => {
  it('may end its mails by their link, and stays ended', async () => {
    const monitor = await alice.createMonitor();
    await goSilent(monitor['id']);
    const [mail] = service.mailbox.messages();
    const path = /\/email\/[^\s"<>]+/.exec(mail?.text ?? '')?.[0].replace(/\/unsubscribe$/, '') ?? '';
    expect((await service.call('POST', `${path}/unsubscribe`)).status).toBe(200);

    const after = await alice.createMonitor({ name: 'nightly too' });
    expect(shown(after)).toEqual([ADDRESS, false]);
    await goSilent(after['id']);
    expect(service.mailbox.messages()).toHaveLength(1);
  });

  it('is not mailed where mail to it is stopped for everybody', async () => {
    const hash = hashOfAddress(ADDRESS);
    await noteBounce(service.core.table, hash, service.clock.now());
    const monitor = await alice.createMonitor();
    await goSilent(monitor['id']);

    expect(service.mailbox.messages()).toEqual([]);
    expect(await statesOf(monitor['id'])).toEqual(['undeliverable']);
    const { json } = await alice.call('GET', `/api/endpoints/${monitor['id']}`);
    expect(shown(json)).toEqual([ADDRESS, false]);
  });

  it('is found by a report of a mail that came back', async () => {
    const { json } = await alice.call('POST', '/api/endpoints', { name: 'bouncing', interval_sec: 300 });
    await goSilent(json['id']);

    const [home = ''] = alice.account.spaces;
    const found: string[] = [];
    for await (const spaces of askedSpaces(service.core.table, hashOfAddress(ADDRESS))) found.push(...spaces);
    expect(found).toEqual([home]);
  });

  it('hears a test of the channel too, before there was an alert', async () => {
    const monitor = await alice.createMonitor();
    const { json } = await alice.call('POST', `/api/endpoints/${monitor['id']}/test-alert`);

    expect(JSON.stringify(json)).toContain('sent');
    expect(service.mailbox.messages()).toHaveLength(1);
  });
});

describe('a guest', () => {
  it('is alerted nowhere by itself, and a claim changes no channel and no count', async () => {
    const guest = await service.guest();
    const monitor = await guest.createMonitor();
    const named = await guest.createMonitor({ name: 'named', alert_to: ADDRESS });
    expect(shown(monitor)).toEqual([null, undefined]);
    expect(shown(named)).toEqual([ADDRESS, false]);

    const owner = await ownerOfGuestToken(service.core.table, hashOf(guest.token));
    await moveHome(service.core.table, owner?.id ?? '', alice.account.id);

    expect(await registrations()).toBe(1);
    const at = (id: string) => alice.call('GET', `/api/endpoints/${id}`);
    expect(shown((await at(monitor['id'])).json)).toEqual([null, undefined]);
    expect(shown((await at(named['id'])).json)).toEqual([ADDRESS, false]);
    // Naming it once more is what makes it the account's own.
    const again = await alice.patch(named['id'], { alert_to: ADDRESS });
    expect(shown(again.json)).toEqual([ADDRESS, true]);
    expect(await registrations()).toBe(0);
    await goSilent(named['id']);
    expect(await statesOf(named['id'])).toEqual(['sent']);
  });
});
