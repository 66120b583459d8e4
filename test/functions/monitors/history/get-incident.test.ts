import { beforeEach, describe, expect, it } from 'vitest';
import { standingOfMonitor } from '../../../../lib/console/words/attention-of.ts';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { contentsOf, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { itThorough } from '../../../support/thorough.ts';

let alice: Person;

const service = shared(startTestService);
const receiver = shared(startReceiver);
beforeEach(async () => {
  alice = await service.guest();
  receiver.received.length = 0;
});

const iso = (afterSec = 0) => new Date(service.clock.now() + afterSec * 1000).toISOString();
const create = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await alice.createMonitor({ interval_sec: 3_600, alert_url: receiver.url, ...fields }))['id'];
const ping = (id: string, path = '', body?: unknown) => service.call('POST', `/in/${id}${path}`, { body });
const ask = (id: string, who = alice): Promise<Reply> => who.call('GET', `/api/endpoints/${id}/incident`);
const packet = async (id: string) => (await ask(id)).json;
const callsOf = ({ next_calls }: Reply['json']) =>
  next_calls.map(({ method, path }: Reply['json']) => `${method} ${path.replace(/\/[0-9a-z]{26}/, '/:id')}`);
/** Past its deadline, and checked. */
async function goesSilent(): Promise<void> {
  service.clock.advance(3_900);
  await service.check();
}

describe('why it is an incident, in one sentence', () => {
  const words = (afterSec: number) => `${iso(afterSec).slice(0, 19).replace('T', ' ')} UTC`;

  it('is the sum of the deadline for a silence', async () => {
    const id = await create();
    await ping(id);
    await goesSilent();

    const found = await packet(id);

    expect(found['in_words']).toBe(found['deadline']['in_words']);
  });

  it('begins with the failure of a job that answered a silence with one', async () => {
    const id = await create();
    await ping(id);
    await goesSilent();
    await ping(id, '/1', 'out of space');

    const found = await packet(id);

    expect(found['incident']['reason']).toBe('silence');
    expect(found['in_words']).toBe(
      `The job reported its failure at ${words(0)}, with exit code 1. ${found['deadline']['in_words']}`,
    );
  });

  it('is what the job said of a failure, and no sum of a deadline', async () => {
    const id = await create();
    await ping(id, '/start');
    service.clock.advance(95);
    await ping(id, '/1', 'out of space');
    service.clock.advance(60);
    await service.check();

    expect((await packet(id))['in_words']).toBe(
      `The job reported its failure at ${words(-60)}, with exit code 1, after 1 min 35 s.`,
    );
  });

  it('is the limit of a run that is too long, while it runs and after it', async () => {
    const id = await create({ max_duration_sec: 600, interval_sec: 86_400 });
    await ping(id);
    await ping(id, '/start?rid=r1');
    service.clock.advance(900);
    await service.check();

    expect((await packet(id))['in_words']).toBe(
      `Run r1 started at ${words(-900)} and passed its limit of 10 min at ${words(-300)}; it is still running.`,
    );
    await ping(id, '/fail?rid=r1');
    expect((await packet(id))['in_words']).toBe(
      `A run passed its limit of 10 min at ${words(-300)}; no success has come since.`,
    );
  });
});

describe('an incident over a pause', () => {
  it('is late in the list, on the page and in the feed while no success has come, judged afresh', async () => {
    const id = await create();
    await ping(id);
    await goesSilent();
    const wentSilent = iso(-300);
    await alice.patch(id, { paused_until: iso(600) });
    await alice.patch(id, { paused_until: null });
    const [listed] = await alice.monitors();
    const feed = (await alice.call('GET', '/api/status-feed')).json;
    const page = await fetch(String(feed['json']).replace('.json', ''));

    const found = await packet(id);

    expect([listed['state'], listed['incident']['reason']]).toEqual(['ok', 'silence']);
    expect(standingOfMonitor(listed as never)).toBe('late');
    expect(await page.text()).toContain('The only one watched is late');
    expect(found['in_words']).toContain(`Silent since ${wentSilent.slice(0, 19).replace('T', ' ')} UTC`);
    expect(found['in_words']).toContain('New deadline: ');
    expect(found['in_words']).toContain('(the end of the pause) + 1 h of interval');
    expect(found['incident']['next_alert_at']).toBe(iso(86_400));
  });
});

