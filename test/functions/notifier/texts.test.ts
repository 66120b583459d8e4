import { describe, expect, it } from 'vitest';
import { countUnkept } from '../../../lib/data/alerts/mail-counts.ts';
import { textCaps } from '../../../lib/domain/alerts/mail-caps.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { newOrganization } from '../../support/accounts/organization.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { rounds } from '../../support/thorough.ts';

const NUMBER = '+491701234567';
const HOUR_SEC = 3_600;
const REFUSED = { status: 400, error: 'alert_to_invalido', names: ['to', 'texts'] };

const service = fresh(() => startTestService({ smsOwners: 'ops@example.com' }));
const ops = fresh(() => signedIn(service, { email: 'ops@example.com' }));
const room = fresh(startReceiver);

interface Caller {
  call(method: string, path: string, body?: unknown): Promise<Reply>;
}
const make = (who: Caller, fields: object) => who.call('POST', '/api/channels', fields);
const texts = async (): Promise<{ to: string; text: string }[]> =>
  (await service.call('GET', '/_local/published')).json['published'];
const channel = async (id: unknown) =>
  (await ops.call('GET', '/api/channels')).json['channels'].find((each: { id: unknown }) => each.id === id);

async function agreed(): Promise<string> {
  const { json } = await make(ops, { to: NUMBER });
  await service.drain();
  const [{ text } = { text: '' }] = await texts();
  const path = /\/email\/[A-Za-z0-9.]+/.exec(text)?.[0];
  expect((await service.call('POST', `${path}/confirm`)).status).toBe(200);
  return json['id'];
}
/** As many texts to the number were counted as if they had been sent. */
async function countedElsewhere(texts: number): Promise<void> {
  const { table, clock } = service.core;
  for (let each = 0; each < texts; each += 1)
    expect(await countUnkept(table, textCaps(NUMBER, ops.account.id, clock.now()))).toBeUndefined();
}
async function failed(name = 'db'): Promise<string> {
  const { id } = await ops.createMonitor({ interval_sec: 100 * HOUR_SEC, alert_to: null, name });
  await service.fail(id);
  await service.check();
  return id;
}

