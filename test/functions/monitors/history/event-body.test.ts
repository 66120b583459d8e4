import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const PAGE = '<!doctype html><script>alert(1)</script>\n';

let monitor: Reply['json'];
let eventId: string;

const service = shared(startTestService);
const alice = shared(() => service.guest());
const bob = shared(() => service.guest());
beforeAll(async () => {
  monitor = await alice.createMonitor();
  await service.call('POST', `/in/${monitor['id']}`, {
    body: PAGE,
    headers: { 'content-type': 'text/html' },
  });
  eventId = (await events())[0]['id'];
});

const events = () => alice.events(monitor['id']);
const pathOf = (event: string, id = monitor['id']) => `/api/endpoints/${id}/events/${event}/body`;

describe('getEventBody', () => {
  it('returns what was sent, as text that runs nowhere and is kept by no cache', async () => {
    const { status, text, headers } = await alice.call('GET', pathOf(eventId));

    expect(status).toBe(200);
    expect(text).toBe(PAGE);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'cache-control': 'no-store',
    });
  });

  it('is announced by has_body', async () => {
    service.clock.advance(1);
    await service.ping(monitor['id']);

    const [without, withBody] = await events();

    expect([without['has_body'], withBody['has_body']]).toEqual([false, true]);
    expectRefusal(await alice.call('GET', pathOf(without['id'])), { status: 404, error: 'not_found' });
  });

  it('answers Bob, unknown events and malformed ones with 404', async () => {
    const foreign = await bob.call('GET', pathOf(eventId));
    expectRefusal(foreign, { status: 404, error: 'not_found' });
    expect((await bob.call('GET', pathOf(eventId, '0'.repeat(26)))).text).toBe(foreign.text);

    for (const event of [
      '01803902400000-nothing',
      'nonsense',
      'MON',
      'EV%23x',
      '..%2f..',
      '%00',
      'x'.repeat(2_000),
    ])
      expectRefusal(await alice.call('GET', pathOf(event)), { status: 404, error: 'not_found' });
  });

  it('answers 404 for an event of another monitor of the same owner', async () => {
    const other = (await alice.createMonitor())['id'];

    expectRefusal(await alice.call('GET', pathOf(eventId, other)), { status: 404, error: 'not_found' });
  });

  it('refuses the read token of the monitor, which may list the events', async () => {
    const token = monitor['token'];
    const hook = { headers: { 'x-hook-token': token } };
    const listed = await service.call('GET', `/api/endpoints/${monitor['id']}/events`, hook);
    expect(listed.json['events']).toHaveLength(2);

    for (const reply of [
      await service.call('GET', pathOf(eventId), hook),
      await service.call('GET', `${pathOf(eventId)}?token=${token}`),
      await service.call('GET', pathOf(eventId)),
    ])
      expectRefusal(reply, { status: 401, error: 'credencial_ausente' });
  });
});