describe('an incident that nobody hears of', () => {
  it.each([
    ['without a channel', { alert_url: undefined }],
    ['whose address has not agreed', { alert_url: undefined, alert_to: 'stranger@example.com' }],
  ])('is not said to be told again: a monitor %s', async (_which, fields) => {
    const id = await create(fields);
    await ping(id);
    await goesSilent();

    const { incident } = await packet(id);

    expect(incident).toMatchObject({ alerts: 1, next_alert_at: null });
  });
});

describe('the packet of a silence', () => {
  it('does the sum of the deadline', async () => {
    const id = await create();
    const pingedAt = iso();
    await ping(id);
    await goesSilent();

    const { incident, deadline, schedule, state, now } = await packet(id);

    expect({ state, schedule, now }).toEqual({
      state: 'late', schedule: 'a ping at least every hour', now: iso(),
    }); // prettier-ignore
    expect(incident).toEqual({
      number: 1, reason: 'silence', state: 'open', down_since: iso(-300), down_sec: 300, closed_at: null, opened_at: iso(), alerts: 1,
      next_alert_at: iso(86_400), exit_code: null, failures_in_a_row: null, maintenance: null,
    }); // prettier-ignore
    const words = (text: string) => text.slice(0, 19).replace('T', ' ');
    expect(deadline).toEqual({
      last_ping_at: pingedAt,
      counts_from: pingedAt,
      from: 'ping',
      tolerance_sec: 3_600,
      held_sec: 0,
      not_heard: null,
      deadline_at: iso(-300),
      late_sec: 300,
      in_words: `${words(pingedAt)} UTC (the last ping) + 1 h of interval = ${words(iso(-300))} UTC; it is ${words(iso())} UTC now, 5 min later.`,
    });
  });

  itThorough('counts from the end of a pause, and from the run of a schedule', async () => {
    const paused = await create();
    const scheduled = await create({ interval_sec: undefined, cron: '0 * * * *', grace_sec: 120 });
    for (const id of [paused, scheduled]) await ping(id);
    await alice.patch(paused, { paused_until: iso(1_800) });
    const endedAt = iso(1_800);
    service.clock.advance(1_800 + 3_600 + 60);
    await service.check();

    const [one, two] = [(await packet(paused))['deadline'], (await packet(scheduled))['deadline']];

    expect(one).toMatchObject({ counts_from: endedAt, tolerance_sec: 3_600, late_sec: 60 });
    expect(one['in_words']).toContain('(the end of the pause) + 1 h of interval');
    expect(two).toMatchObject({ tolerance_sec: 120 });
    expect(two['counts_from']).toMatch(/:00:00\.000Z$/);
    expect(Date.parse(two['deadline_at']) - Date.parse(two['counts_from'])).toBe(120_000);
    expect(two['in_words']).toContain('(the scheduled run) + 2 min of grace');
  });

  itThorough(
    'names what else went down in the same check, and none of it that is back or older',
    async () => {
      const old = await create({ name: 'old' });
      await ping(old);
      await goesSilent();
      const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => create({ name, tags: ['db', name] })));
      for (const id of ids) await ping(id);
      const bob = await service.guest();
      await ping((await bob.createMonitor({ interval_sec: 3_600 }))['id']);
      await goesSilent();
      await ping(ids[3] ?? '');

      const found = await packet(ids[0] ?? '');

      expect(found['also_down']['total']).toBe(2);
      expect(found['also_down']['endpoints'].map(({ name }: Reply['json']) => name).sort()).toEqual([
        'b',
        'c',
      ]);
      expect(found['also_down']['endpoints'][0]).toMatchObject({ reason: 'silence', down_since: iso(-300) });
      expect(found['next_calls']).toContainEqual({
        method: 'POST',
        path: '/api/pause',
        body: { tag: 'db', until: iso(3_600) },
        why: expect.stringContaining('db'),
      });
    },
  );

  itThorough('says what was changed since the last success, and nothing of before', async () => {
    const id = await create();
    await alice.patch(id, { name: 'before' });
    service.clock.advance(60);
    await ping(id);
    service.clock.advance(60);
    await alice.patch(id, { name: 'after' });
    await goesSilent();

    const found = await packet(id);

    expect(found['changes'].map(({ fields }: Reply['json']) => fields)).toEqual([
      [{ field: 'name', from: 'before', to: 'after' }],
    ]);
    expect(callsOf(found)).toContain('GET /api/endpoints/:id/changes');
  });

  it('adds the time in which pings could not reach us', async () => {
    await using own = await startTestService();
    alice = await own.guest();
    await own.canary();
    const from = new Date(own.clock.now()).toISOString();
    const id = await create({ interval_sec: 600 });
    await own.call('POST', `/in/${id}`);
    await own.check();
    own.clock.sleep(1_800);
    await own.canary();
    const to = new Date(own.clock.now()).toISOString();
    await own.check();
    for (let minute = 0; minute < 11; minute++) {
      own.clock.sleep(60);
      await own.canary();
    }
    await own.check();

    const { deadline } = await packet(id);

    expect(deadline).toMatchObject({
      counts_from: from, from: 'ping', tolerance_sec: 600, held_sec: 1_800, not_heard: { from, to }, late_sec: 60,
    }); // prettier-ignore
    expect(deadline['in_words']).toContain('+ 30 min in which pings could not reach us =');
    expect(await alice.read(id)).toMatchObject({
      deadline: { counts_from: from, from: 'ping', tolerance_sec: 600, held_sec: 1_800 },
    });
  });
});

