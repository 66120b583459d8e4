import { describe, expect, it } from 'vitest';
import { bridgeHandler } from '../../../../functions/bridge/bridge.ts';
import { openQueue } from '../../../../lib/adapters/queue.ts';
import { getMonitor, replaceMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { noMetrics } from '../../../../lib/runtime/report/metrics.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { ledgerOf } from '../../../support/alerts/alerting.ts';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';

const service = fresh(startTestService);
const ana = fresh(() => signedIn(service));
const receiver = fresh(startReceiver);

const create = (fields: object, who: { call: typeof ana.call } = ana) =>
  who.call('POST', '/api/channels', fields);
const own = () => create({ to: ana.account.email });
const channels = async () => (await ana.call('GET', '/api/channels')).json['channels'];
const mails = () => service.mailbox.messages().filter(({ to }) => to === ana.account.email);

/** A monitor that names nobody itself, unless told. */
async function quiet(fields: Record<string, unknown> = {}): Promise<string> {
  return (await ana.createMonitor({ alert_to: null, ...fields }))['id'];
}

async function failed(...ids: string[]): Promise<void> {
  for (const id of ids) await service.fail(id);
  await service.check();
  await service.drain();
}

/** What SES says of the last mail. */
async function report(type: 'Bounced' | 'Complaint'): Promise<void> {
  const [mail] = mails();
  const timestamp = new Date(service.clock.now()).toISOString();
  const recipients = [{ emailAddress: ana.account.email }];
  const tags = {
    'rollcall-mail': ['alert'],
    'rollcall-space': [ana.account.spaces[0] ?? ''],
  };
  const ses = { mail: { timestamp, destination: [mail?.to ?? ''], tags } };
  const event =
    type === 'Bounced'
      ? {
          'detail-type': 'Email Bounced',
          detail: { ...ses, bounce: { bounceType: 'Permanent', bouncedRecipients: recipients } },
        }
      : {
          'detail-type': 'Email Complaint Received',
          detail: { ...ses, complaint: { complainedRecipients: recipients } },
        };
  await bridgeHandler({ ...service.core, queue: openQueue(service.core.config), metrics: noMetrics })(event);
  await service.drain();
}

describe('a channel of mail', () => {
  it('is made of the address of the account, which needs no question and costs nothing', async () => {
    const { status, json: made } = await create({ to: ana.account.email.toUpperCase() });
    expect(status).toBe(201);
    expect(made).toMatchObject({
      name: 'mail',
      kind: 'email',
      url: null,
      to: ana.account.email,
      to_confirmed: true,
    });
    expect(made['id']).toMatch(/^cm[a-z]{18}$/);
    expect(await channels()).toEqual([made]);
    expect(service.mailbox.messages()).toEqual([]);
  });

  it('is in one mail with another one of the address, which names each monitor once', async () => {
    await create({ to: ana.account.email, tags: ['db'] });
    await own();
    const [both, one] = [await quiet({ name: 'both', tags: ['db'] }), await quiet({ name: 'one' })];
    await failed(both);
    expect(mails().map(({ subject }) => subject)).toEqual(['both reported a failure']);
    expect(await ledgerOf(service, both)).toHaveLength(2);
    await service.ping(both);
    await service.check();
    await failed(both, one);
    expect(mails()[0]?.subject).toMatch(/^2 jobs failed: (both and one|one and both)$/);
  });

  it('hears every monitor, one mail for what fails together, and its end, with each delivery in the ledger', async () => {
    const { json: made } = await own();
    const [one, two] = [await quiet({ name: 'one' }), await quiet({ name: 'two' })];
    await failed(one, two);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain('one');
    expect(mails()[0]?.text).toContain('two');
    expect(await ana.alerts(one)).toMatchObject([
      { channel: 'email', channel_id: made['id'], state: 'sent' },
    ]);

    await service.ping(one);
    await service.check();
    await service.drain();
    expect(mails()[0]?.subject).toContain('one is back');
    expect((await channels())[0]).toMatchObject({ last: { delivered: true }, failing_since: null });
  });

  it('is told once of what is open when it is made, and nothing while it is off', async () => {
    const id = await quiet();
    await failed(id);
    const { json: made } = await own();
    for (let tick = 0; tick < 4; tick++) {
      service.clock.advance(300);
      await service.check();
      await service.drain();
    }
    expect(mails()).toHaveLength(1);

    await ana.call('PATCH', `/api/channels/${made['id']}`, { on: false });
    await failed(await quiet());
    expect(mails()).toHaveLength(1);
  });

  it('sends a test, which says what happened', async () => {
    const { json: made } = await own();
    const { json: tested } = await ana.call('POST', `/api/channels/${made['id']}/test`);
    expect(tested['last']).toMatchObject({ delivered: true, outcome: 'sent' });
    expect(mails()).toHaveLength(1);
  });

  it('mails nobody twice: a monitor that mails the same address is not spoken for', async () => {
    const { json: made } = await own();
    const same = (await ana.createMonitor())['id'];
    const other = await quiet();
    expect((await ana.read(same))['channel_ids']).toEqual([]);
    expect((await ana.read(other))['channel_ids']).toEqual([made['id']]);
    await failed(same);
    expect(mails()).toHaveLength(1);
    expect((await ledgerOf(service, same)).map(({ channel }) => channel)).toEqual(['email']);
  });

  it('ends with one click of the mail program, and says so', async () => {
    await own();
    const id = await quiet();
    await failed(id);
    const header = mails()[0]?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await service.call('POST', new URL(header.slice(1, -1)).pathname, {
      body: 'List-Unsubscribe=One-Click',
      headers,
    });
    expect((await channels())[0]).toMatchObject({ to_confirmed: false });

    await service.ping(id);
    await service.check();
    await failed(id);
    expect(mails()).toHaveLength(1);
    expect((await channels())[0]).toMatchObject({ last: { delivered: false, outcome: 'unsubscribed' } });
  });

  it.each([
    ['Bounced', 'bounced'],
    ['Complaint', 'complained'],
  ] as const)('%s: shows red, and another channel tells it once', async (type, outcome) => {
    const { json: made } = await own();
    const hook = await create({ url: receiver.url });
    expect(hook.status).toBe(201);
    const id = await quiet();
    await failed(id);
    await report(type);
    await report(type);

    expect((await channels()).find((each: { id: string }) => each.id === made['id'])).toMatchObject({
      to_confirmed: false,
      last: { delivered: false, outcome },
      failing_since: expect.any(String),
    });
    expect((await ana.read(id))['failing_channels']).toMatchObject([
      { channel: 'email', channel_id: made['id'] },
    ]);
    const told = receiver.received.filter(({ json }) => json['type'] === 'service.channel_failing');
    expect(told).toHaveLength(1);
    expect(await ana.alerts(id)).toContainEqual(
      expect.objectContaining({
        channel_id: made['id'],
        state: type === 'Bounced' ? 'undeliverable' : 'sent',
      }),
    );
  });

  it('and a monitor that mails the same address by another consent are each told as failing, in one moment', async () => {
    await create({ url: receiver.url });
    await own();
    const first = await quiet();
    await failed(first);
    await ana.remove(first);
    const id = await quiet({ alert_to: ana.account.email });
    const monitor = await getMonitor(service.core.table, id);
    if (!monitor) throw new Error('The monitor is gone.');
    await replaceMonitor(service.core.table, monitor, { ...monitor, alertToOwn: false });
    service.clock.advance(60);
    await failed(id);
    await report('Complaint');

    const told = receiver.received.filter(({ json }) => json['type'] === 'service.channel_failing');
    const ids = told.flatMap(({ json }) => (json['endpoint_id'] === id ? [json['alert_id']] : []));
    expect(new Set(ids).size).toBe(2);
  });
});

describe('what a channel of mail cannot be', () => {
  it('neither and both, nor one that becomes the other', async () => {
    const { json: mail } = await own();
    const { json: hook } = await create({ url: 'https://hooks.example.com/x' });
    for (const call of [
      () => create({}),
      () => create({ url: 'https://hooks.example.com/x', to: ana.account.email }),
      () => ana.call('PATCH', `/api/channels/${mail['id']}`, { url: 'https://hooks.example.com/x' }),
      () => ana.call('PATCH', `/api/channels/${hook['id']}`, { to: ana.account.email }),
    ])
      expectRefusal(await call(), { status: 400, error: 'destino_invalido' });
  });
});