describe('a channel of texts', () => {
  it('is asked by a text first, and told nothing until the number has agreed', async () => {
    const { json, status } = await make(ops, { to: NUMBER });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      kind: 'sms',
      name: 'sms',
      to: NUMBER,
      to_confirmed: false,
      consent: 'asked',
    });
    await failed();
    expect(await texts()).toMatchObject([
      { to: NUMBER, text: expect.stringMatching(/^Rollcall: "sms" wants to text you .* http:/) as unknown },
    ]);
    expect(service.mailbox.messages()).toEqual([]);
  });

  it('is spoken of as a number that gets texts, by its page, its test and what it refuses', async () => {
    const { json } = await make(ops, { to: NUMBER });
    await service.drain();
    const path = /\/email\/[A-Za-z0-9.]+/.exec((await texts())[0]?.text ?? '')?.[0];
    const { text: page } = await service.call('GET', String(path));
    expect(page).toContain('Rollcall alerts by text');
    expect(page).toContain('Yes, send alerts to this number');
    expect(page).not.toMatch(/mailed|address|e-mail/);
    const { json: tried } = await ops.call('POST', `/api/channels/${json['id']}/test`);
    expect(tried['last']['detail']).toBe('The number has not confirmed these texts.');
    const refused = await ops.call('PATCH', `/api/channels/${json['id']}`, { key: 'x' });
    expect(refused.json['detail']).toBe('A channel with a to cannot have settings for a URL.');
  });

  it('tells what fails and its end in 160 characters that every phone has, without a link', async () => {
    await agreed();
    const id = await failed(`Öl-Tank 😀 https://evil.example/x ${'y'.repeat(44)}`);
    await service.ping(id);
    await service.check();

    const [end, first, ...others] = await texts();
    expect(others).toHaveLength(1);
    expect(first?.text).toMatch(/^Rollcall: Ol-Tank \? https/);
    expect(end?.text).toContain('is back');
    for (const each of [first, end]) {
      expect(each?.to).toBe(NUMBER);
      expect(each?.text).toMatch(/^[A-Za-z0-9 @$!"#%&'()*+,\-./:;<=>?_]{1,160}$/);
      expect(each?.text).not.toMatch(/[./:]\S/);
    }
    expect((await ops.alerts(id)).map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent']);
  });

  it('is for the owners that the operator names, and writes nothing for others', async () => {
    const guest = await service.guest();
    await expectNothingWritten(service, () => make(guest, { to: NUMBER }), REFUSED);
    const eve = await signedIn(service, { email: 'eve@example.com' });
    await eve.call('GET', '/api/channels');
    await expectNothingWritten(service, () => make(eve, { to: NUMBER }), REFUSED);
    const night = await newOrganization(service);
    await night.join(ops, 'admin');
    expectRefusal(await night.call('POST', '/api/channels', { to: NUMBER }, ops), REFUSED);
    const { json } = await make(eve, { to: 'eve@example.com' });
    expectRefusal(await eve.call('PATCH', `/api/channels/${json['id']}`, { to: NUMBER }), REFUSED);
    expectRefusal(await eve.call('PUT', '/api/channels/by-name/x', { to: NUMBER }), REFUSED);
  });

  it.each([
    '491701234567',
    '+0491701234567',
    '+49 170 1234567',
    '+1',
    '+4917012345678901',
    'tel:+491701234567',
  ])('is no number: %j', async (to) => {
    // The first call of an account begins its trial.
    await channel('');
    const before = await contentsOf(service);
    expectRefusal(await make(ops, { to }), { status: 400, error: 'alert_to_invalido', names: ['to'] });
    expect(await contentsOf(service)).toEqual(before);
  });

  it('is no alert_to of a monitor, and in no export', async () => {
    const body = { name: 'a', interval_sec: 300, alert_to: NUMBER };
    expectRefusal(await ops.call('POST', '/api/endpoints', body), {
      status: 400,
      error: 'alert_to_invalido',
    });
    await agreed();
    expect((await ops.call('GET', '/api/export')).json['channels'] ?? []).toEqual([]);
  });

  it('is sent so many a day and no more, which shows red and is told by another', async () => {
    const id = await agreed();
    await make(ops, { url: room.url, name: 'the room' });
    // One was the question.
    const left = LIMITS.textsPerNumberDay - 1;
    const sent = rounds(3, left);
    await countedElsewhere(left - sent);
    for (let each = 0; each < sent; each += 1) {
      service.clock.advance(61);
      const { json } = await ops.call('POST', `/api/channels/${id}/test`);
      expect(json['last']).toMatchObject({ delivered: true });
    }
    await failed();
    expect(await texts()).toHaveLength(1 + sent);
    expect(await channel(id)).toMatchObject({ last: { delivered: false, outcome: 'cap_full' } });
    await service.check();
    const told = room.received.map(({ json }) => String(json['text'])).join('\n');
    expect(told).toContain('have been failing since');

    service.clock.advance(24 * HOUR_SEC);
    await service.check();
    expect((await texts()).length).toBeGreaterThan(1 + sent);
  });

  it('goes nowhere once its owner is named no more', async () => {
    const id = await agreed();
    service.core.config.sms = { owners: ['eve@example.com'] };
    await failed();
    expect(await texts()).toHaveLength(1);
    expect(await channel(id)).toMatchObject({ last: { delivered: false, outcome: 'not_allowed' } });
  });

  it('ends by the page of the question, which speaks of texts and of a number', async () => {
    const id = await agreed();
    const path = /\/email\/[A-Za-z0-9.]+/.exec((await texts())[0]?.text ?? '')?.[0];
    const page = (await service.call('GET', path ?? '')).text;
    expect(page).toContain('Rollcall alerts by text');
    expect(page).toContain('Send no alerts to this number');
    expect(page).not.toMatch(/e-mail|mailed|address/);
    expect((await service.call('POST', `${path}/unsubscribe`)).status).toBe(200);
    await failed();
    expect(await texts()).toHaveLength(1);
    expect(await channel(id)).toMatchObject({ consent: 'refused' });
  });
});