describe('the packet of a failure', () => {
  it('is there before the check that tells it, and then with its deliveries', async () => {
    const id = await create({ alert_after_failures: 2 });
    await ping(id);
    service.clock.advance(60);
    const since = iso();
    await ping(id, '/3');
    service.clock.advance(60);
    await ping(id, '/4');

    const early = await packet(id);
    expect(early['incident']).toEqual({
      number: 1, reason: 'fail', state: 'open', down_since: since, down_sec: 60, closed_at: null, opened_at: null, alerts: 0,
      next_alert_at: null, exit_code: 4, failures_in_a_row: 2, maintenance: null,
    }); // prettier-ignore
    expect(early).toMatchObject({ state: 'ok', deliveries: [], deadline: { late_sec: 0 } });
    expect(early['deadline']['in_words']).toContain('before it.');

    await service.check();
    const { incident, deliveries } = await packet(id);
    expect(incident).toMatchObject({ opened_at: iso(), alerts: 1, next_alert_at: iso(86_400) });
    expect(deliveries).toMatchObject([{ kind: 'miss', incident: 1, channel: 'webhook', state: 'sent' }]);
  });

  it('has the last ten signals and the end of what the job said, masked', async () => {
    const id = await create();
    for (let times = 0; times < 12; times++) {
      await ping(id);
      service.clock.advance(1);
    }
    await service.call('POST', `/in/${id}/7`, { body: 'password=hunter2 is wrong' });
    service.clock.advance(1);
    await ping(id, '/log', 'later');
    await service.check();

    const found = await packet(id);

    expect(found['events'].map(({ kind }: Reply['json']) => kind)).toEqual([
      'log',
      'fail',
      ...Array.from({ length: 8 }, () => 'ping'),
    ]);
    expect(found['output']['event']).toBe(found['events'][1].id);
    expect(found['output']['tail']).toMatch(/is wrong/);
    expect(JSON.stringify(found)).not.toContain('hunter2');
    const [first] = found['next_calls'];
    expect((await alice.call(first.method, first.path)).text).toContain('hunter2');
  });

  it('shows a run that is too long with its limit, and a repeat with its number', async () => {
    const id = await create({ interval_sec: 86_400, max_duration_sec: 600, alert_repeat_sec: 86_400 });
    const startedAt = iso();
    await ping(id, '/start?rid=a');
    service.clock.advance(900);
    await service.check();

    const found = await packet(id);

    expect(found['incident']).toMatchObject({ reason: 'too_long', down_sec: 300 });
    expect(found['deadline']).toBeNull();
    expect(found['open_runs']).toEqual([
      {
        rid: 'a',
        started_at: startedAt,
        too_long_at: new Date(Date.parse(startedAt) + 600_000).toISOString(),
      },
    ]);
    expect(found['next_calls']).toContainEqual(
      expect.objectContaining({ method: 'PATCH', body: { max_duration_sec: 1_200 } }),
    );
  });

  itThorough('says how to be heard when its alert reached nobody', async () => {
    const nobody = await create({ alert_url: null });
    await ping(nobody, '/fail');
    await service.check();
    expect((await packet(nobody))['next_calls']).toContainEqual(
      expect.objectContaining({ method: 'PATCH', why: expect.stringContaining('alerts nobody') }),
    );

    const deaf = await create();
    receiver.answer = 500;
    await ping(deaf, '/fail');
    await service.check();
    for (let tries = 0; tries < 5; tries++) {
      service.clock.advance(3_600);
      await service.drain();
    }
    receiver.answer = 200;
    const { deliveries, next_calls } = await packet(deaf);
    expect(deliveries).toMatchObject([{ state: 'failed', channel: 'webhook' }]);
    const resend = next_calls.find(({ path }: Reply['json']) => path.endsWith('/resend'));
    expect((await alice.call(resend.method, resend.path)).status).toBe(200);
  });

  itThorough('offers no pause in a pause', async () => {
    const id = await create();
    await ping(id, '/fail');
    await service.check();
    expect(callsOf(await packet(id))).toContain('PATCH /api/endpoints/:id');

    await alice.patch(id, { paused_until: iso(600) });

    const found = await packet(id);
    expect(found).toMatchObject({ state: 'paused', paused_until: iso(600) });
    expect(callsOf(found)).not.toContain('PATCH /api/endpoints/:id');
  });
});

