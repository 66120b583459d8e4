import { afterEach, describe, expect, it } from 'vitest';
import { newOrganization } from '../../../support/accounts/organization.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const ALERTS = 'arn:aws:sns:eu-central-1:111122223333:alerts';
const JOBS = 'arn:aws:events:eu-central-1:111122223333:event-bus/jobs';
const UNKNOWN = 'arn:aws:sns:eu-central-1:999999999999:nobody-has-this';
const REFUSED = { status: 400, error: 'alert_url_invalida', names: ['url', 'lets you use'] };

const service = shared(() =>
  startTestService({ awsChannels: `${ALERTS}=ops@example.com,${JOBS}=ops@example.com` }),
);
const ops = fresh(() => signedIn(service, { email: 'ops@example.com' }));
const eve = fresh(() => signedIn(service, { email: 'eve@example.com' }));
const guest = fresh(() => service.guest());
afterEach(() => ops.removeAll());

interface Caller {
  call(method: string, path: string, body?: unknown): Promise<Reply>;
}
const make = (who: Caller, fields: object) => who.call('POST', '/api/channels', fields);
const channelsOf = async (who: Caller) => (await who.call('GET', '/api/channels')).json['channels'];

describe('a channel that leads to a topic or bus', () => {
  it('is made by the owner that the operator has named, of the kind of its ARN', async () => {
    expect((await make(ops, { url: ALERTS })).json).toMatchObject({
      url: ALERTS,
      kind: 'sns',
      name: 'sns',
      key_set: false,
      headers_set: [],
    });
    expect((await make(ops, { url: `${ALERTS}?format=chatbot`, name: 'chat' })).status).toBe(201);
    expect((await make(ops, { url: JOBS })).json).toMatchObject({ kind: 'event_bus', name: 'event bus' });
  });

  /** Whoever asks, by whatever way: the same sentence for a topic of another and for none. */
  it.each<[string, (url: string) => Promise<Reply>]>([
    ['a guest', (url) => make(guest, { url })],
    ['another account', (url) => make(eve, { url })],
    [
      'another account that moves a channel of its own',
      async (url) => {
        const { json } = await make(eve, { url: 'https://example.com/hook', name: 'moved' });
        const reply = await eve.call('PATCH', `/api/channels/${json['id']}`, { url });
        await eve.call('DELETE', `/api/channels/${json['id']}`);
        return reply;
      },
    ],
    [
      'another account that puts one by name',
      (url) => eve.call('PUT', '/api/channels/by-name/mine', { url }),
    ],
    [
      'another account with a file',
      async (url) => {
        const file = (await eve.call('GET', '/api/export')).json;
        return eve.call('POST', '/api/import/json?apply=1', { ...file, channels: [{ name: 'a', url }] });
      },
    ],
    ['one that writes it for chats', (url) => make(eve, { url: `${url}?format=chatbot` })],
    ['one that names the kind', (url) => make(eve, { url, kind: 'sns' })],
    ['one that puts blanks around it', (url) => make(guest, { url: ` ${url} ` })],
    ['one that writes it large', (url) => make(guest, { url: url.replace('arn', 'ARN') })],
  ])('is refused to %s, and says nothing of which there are', async (_who, ask) => {
    const [known, unknown] = [await ask(ALERTS), await ask(UNKNOWN)];
    expectRefusal(known, REFUSED);
    expect(known.json).toEqual(unknown.json);
    expect(known.text).not.toContain('1111');
  });

  it('is refused to an organization of somebody named, who is not the organization', async () => {
    const night = await newOrganization(service);
    await night.join(ops, 'admin');
    expectRefusal(await night.call('POST', '/api/channels', { url: ALERTS }, ops), REFUSED);
  });

  it('writes nothing where it is refused, also to its own owner for what is no ARN of theirs', async () => {
    // The first call of an account begins its trial.
    await channelsOf(ops);
    await expectNothingWritten(service, () => make(ops, { url: UNKNOWN }), REFUSED);
    await expectNothingWritten(service, () => make(ops, { url: `${ALERTS}?format=email` }), REFUSED);
    await expectNothingWritten(service, () => make(ops, { url: `${ALERTS}2` }), REFUSED);
  });

  it('is in an export as it is, which another owner cannot bring in', async () => {
    await make(ops, { url: JOBS, name: 'the bus', hears: ['fail'] });
    const file = (await ops.call('GET', '/api/export')).json;
    expect(file['channels']).toEqual([{ name: 'the bus', url: JOBS, hears: ['fail'] }]);
    const again = await signedIn(service, { email: 'Ops@example.com' });
    expect((await again.call('POST', '/api/import/json?apply=1', file)).status).toBe(200);
    expect(await channelsOf(again)).toMatchObject([{ url: JOBS, kind: 'event_bus' }]);

    await channelsOf(eve);
    const before = await contentsOf(service);
    expect((await eve.call('POST', '/api/import/json?apply=1', file)).status).toBe(400);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('that its owner may use no more stays in its own file, and can be changed and turned off', async () => {
    const { json } = await make(ops, { url: ALERTS, name: 'topic', hears: ['fail'] });
    const file = (await ops.call('GET', '/api/export')).json;
    const { awsChannels } = service.core.config;
    service.core.config.awsChannels = null;
    try {
      const reply = await ops.call('POST', '/api/import/json?apply=1', { ...file, monitors: [] });
      expect(reply.json).toMatchObject({ channels: { existing: [{ id: json['id'], differs: [] }] } });
      const put = await ops.call('PUT', '/api/channels/by-name/topic', { url: ALERTS, on: false });
      expect(put).toMatchObject({ status: 200, json: { url: ALERTS, on: false } });
      expectRefusal(await ops.call('PATCH', `/api/channels/${json['id']}`, { url: JOBS }), REFUSED);
      expectRefusal(await make(ops, { url: ALERTS }), REFUSED);
    } finally {
      service.core.config.awsChannels = awsChannels;
    }
  });

  it('is put by name without a change where it is so already', async () => {
    const put = () => ops.call('PUT', '/api/channels/by-name/topic', { url: ALERTS });
    expect((await put()).status).toBe(201);
    const before = await channelsOf(ops);
    expect((await put()).status).toBe(200);
    expect(await channelsOf(ops)).toEqual(before);
  });

  it('is no alert_url of a monitor', async () => {
    const body = { name: 'a', interval_sec: 300, alert_url: ALERTS };
    expectRefusal(await ops.call('POST', '/api/endpoints', body), {
      status: 400,
      error: 'alert_url_invalida',
    });
  });
});
