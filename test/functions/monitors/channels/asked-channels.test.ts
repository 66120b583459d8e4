import { describe, expect, it } from 'vitest';
import { newOrganization } from '../../../support/accounts/organization.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { ledgerOf } from '../../../support/alerts/alerting.ts';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { billingSettingsFor } from '../../../support/money/billing.ts';
import { expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { watchingTable } from '../../../support/table/watching-table.ts';

const TO = 'colleague@example.net';
const HOOK = 'https://hooks.example.com/x';

const service = fresh(startTestService);
const alice = fresh(() => service.guest());

type Caller = Pick<Person, 'call'>;
const create = (fields: object, who: Caller = alice) => who.call('POST', '/api/channels', fields);
const change = (id: unknown, fields: object, who: Caller = alice) =>
  who.call('PATCH', `/api/channels/${id}`, fields);
const only = async (who: Caller = alice) => (await who.call('GET', '/api/channels')).json['channels'][0];
const mailed = (kind: string, to = TO) =>
  service.mailbox.messages().filter((mail) => mail.to === to && mail.tags?.['rollcall-mail']?.[0] === kind);
const registrations = async (who: Caller = alice) =>
  (await who.call('GET', '/api/billing')).json['usage'].email_alerts;

async function answer(action: 'confirm' | 'unsubscribe', to = TO): Promise<void> {
  const path = /\/email\/[^\s]+/.exec(mailed('question', to)[0]?.text ?? '')?.[0];
  expect((await service.call('POST', `${path}/${action}`)).status).toBe(200);
}

async function failed(...ids: unknown[]): Promise<void> {
  for (const id of ids) await service.fail(String(id));
  await service.check();
  await service.drain();
}

/** What a while of checks brings. */
async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) {
    service.clock.advance(300);
    await service.check();
    await service.drain();
  }
}

describe('a channel to an address that is not the account’s own', () => {
  it('asks it, and mails nothing until it agrees', async () => {
    const { status, json: made } = await create({ to: TO });
    expect(status).toBe(201);
    expect(made).toMatchObject({
      to: TO,
      to_confirmed: false,
      consent: 'asked',
      asked_at: expect.any(String),
    });
    expect(await only()).toEqual(made);
    await service.drain();
    expect(mailed('question')).toHaveLength(1);
    expect(mailed('question')[0]?.text).toContain('when any of their jobs goes silent or fails');

    const { id } = await alice.createMonitor();
    expect((await alice.read(id))['channel_ids']).toEqual([]);
    expect((await alice.monitors())[0].channel_ids).toEqual([]);
    await failed(id);
    await alice.call('POST', `/api/channels/${made['id']}/test`);
    expect(mailed('alert')).toEqual([]);
    expect(await ledgerOf(service, id)).toMatchObject([{ channel: made['id'], state: 'undeliverable' }]);
    expect(await only()).toMatchObject({ last: { delivered: false, outcome: 'not_confirmed' } });
  });

  it('is told once of what is open when it agrees, at the next check', async () => {
    const { json: made } = await create({ to: TO });
    const { id } = await alice.createMonitor();
    await failed(id);
    await answer('confirm');
    expect(await only()).toMatchObject({ consent: 'agreed', to_confirmed: true });
    expect((await alice.read(id))['channel_ids']).toEqual([made['id']]);
    await service.check();
    await service.drain();
    expect(mailed('alert')).toHaveLength(1);
    await ticks(5);
    expect(mailed('alert')).toHaveLength(1);
    expect(await only()).toMatchObject({ last: { delivered: true }, failing_since: null });
  });

  it('tells by another meanwhile', async () => {
    await using receiver = await startReceiver();
    await create({ to: TO });
    await create({ url: receiver.url });
    const { id } = await alice.createMonitor();
    await failed(id);
    expect(receiver.received.map(({ json }) => json['type'])).toEqual(['service.miss']);
    await ticks(14);
    expect(receiver.received).toHaveLength(1);
  });

  it('says when it refuses, and asks again a day later at most, three times in all', async () => {
    const { json: made } = await create({ to: TO });
    await service.drain();
    await change(made['id'], { to: TO });
    await service.drain();
    expect(mailed('question')).toHaveLength(1);

    for (let day = 0; day < 4; day++) {
      service.clock.advance(86_400);
      const { status, json } = await change(made['id'], { to: TO });
      expect([status, json['consent']]).toEqual([200, 'asked']);
      await service.check();
      await service.drain();
    }
    expect(mailed('question')).toHaveLength(3);

    await answer('unsubscribe');
    expect(await only()).toMatchObject({ consent: 'refused', to_confirmed: false });
  });

  it('asks an address that it is changed to, and the former one’s answer is none of it', async () => {
    const { json: made } = await create({ to: TO });
    await service.drain();
    await answer('confirm');
    const { json: changed } = await change(made['id'], { to: 'other@example.net' });
    expect(changed).toMatchObject({ consent: 'asked', to_confirmed: false });
    const { id } = await alice.createMonitor();
    await failed(id);
    expect(mailed('alert')).toEqual([]);
    expect(mailed('alert', 'other@example.net')).toEqual([]);
    expect(mailed('question', 'other@example.net')).toHaveLength(1);
  });

  it('of an organization is asked, whoever it is', async () => {
    const { call, owner } = await newOrganization(service);
    const { status, json } = await create({ to: owner.account.email }, { call });
    expect([status, json['consent']]).toEqual([201, 'asked']);
  });
});