describe('an incident by its number', () => {
  const byNumber = (id: string, number: number | string, who = alice): Promise<Reply> =>
    who.call('GET', `/api/endpoints/${id}/incident?number=${number}`);

  it('is what was known of it when it is over: why, until when, its output, who was told, what fell with it', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => create({ name })));
    const [id = '', other = ''] = ids;
    for (const each of ids) await ping(each);
    service.clock.advance(1);
    const since = iso();
    for (const each of ids) await ping(each, '/3', 'out of space');
    service.clock.advance(60);
    await service.check();
    expect((await byNumber(id, 1)).json).toEqual(await packet(id));
    service.clock.advance(600);
    const back = iso();
    for (const each of [id, other]) await service.call('POST', `/in/${each}`, { body: 'all well' });
    await service.check();
    service.clock.advance(86_400);
    await ping(id, '/4', 'something else');
    await service.check();

    const found = (await byNumber(id, 1)).json;

    expect(found).toMatchObject({
      incident: {
        number: 1, reason: 'fail', state: 'closed', down_since: since, down_sec: 660, closed_at: back,
        alerts: 1, next_alert_at: null, exit_code: 3,
      },
      output: { tail: 'out of space' },
      deliveries: [{ kind: 'recovery', incident: 1, state: 'sent' }, { kind: 'miss', incident: 1, state: 'sent' }],
      also_down: { total: 2 }, open_runs: [], deadline: null, changes: [], hint: null, drifts: [],
    }); // prettier-ignore
    expect(found['in_words']).toMatch(/^The job reported its failure at .*, with exit code 3\.$/);
    expect(found['events'].map(({ kind }: Reply['json']) => kind)).toEqual(['ping', 'fail', 'ping']);
    expect(found['also_down']['endpoints'].map(({ name }: Reply['json']) => name).sort()).toEqual(['b', 'c']);
    expect(callsOf(found)).not.toContain('PATCH /api/endpoints/:id');
    expect((await byNumber(id, 2)).json).toMatchObject({ incident: { number: 2, state: 'open' } });
  });

  it('names what fell later with a tag in common while it was down, and nothing else of that time', async () => {
    const [id, related, foreign] = [
      await create({ name: 'dump', tags: ['db-1'], interval_sec: 604_800 }),
      await create({ name: 'vacuum', tags: ['db-1', 'nightly'], interval_sec: 604_800 }),
      await create({ name: 'newsletter', tags: ['mail'], interval_sec: 604_800 }),
    ];
    await ping(id, '/fail');
    await service.check();
    service.clock.advance(3_600);
    for (const each of [related, foreign]) await ping(each, '/fail');
    await service.check();
    const names = async (each: string) =>
      (await byNumber(each, 1)).json['also_down']['endpoints'].map(({ name }: Reply['json']) => name);
    expect(await names(id)).toEqual(['vacuum']);
    expect(await names(related)).toEqual(['newsletter', 'dump']);

    service.clock.advance(600);
    for (const each of [id, related, foreign]) await ping(each);
    await service.check();
    service.clock.advance(600);
    await ping(related, '/fail');
    await service.check();

    // What fell again after it was back is of another time.
    expect(await names(id)).toEqual(['vacuum']);
    service.clock.advance(13 * 3_600);
    await ping(foreign, '/fail');
    await service.check();
    expect(await names(id)).toEqual(['vacuum']);
  });

  it('names nothing that fell with it and is listed no more: its id may be another owner’s by now', async () => {
    const [id, gone] = [await create(), await create({ name: 'gone' })];
    for (const each of [id, gone]) await ping(each, '/fail');
    await service.check();
    await ping(id);
    await alice.remove(gone);
    await service.check();
    expect((await byNumber(id, 1)).json['also_down']).toMatchObject({ total: 1 });

    service.clock.advance(31 * 86_400);

    expect((await byNumber(id, 1)).json['also_down']).toEqual({ total: 0, endpoints: [] });
  });

  it('says when a silence that is over began and ended, before the check that writes it and after', async () => {
    const id = await create();
    await ping(id);
    await goesSilent();
    const [began, ended] = [iso(-300), iso()].map((at) => `${at.slice(0, 19).replace('T', ' ')} UTC`);
    await ping(id);

    const early = (await byNumber(id, 1)).json;
    await service.check();
    const found = (await byNumber(id, 1)).json;

    expect(found['in_words']).toBe(`Silent since ${began}; it ended at ${ended}.`);
    expect(early['in_words']).toBe(found['in_words']);
    expect(found['also_down']).toEqual({ total: 0, endpoints: [] });
  });

  it('is 404 where there is none, for whoever it is not, and 400 for what is no number', async () => {
    const id = await create();
    await ping(id, '/fail');
    await service.check();
    const names = ['no recorded incident 2'];
    expectRefusal(await byNumber(id, 2), { status: 404, error: 'not_found', names });
    expectRefusal(await byNumber(id, 1, await service.guest()), { status: 404, error: 'not_found' });
    expectRefusal(await byNumber(id, 'x'), {
      status: 400,
      error: 'consulta_invalida',
      names: ['number', 'x'],
    });
    expectRefusal(await byNumber(id, 0), { status: 400, error: 'consulta_invalida', names: ['number', '0'] });
  });
});

