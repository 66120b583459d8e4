import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';

let monitor: Reply['json'];

const service = shared(startTestService);
const bob = shared(() => service.guest());
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
beforeEach(async () => {
  monitor = await alice.createMonitor({ interval_sec: 86_400, alert_url: receiver.url });
  await service.ping(monitor['id']);
});
afterEach(() => alice.remove(monitor['id']));

const list = () => alice.call('GET', `/api/endpoints/${monitor['id']}/alerts`);
const now = () => new Date(service.clock.now()).toISOString();

async function fail(): Promise<void> {
  await service.fail(monitor['id']);
  await service.check();
}

describe('listAlerts', () => {
  it('lists what was told, newest first, each with every attempt', async () => {
    receiver.answer = 503;
    await fail();
    const failedAt = now();
    receiver.answer = 204;
    service.clock.advance(72);
    await service.drain();
    const sentAt = now();
    await service.ping(monitor['id']);
    service.clock.advance(1);
    await service.check();

    const { status, json } = await list();

    expect(status).toBe(200);
    const [recovery, miss] = json['alerts'];
    expect(json['alerts']).toHaveLength(2);
    expect(recovery).toMatchObject({ kind: 'recovery', incident: 1, state: 'sent', created_at: now() });
    expect(miss).toEqual({
      id: expect.stringMatching(/^\d{14}-\d{3}-0000010001-miss-webhook$/),
      webhook_id: receiver.received[0]?.headers['webhook-id'],
      kind: 'miss',
      incident: 1,
      reason: 'fail',
      channel: 'webhook',
      state: 'sent',
      created_at: failedAt,
      attempts: [
        {
          at: failedAt,
          outcome: 'refused_status',
          status: 503,
          detail: 'The receiver answered 503.',
          duration_ms: expect.any(Number),
        },
        {
          at: sentAt,
          outcome: 'delivered',
          status: 204,
          detail: 'The receiver answered 204.',
          duration_ms: expect.any(Number),
        },
      ],
    });
  });

  it('is empty while nothing was told', async () => {
    expect((await list()).json).toEqual({ alerts: [] });
  });

  it('has an alert that could be told to nobody', async () => {
    await alice.patch(monitor['id'], { alert_url: null });

    await fail();

    expect((await list()).json['alerts']).toMatchObject([
      { channel: 'none', state: 'undeliverable', attempts: [] },
    ]);
  });

  it('shows no address, neither of the receiver nor of the mail', async () => {
    await alice.patch(monitor['id'], {
      alert_url: `${receiver.url}/s3cret`,
      alert_to: 'alice@example.com',
    });
    await fail();

    expect((await list()).text).not.toMatch(/s3cret|127\.0\.0\.1|alice@example/);
  });
});

describe.each([
  ['listAlerts', 'GET', '/alerts'],
  ['resendAlert', 'POST', '/alerts/01803902400000-000-0000010001-miss-webhook/resend'],
  ['sendTestAlert', 'POST', '/test-alert'],
])('%s', (_operation, method, path) => {
  const target = (id: string) => `/api/endpoints/${id}${path}`;

  it('answers the owner of another monitor, an unknown and a malformed id with the same 404', async () => {
    await fail();
    const foreign = await bob.call(method, target(monitor['id']));
    const unknown = await bob.call(method, target('0'.repeat(26)));
    const malformed = await bob.call(method, target('nonsense'));

    expectRefusal(foreign, { status: 404, error: 'not_found' });
    expect(unknown.text).toBe(foreign.text);
    expect(malformed.text).toBe(foreign.text);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['nobody', {}, 'credencial_ausente'],
    ['an unknown guest token', { 'x-guest-token': `hp_${'A'.repeat(43)}` }, 'credencial_invalida'],
    ['an ingest key', { authorization: `Bearer hpk_${'A'.repeat(43)}` }, 'credencial_invalida'],
  ])('refuses %s with 401', async (_who, headers, error) => {
    expectRefusal(await service.call(method, target(monitor['id']), { headers }), { status: 401, error });
  });

  it("refuses the monitor's read token, in the header and in the query", async () => {
    const token = monitor['token'];
    const byHeader = { headers: { 'x-hook-token': token } };

    for (const reply of [
      await service.call(method, target(monitor['id']), byHeader),
      await service.call(method, `${target(monitor['id'])}?token=${token}`),
    ]) {
      expectRefusal(reply, { status: 401, error: 'credencial_ausente' });
    }
    expect(receiver.received).toEqual([]);
  });
});
