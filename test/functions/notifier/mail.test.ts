import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consentPathIn, ledgerOf } from '../../support/alerts/alerting.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

let alice: Person;
let monitor: Reply['json'];
let address: string;
let turn = 0;

const service = shared(startTestService);
beforeEach(async () => {
  turn += 1;
  address = `alice${turn}@example.com`;
  alice = await service.guest();
  monitor = await alice.createMonitor({ interval_sec: 86_400, alert_to: address });
  await service.ping(monitor['id']);
});
afterEach(() => alice.remove(monitor['id']));

const mails = (to = address) => service.mailbox.messages().filter((mail) => mail.to === to);
const ledger = () => ledgerOf(service, monitor['id']);

async function fail(): Promise<void> {
  await service.fail(monitor['id']);
  await service.check();
}

/** The path of the page that the confirmation mail leads to. */
async function consentPath(): Promise<string> {
  await service.drain();
  return consentPathIn(mails()[0]?.text);
}

async function confirm(): Promise<string> {
  const path = await consentPath();
  expect((await service.call('POST', `${path}/confirm`)).status).toBe(200);
  return path;
}

describe('an address that has not confirmed itself', () => {
  it('gets one question and no alert; the ledger says that nobody was told', async () => {
    await service.drain();
    expect(mails().map(({ subject }) => subject)).toEqual(['Confirm this address for Rollcall alerts']);

    await fail();

    expect(mails()).toHaveLength(1);
    expect(await ledger()).toMatchObject([
      { channel: 'email', state: 'undeliverable', attempts: [{ outcome: 'not_confirmed' }] },
    ]);
  });

  it('is asked once, however many monitors name it, also in another spelling', async () => {
    await alice.createMonitor({ alert_to: address });
    await alice.createMonitor({ alert_to: address.toUpperCase() });
    await service.drain();
    service.clock.advance(3_600);
    await service.check();

    expect(mails()).toHaveLength(1);
    expect(mails(address.toUpperCase())).toEqual([]);
  });

  itThorough('is asked again by the next check when the queue was lost', async () => {
    await using own = await startTestService();
    const bob = await own.guest();
    const queueUrl = own.core.config.queues.alerts;
    own.core.config.queues.alerts = queueUrl.replace(/alerts$/, 'nowhere');
    await bob.createMonitor({ alert_to: 'bob@example.com' });
    expect(own.logged).toEqual(['queue_unavailable']);
    own.core.config.queues.alerts = queueUrl;
    await own.drain();
    expect(own.mailbox.messages()).toEqual([]);

    own.clock.advance(300);
    await own.check();
    await own.drain();

    expect(own.mailbox.messages().map(({ to }) => to)).toEqual(['bob@example.com']);
  });

  it('cannot be flooded: five unanswered addresses per owner, then 429 and nothing is written', async () => {
    for (let count = 2; count <= 5; count++)
      await alice.createMonitor({ alert_to: `alice${turn}-${count}@example.com` });

    const reply = await alice.call('POST', '/api/endpoints', {
      name: 'n',
      interval_sec: 300,
      alert_to: `alice${turn}-6@example.com`,
    });

    expect(reply.status).toBe(429);
    expect(reply.json).toMatchObject({ error: 'muitas_confirmacoes' });
    expect(reply.json['detail']).toContain('alert_to');
    expect(await alice.monitors()).toHaveLength(5);
  });

  itThorough('holds a place among the unanswered for a week, not for good', async () => {
    const own = await service.guest();
    const name = (count: number) =>
      own.call('POST', '/api/endpoints', {
        name: 'n',
        interval_sec: 300,
        alert_to: `week${count}@example.com`,
      });
    for (let count = 1; count <= 5; count++) {
      await name(count);
      service.clock.advance(60);
    }

    const refused = await name(6);
    service.clock.advance(Number(refused.headers.get('retry-after')) - 1);
    const still = await name(6);
    service.clock.advance(Number(still.headers.get('retry-after')));

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(7 * 86_400 - 300)]);
    expect([still.status, still.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await name(6)).status).toBe(201);
    expect((await name(7)).headers.get('retry-after')).toBe('60');
  });

  it('is asked at most three times a day by all owners together; the next one waits', async () => {
    for (let count = 0; count < 4; count++) {
      const stranger = await service.guest();
      await stranger.createMonitor({ alert_to: address });
      await service.drain();
    }

    expect(mails()).toHaveLength(3);

    service.clock.advance(86_400);
    await service.check();
    await service.drain();
    expect(mails()).toHaveLength(5);
  });
});

describe('a confirmed address', () => {
  it('gets the alert and the recovery, in text and HTML, with one-click unsubscription', async () => {
    await confirm();

    await fail();
    await service.ping(monitor['id']);
    service.clock.advance(30);
    await service.check();

    const [recovery, alert] = mails();
    expect(mails()).toHaveLength(3);
    expect(alert?.subject).toContain('nightly backup');
    expect(recovery?.subject).toContain('nightly backup');
    expect(alert?.text).toContain('nightly backup');
    expect(alert?.html).toContain('<html');
    const headers = new Map(alert?.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('list-unsubscribe')).toMatch(/^<https?:\/\/.*\/email\/.*\/unsubscribe>$/);
    expect((await ledger()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('shows as confirmed', async () => {
    expect((await alice.read(monitor['id']))['alert_to_confirmed']).toBe(false);
    await confirm();

    const { json } = await alice.call('GET', '/api/endpoints');

    expect(json['endpoints'][0]['alert_to_confirmed']).toBe(true);
  });

  itThorough('of one owner is not confirmed for another', async () => {
    await confirm();
    const bob = await service.guest();

    const theirs = await bob.createMonitor({ alert_to: address });

    expect(theirs['alert_to_confirmed']).toBe(false);
  });

  it('that unsubscribes by one click gets no more mail, and the ledger says so', async () => {
    await confirm();
    await fail();
    const header = mails()[0]?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '';
    const path = new URL(header.slice(1, -1)).pathname;

    const reply = await service.call('POST', path, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await service.ping(monitor['id']);
    service.clock.advance(1);
    await service.check();

    expect(reply.status).toBe(200);
    expect(mails()).toHaveLength(2);
    expect((await ledger()).at(-1)).toMatchObject({
      state: 'undeliverable',
      attempts: [{ outcome: 'unsubscribed' }],
    });
  });

  it('gets a name with HTML escaped and on one line', async () => {
    await alice.patch(monitor['id'], {
      name: '<img src=x onerror=alert(1)> & "co"',
    });
    await confirm();

    await fail();

    expect(mails()[0]?.html).not.toContain('<img src=x');
    expect(mails()[0]?.subject).toContain('<img src=x onerror=alert(1)> & "co"');
    expect(mails()[0]?.subject).not.toMatch(/[\r\n]/);
  });

  itThorough('and a webhook are both told, each by its own record', async () => {
    await confirm();
    await alice.patch(monitor['id'], { alert_url: 'http://127.0.0.1:9/' });

    await fail();

    expect((await ledger()).map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual([
      'email sent',
      'webhook pending',
    ]);
    expect(mails()).toHaveLength(2);
  });
});