describe('what such a channel takes', () => {
  it('is a registration, which is given back with it, or with an address of one’s own', async () => {
    const ana = await signedIn(service);
    const { json: made } = await create({ to: TO }, ana);
    expect(await registrations(ana)).toBe(1);
    await change(made['id'], { to: ana.account.email }, ana);
    expect(await registrations(ana)).toBe(0);
    await change(made['id'], { to: TO }, ana);
    await change(made['id'], { name: 'Ops' }, ana);
    expect(await registrations(ana)).toBe(1);
    await ana.call('DELETE', `/api/channels/${made['id']}`);
    expect(await registrations(ana)).toBe(0);
  });

  it('is given back once where it is changed while it is deleted', async () => {
    const ana = await signedIn(service);
    const { json: made } = await create({ to: TO }, ana);
    let writes = 0;
    const before = async ({ command }: { command: string }) => {
      if (command !== 'TransactWriteItemsCommand' || ++writes > 1) return;
      expect((await change(made['id'], { to: ana.account.email }, ana)).status).toBe(200);
    };
    const path = `/api/channels/${made['id']}`;
    const { status } = await watchingTable(service, { before }, () => ana.call('DELETE', path));
    expect(status).toBe(200);
    expect(await registrations(ana)).toBe(0);
  });

  it('costs what the second alert_to costs, and is written when it is paid for alone', async () => {
    await using paid = await startTestService({ billing: billingSettingsFor('live') });
    const guest = await paid.guest();
    await guest.createMonitor({ alert_to: 'first@example.net' });
    await paid.drain();
    await expectNothingWritten(paid, () => guest.call('POST', '/api/channels', { to: TO }), {
      status: 402,
      error: 'pagamento_necessario',
    });
    expect((await guest.call('POST', '/api/channels', { url: HOOK })).status).toBe(201);
    expect(
      (
        await guest.call('POST', '/api/import/json?apply=1', {
          monitors: [],
          channels: [{ name: 'm', to: TO }],
        })
      ).status,
    ).toBe(400);
    expect(paid.mailbox.messages().filter(({ to }) => to === TO)).toEqual([]);
  });
});

describe('strangers', () => {
  it('have five addresses asked by channels and monitors together', async () => {
    for (let at = 0; at < 3; at++) await create({ to: `person${at}@gmail.com` });
    for (let at = 3; at < 5; at++) await alice.createMonitor({ alert_to: `person${at}@gmail.com` });
    const refused = await create({ to: 'person5@gmail.com' });
    expectRefusal(refused, { status: 429, error: 'muitas_confirmacoes' });
    expect(refused.json['detail']).toMatch(/^to: /);
    await service.drain();
    expect(service.mailbox.messages()).toHaveLength(5);
  });

  it('who make and end channels all the while have no more asked', async () => {
    for (let at = 0; at < 12; at++) {
      const { json } = await create({ to: `person${at}@gmail.com` });
      if (json['id']) await alice.call('DELETE', `/api/channels/${json['id']}`);
    }
    await service.drain();
    expect(service.mailbox.messages()).toHaveLength(5);
  });

  it('are one where case alone tells their addresses apart: one question, and one mail of what happens', async () => {
    const small = 'case@example.net';
    await create({ to: 'Case@Example.net' });
    await create({ to: small });
    await service.drain();
    const questions = service.mailbox.messages();
    expect(questions).toHaveLength(1);
    await answer('confirm', questions[0]?.to);

    const { id } = await alice.createMonitor({ name: 'both' });
    await failed(id);

    expect(await ledgerOf(service, id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    const alerts = service.mailbox.messages().filter(({ tags }) => tags?.['rollcall-mail']?.[0] === 'alert');
    expect(alerts.map(({ subject }) => subject)).toEqual(['both reported a failure']);
  });

  it('as many as there are have one mailbox asked three times a day', async () => {
    for (let at = 0; at < 20; at++) await create({ to: `victim+${at}@gmail.com` }, await service.guest());
    await service.drain();
    await ticks(6);
    expect(service.mailbox.messages()).toHaveLength(3);
  });

  it('of whom one has an answer have none: consent is that of one owner', async () => {
    const eve = await service.guest();
    await create({ to: TO });
    await service.drain();
    await answer('confirm');
    expect((await create({ to: TO }, eve)).json).toMatchObject({ consent: 'asked', to_confirmed: false });
    await failed((await eve.createMonitor())['id']);
    expect(mailed('alert')).toEqual([]);
  });
});