describe('without an open incident', () => {
  it('it is 404, with the number of the last one', async () => {
    const id = await create();
    expectRefusal(await ask(id), { status: 404, error: 'not_found', names: ['no open incident', 'none'] });
    await ping(id, '/fail');
    await service.check();
    await ping(id);

    expectRefusal(await ask(id), { status: 404, error: 'not_found', names: ['no open incident', '1'] });
    await service.check();
    expectRefusal(await ask(id), { status: 404, error: 'not_found', names: ['no open incident', '1'] });
  });

  it('nor has a deleted monitor one, nor one that is not yours', async () => {
    const { id, token } = await alice.createMonitor();
    await ping(id, '/fail');
    const bob = await service.guest();
    expectRefusal(await ask(id, bob), { status: 404, error: 'not_found' });
    expectRefusal(await service.call('GET', `/api/endpoints/${id}/incident?token=${token}`), {
      status: 401,
      error: 'credencial_ausente',
    });
    await alice.remove(id);
    expectRefusal(await ask(id), { status: 404, error: 'not_found' });
  });

  it('nothing is written by asking', async () => {
    const id = await create();
    await ping(id, '/fail');
    const before = await contentsOf(service);
    await ask(id);

    expect(await contentsOf(service)).toEqual(before);
  });
});

it('tells what the job began to do before it, until its owner does not want to know', async () => {
  const id = await create();
  for (let run = 0; run < 24; run++) {
    service.clock.advance(3_000);
    await ping(id, [9, 14, 19, 23].includes(run) ? '/fail' : '');
  }
  await service.check();

  const { drifts, next_calls } = await packet(id);
  expect(drifts).toMatchObject([
    { kind: 'drift', what: 'flaky', text: expect.stringContaining('4 of the last 20 runs failed') },
  ]);
  expect(next_calls.length).toBeGreaterThan(0);
  const told = receiver.received.filter(({ json }) => JSON.stringify(json).includes('now and then'));
  expect(told).toEqual([]);

  await alice.call('POST', `/api/endpoints/${id}/proposal/dismiss`, { proposal: drifts[0].id });
  expect((await packet(id))['drifts']).toEqual([]);
});
