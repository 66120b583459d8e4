import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import {
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

/** A service in which only refusals happen, so that its whole table is quickly compared; `path` is that of a key. */
let quiet: { service: TestService; path: string };

const service = shared(startTestService);
beforeAll(async () => {
  const other = await startTestService();
  quiet = { service: other, path: (await fleetOwner(other)).path };
});
afterAll(() => quiet.service.stop());

/** An owner with the path of their ingest key. */
async function fleetOwner(at = service): Promise<{ who: Person; path: string }> {
  const who = await at.guest();
  const { json } = await who.call('GET', '/api/ingest-key');
  return { who, path: `/in/${json['key']}` };
}
const listed = async (who: Person): Promise<Reply['json'][]> =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'];
const eventsOf = async (who: Person, id: string, limit = 100): Promise<Reply['json'][]> =>
  (await who.call('GET', `/api/endpoints/${id}/events?limit=${limit}`)).json['events'];
const used = async (at: TestService, who: Person): Promise<unknown> => {
  const headers = { 'content-type': 'text/plain' };
  const call = { token: who.token, body: '0 3 * * * backup', headers };
  return (await at.call('POST', '/api/import/crontab', call)).json['free_tier'].used;
};

describe('pingByKey', () => {
  it('creates the monitor of a slug with its first ping and records that ping', async () => {
    const { who, path } = await fleetOwner();

    const { status, json } = await service.call('GET', `${path}/nightly-backup`);

    const [monitor, ...others] = await listed(who);
    expect(status).toBe(200);
    expect(json).toEqual({ ok: true, endpoint_id: monitor?.['id'], created: true });
    expect(others).toEqual([]);
    expect(monitor).toMatchObject({
      name: 'nightly-backup',
      interval_sec: 86_400,
      cron: null,
      state: 'ok',
      last_event_at: '2027-03-01T12:00:00.000Z',
      ingest_url: `${service.url}/in/${json['endpoint_id']}`,
    });
    expect(await eventsOf(who, json['endpoint_id'])).toMatchObject([{ kind: 'ping', source: 'get' }]);
  });

  it('says created once, then reaches the same monitor by GET, POST and HEAD, by key and by id', async () => {
    const { who, path } = await fleetOwner();
    const first = await service.call('GET', `${path}/backup`);
    const id = first.json['endpoint_id'];

    const again = await service.call('GET', `${path}/backup`);
    const posted = await service.call('POST', `${path}/backup`, { body: { status: 7, latency_ms: 80 } });
    const head = await service.call('HEAD', `${path}/backup`);
    const byId = await service.call('GET', `/in/${id}`);

    expect([again.json, posted.json]).toEqual([
      { ok: true, endpoint_id: id, created: false },
      { ok: true, endpoint_id: id, created: false },
    ]);
    expect([head.status, head.text, byId.status]).toEqual([200, '', 200]);
    expect(await eventsOf(who, id)).toHaveLength(5);
    expect((await eventsOf(who, id)).filter(({ source }) => source === 'post')).toMatchObject([
      { status: 7, latency_ms: 80 },
    ]);
    expect(await listed(who)).toHaveLength(1);
  });

  it.each(
    casesOf(1, [
      ['HEAD', ''],
      ['POST', ''],
      ['HEAD', '/start'],
      ['POST', '/fail'],
    ]),
  )('creates the monitor with a first %s%s as well', async (method, signal) => {
    const { who, path } = await fleetOwner();

    expect((await service.call(method, `${path}/backup${signal}`)).status).toBe(200);

    expect(await listed(who)).toMatchObject([{ name: 'backup' }]);
  });

  it.each(
    casesOf(4, [
      ['Nightly-BACKUP', 'nightly-backup'],
      ['nightly%20backup', 'nightly-backup'],
      ['nightly+backup', 'nightly-backup'],
      ['db_dump', 'db-dump'],
      ['www.example.com', 'www-example-com'],
      ['%C3%9Cbernacht-K%C3%B6ln', 'ubernacht-koln'],
      ['c%C3%B3pia%20di%C3%A1ria', 'copia-diaria'],
      ['--a---b--', 'a-b'],
      ['a'.repeat(40), 'a'.repeat(40)],
      ['a'.repeat(60), 'a'.repeat(40)],
      [`${'a'.repeat(39)}-${'b'.repeat(20)}`, 'a'.repeat(39)],
      ['50%25', '50'],
      ['257', '257'],
    ]),
  )('knows %s as %s', async (sent, name) => {
    const { who, path } = await fleetOwner();

    const { status, json } = await service.call('GET', `${path}/${sent}`);
    const again = await service.call('GET', `${path}/${name}`);

    expect(status).toBe(200);
    expect(await listed(who)).toMatchObject([{ id: json['endpoint_id'], name, state: 'ok' }]);
    const known = { ok: true, endpoint_id: json['endpoint_id'] };
    const first = decodeURIComponent(sent);
    const isFolded = first !== name;
    expect(json).toEqual({ ...known, created: true, ...(isFolded && { slug: name }) });
    const named = isFolded && { slug: name, first_sent_as: first };
    expect(again.json).toEqual({ ...known, created: false, ...named });
  });

  itThorough('says which other name made the monitor that two names lead to, at no cost', async () => {
    const { who, path } = await fleetOwner();
    await service.call('GET', `${path}/db.dump`);

    const calls: TableCall[] = [];
    const watch = { before: (call: TableCall) => void calls.push(call) };
    const other = await watchingTable(service, watch, () => service.call('GET', `${path}/db_dump/start`));
    const same = await service.call('GET', `${path}/db.dump`);
    const known = { ok: true, endpoint_id: other.json['endpoint_id'], created: false, slug: 'db-dump' };

    expect(other.json).toEqual({ ...known, kind: 'start', first_sent_as: 'db.dump' });
    expect(same.json).toEqual(known);
    expect(calls).toHaveLength(4);
    expect(await listed(who)).toHaveLength(1);
  });

  it('shows no more than 80 characters of a name', async () => {
    const { path } = await fleetOwner();
    await service.call('GET', `${path}/${'a'.repeat(500)}`);

    const { json } = await service.call('GET', `${path}/${'a'.repeat(40)}`);

    expect(json).toMatchObject({ slug: 'a'.repeat(40), first_sent_as: 'a'.repeat(80) });
  });

  it('names what it does not know in the query, and takes the ping', async () => {
    const { who, path } = await fleetOwner();

    const first = await service.call(
      'GET',
      `${path}/backup?intervall=60&rid=r1&status=1&latency_ms=2&intervall=7&x=`,
    );
    const long = await service.call('GET', `${path}/backup/start?${'y'.repeat(100)}=1`);
    const many = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const capped = await service.call('GET', `${path}/backup?${many.join('&')}`);

    expect(first.json).toMatchObject({ ok: true, created: true, ignored: ['intervall', 'x'] });
    expect(long.json).toMatchObject({ kind: 'start', ignored: ['y'.repeat(40)] });
    expect(capped.json['ignored']).toEqual(many.slice(0, 10));
    expect(
      (await service.call('GET', `${path}/backup?interval=86400&interval_sec=86400`)).json,
    ).not.toHaveProperty('ignored');
    expect(await listed(who)).toMatchObject([{ interval_sec: 86_400, state: 'ok' }]);
  });

  it('makes a monitor of the schedule that is sent, with a grace that fits', async () => {
    const { who, path } = await fleetOwner();
    const sent = 'cron=0%204%20*%20*%20*&tz=Europe/Lisbon';

    expect((await service.call('GET', `${path}/backup/start?${sent}`)).json).not.toHaveProperty('ignored');
    expect((await service.call('GET', `${path}/report?cron=*/10++*+*+*+*`)).json['created']).toBe(true);

    expect(
      (await listed(who)).map((each) => [each['slug'], each['cron'], each['tz'], each['grace_sec']]).sort(),
    ).toEqual([
      ['backup', '0 4 * * *', 'Europe/Lisbon', 3_600],
      ['report', '*/10 * * * *', 'UTC', 120],
    ]);
    const again = await Promise.all(
      [sent, 'cron=0+5+*+*+*&tz=UTC', 'interval=60', 'tz=UTC'].map((query) =>
        service.call('GET', `${path}/backup/log?${query}`),
      ),
    );
    expect(again.map(({ json }) => json['ignored'])).toEqual([
      undefined,
      ['cron', 'tz'],
      ['interval'],
      ['tz'],
    ]);
  });

  it.each(
    casesOf(3, [
      ['cron=0+4+*+*', 'cron_invalido'],
      ['cron=', 'cron_invalido'],
      ['cron=0+0+30+2+*', 'cron_sem_ocorrencia'],
      ['cron=0+4+*+*+*&tz=Lisbon', 'tz_invalida'],
      ['cron=0+4+*+*+*&tz=Europe/Lisboa', 'tz_invalida'],
      ['cron=0+4+*+*+*&tz=', 'tz_invalida'],
      ['cron=0+4+*+*+*&interval=60', 'cron_ou_interval'],
    ]),
  )('refuses to make a monitor of %s, and pings one that there is', async (query, error) => {
    const { who, path } = await fleetOwner();

    expect(await service.call('GET', `${path}/backup?${query}`)).toMatchObject({
      status: 400,
      json: { error },
    });

    expect(await listed(who)).toEqual([]);
    await service.call('GET', `${path}/backup`);
    expect(await service.call('GET', `${path}/backup?${query}`)).toMatchObject({ status: 200 });
  });

  it('answers an interval as ignored where the monitor has another one, and takes the ping', async () => {
    const { who, path } = await fleetOwner();
    const first = await service.call('GET', `${path}/backup?interval=300`);
    service.clock.advance(60);

    const answers = await Promise.all(
      ['interval=600&x=1', 'interval_sec=600', 'interval=soon', 'interval=300', 'rid=r1'].map((query) =>
        service.call('GET', `${path}/backup/start?${query}`),
      ),
    );
    const ping = await service.call('POST', `${path}/backup?interval=600`);

    expect(first.json).not.toHaveProperty('ignored');
    expect(answers.map(({ json }) => json['ignored'])).toEqual([
      ['interval', 'x'],
      ['interval_sec'],
      ['interval'],
      undefined,
      undefined,
    ]);
    expect(ping).toMatchObject({ status: 200, json: { ok: true, created: false, ignored: ['interval'] } });
    expect(await listed(who)).toMatchObject([
      { interval_sec: 300, last_event_at: new Date(service.clock.now()).toISOString() },
    ]);
  });

  itThorough('answers an interval as ignored where the monitor follows a schedule', async () => {
    const { who, path } = await fleetOwner();
    const { json } = await service.call('GET', `${path}/backup`);
    const body = { cron: '0 3 * * *' };
    expect((await who.call('PATCH', `/api/endpoints/${json['endpoint_id']}`, body)).status).toBe(200);

    const { json: again } = await service.call('GET', `${path}/backup?interval=86400`);

    expect(again).toMatchObject({ created: false, ignored: ['interval'] });
  });

  it.each(['interval_sec=300', 'interval=300&interval_sec=300', 'interval_sec=300&interval=300'])(
    'takes %s for the interval',
    async (query) => {
      const { who, path } = await fleetOwner();

      expect((await service.call('GET', `${path}/backup?${query}`)).status).toBe(200);

      expect(await listed(who)).toMatchObject([{ interval_sec: 300 }]);
    },
  );

  it('refuses two intervals of a monitor to be created, and takes the ping of one that is there', async () => {
    const { path } = quiet;
    const refused = { status: 400, error: 'intervalo_invalido', names: ['interval_sec', '300', '600'] };

    await expectNothingWritten(
      quiet.service,
      () => quiet.service.call('GET', `${path}/backup?interval=300&interval_sec=600`),
      refused,
    );
    await expectNothingWritten(
      quiet.service,
      () => quiet.service.call('GET', `${path}/backup?interval_sec=1`),
      {
        ...refused,
        names: ['interval', '30', '31622400'],
      },
    );

    const own = await fleetOwner();
    await service.call('GET', `${own.path}/backup`);
    const { status } = await service.call('GET', `${own.path}/backup?interval=300&interval_sec=600`);
    expect(status).toBe(200);
  });

  it.each(casesOf(1, ['start', 'fail', '0']))(
    'takes %s behind a key for a slug, not for a signal',
    async (slug) => {
      const { who, path } = await fleetOwner();

      // Not through `call`, which takes the path for the signal of a monitor id.
      const reply = await fetch(`${service.url}${path}/${slug}`);
      const failed = await service.call('GET', `${path}/${slug}/fail`);

      const [monitor] = await listed(who);
      expect(await reply.json()).toEqual({ ok: true, endpoint_id: monitor?.['id'], created: true });
      expect(monitor).toMatchObject({ name: slug, state: 'ok', last_start_at: null, alert_pending: 'fail' });
      expect(failed.json).toEqual({ ok: true, endpoint_id: monitor?.['id'], created: false, kind: 'fail' });
    },
  );

  it.each(['-', '...', '%20', '_-_', '%E5%A4%9C%E9%96%93', '%F0%9F%A6%8A'])(
    'refuses the slug %s, of which nothing is left',
    async (slug) => {
      const { service, path } = quiet;

      await expectNothingWritten(service, () => service.call('GET', `${path}/${slug}`), {
        status: 400,
        error: 'slug_invalido',
        names: ['slug'],
      });
    },
  );

  it.each(
    casesOf(1, [
      ['90', 90],
      ['300', 300],
      ['31622400', 31_622_400],
    ]),
  )('gives the created monitor the interval %s', async (interval, intervalSec) => {
    const { who, path } = await fleetOwner();

    await service.call('GET', `${path}/backup?interval=${interval}`);

    expect(await listed(who)).toMatchObject([{ interval_sec: intervalSec }]);
  });

  it('leaves the interval of an existing monitor alone', async () => {
    const { who, path } = await fleetOwner();
    await service.call('GET', `${path}/backup?interval=300`);

    await service.call('GET', `${path}/backup?interval=600`);
    await service.call('GET', `${path}/backup`);

    expect(await listed(who)).toMatchObject([{ interval_sec: 300 }]);
  });

  it.each(['', '29', '0', '-300', 'daily', '300.5', '31622401', '1e300', '1e3', '0x12c', '%20300', 'NaN'])(
    'refuses the interval "%s" of a monitor to be created',
    async (interval) => {
      const { service, path } = quiet;

      await expectNothingWritten(service, () => service.call('GET', `${path}/backup?interval=${interval}`), {
        status: 400,
        error: 'intervalo_invalido',
        names: ['interval', '30', '31622400'],
      });
    },
  );

  it.each(casesOf(1, ['89', '30']))(
    'asks for payment of the interval %s, in development too',
    async (interval) => {
      const { service, path } = quiet;

      await expectNothingWritten(service, () => service.call('GET', `${path}/backup?interval=${interval}`), {
        status: 402,
        error: 'pagamento_necessario',
        names: ['interval', '0.05 USD'],
      });
    },
  );

  itThorough('creates the monitor with a first signal that carries a long log', async () => {
    const { who, path } = await fleetOwner();

    const { status, json } = await service.call('POST', `${path}/backup/fail`, {
      body: 'x'.repeat(1_000_000),
    });

    expect({ status, created: json['created'] }).toEqual({ status: 200, created: true });
    expect(await eventsOf(who, json['endpoint_id'])).toMatchObject([{ kind: 'fail', has_body: true }]);
  });

  itThorough('costs one read of the table more than a ping by id', async () => {
    const { path } = await fleetOwner();
    const { json } = await service.call('GET', `${path}/backup`);
    const callsOf = async (target: string) => {
      const calls: TableCall[] = [];
      const watch = { before: (call: TableCall) => void calls.push(call) };
      await watchingTable(service, watch, () => service.call('GET', target));
      return { reads: calls.filter(({ reads }) => reads).length, all: calls.length };
    };

    service.clock.advance(1);
    const byId = await callsOf(`/in/${json['endpoint_id']}`);
    service.clock.advance(1);
    const byKey = await callsOf(`${path}/backup`);

    expect(byId).toEqual({ reads: 0, all: 1 });
    expect(byKey).toEqual({ reads: 1, all: 2 });
  });
});

describe('an ingest key', () => {
  it.each([
    ['unknown', `hpk_${'A'.repeat(43)}`],
    ['too short', 'hpk_abc'],
    ['too long', `hpk_${'A'.repeat(44)}`],
    ['with a foreign character', `hpk_${'A'.repeat(42)}-`],
    ['in capitals', `HPK_${'A'.repeat(43)}`],
    ['empty', 'hpk_'],
    ['that names a property of objects', 'hpk___proto__'],
  ])('that is %s is 404 in every form', async (_what, key) => {
    const { service } = quiet;
    const before = await contentsOf(service);

    for (const path of ['/backup', '/backup/start', '/backup/fail', '/backup/0', '/backup?interval=1']) {
      const reply = await service.call('GET', `/in/${key}${path}`);
      expectRefusal(reply, { status: 404, error: 'not_found' });
    }

    expect(await contentsOf(service)).toEqual(before);
  });

  it('without a slug is no monitor id: 404', async () => {
    const { service, path } = quiet;

    await expectNothingWritten(service, () => service.call('GET', path), { status: 404, error: 'not_found' });
  });

  it.each(casesOf(1, ['/backup/stop', '/backup/start/now', '/backup/0/0']))(
    'takes no signal %s: 404',
    async (signal) => {
      const { service, path } = quiet;

      await expectNothingWritten(service, () => service.call('GET', path + signal), {
        status: 404,
        error: 'not_found',
      });
    },
  );

  it.each(casesOf(2, ['256', '-1', '1.5', '1000']))('refuses the exit code %s', async (code) => {
    const { service, path } = quiet;

    await expectNothingWritten(service, () => service.call('GET', `${path}/backup/${code}`), {
      status: 400,
      error: 'exit_code_fora_da_faixa',
      names: [code],
    });
  });

  it('takes start, fail and exit codes, and measures a run by its id', async () => {
    const { who, path } = await fleetOwner();

    const start = await service.call('GET', `${path}/backup/start?rid=r1`);
    const id = start.json['endpoint_id'];
    expect(await listed(who)).toMatchObject([{ state: 'waiting', last_event_at: null, last_run_id: 'r1' }]);
    service.clock.advance(5);
    const zero = await service.call('POST', `${path}/backup/0?rid=r1`);
    expect(await listed(who)).toMatchObject([{ state: 'ok', last_duration_ms: 5_000, last_run_id: null }]);
    const three = await service.call('GET', `${path}/backup/3`);
    const fail = await service.call('POST', `${path}/backup/fail`);

    const known = { ok: true, endpoint_id: id, created: false };
    expect(start.json).toEqual({ ...known, created: true, kind: 'start' });
    expect(zero.json).toEqual({ ...known, kind: 'ping' });
    expect(three.json).toEqual({ ...known, kind: 'fail' });
    expect(fail.json).toEqual({ ...known, kind: 'fail' });
    expect(await listed(who)).toMatchObject([{ alert_pending: 'fail' }]);
    const events = (await eventsOf(who, id)).map(({ kind, rid, exit_code, duration_ms, source }) =>
      [kind, rid, exit_code, duration_ms, source].join(' '),
    );
    expect(events.toSorted()).toEqual(
      ['fail  3  get', 'fail    post', 'ping r1 0 5000 post', 'start r1   get'].toSorted(),
    );
  });

  it('opens no monitor of another owner who uses the same slug', async () => {
    const [alice, bob] = [await fleetOwner(), await fleetOwner()];

    const hers = await service.call('GET', `${alice.path}/backup`);
    const his = await service.call('GET', `${bob.path}/backup`);

    expect(his.json['created']).toBe(true);
    expect(his.json['endpoint_id']).not.toBe(hers.json['endpoint_id']);
    expect((await listed(alice.who)).map(({ id }) => id)).toEqual([hers.json['endpoint_id']]);
    expect((await listed(bob.who)).map(({ id }) => id)).toEqual([his.json['endpoint_id']]);
    expect((await bob.who.call('GET', `/api/endpoints/${hers.json['endpoint_id']}`)).status).toBe(404);
  });

  it('creates nothing when a link previewer or a browser opens its URL', async () => {
    const { path } = await fleetOwner();
    const before = await contentsOf(service);

    for (const headers of [{ purpose: 'prefetch' }, { 'user-agent': 'Slackbot-LinkExpanding 1.0' }]) {
      const { status, text } = await service.call('GET', `${path}/backup`, { headers });
      expect([status, text.includes('<form method="post">')]).toEqual([200, true]);
    }

    expect(await contentsOf(service)).toEqual(before);
  });
});

describe('simultaneous first pings', () => {
  it('of one slug create one monitor and lose no ping', async () => {
    const { who, path } = await fleetOwner();

    const replies = await Promise.all(
      Array.from({ length: 50 }, () => service.call('GET', `${path}/backup`)),
    );

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(replies.filter(({ json }) => json['created'] === true)).toHaveLength(1);
    const ids = new Set(replies.map(({ json }) => json['endpoint_id']));
    expect((await listed(who)).map(({ id }) => id)).toEqual([...ids]);
    expect(await used(service, who)).toBe(1);
    expect(await eventsOf(who, String([...ids][0]))).toHaveLength(50);
  });

  itThorough('of 14 slugs create the ten that are free', async () => {
    const { who, path } = await fleetOwner();

    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, index) => service.call('GET', `${path}/job-${index}`)),
    );

    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 402)).toHaveLength(4);
    expect(await listed(who)).toHaveLength(10);
    expect(await used(service, who)).toBe(10);
  });
});

describe.each(['dev', 'live'] as const)('the free allowance in %s billing', (billingMode) => {
  let alice: Awaited<ReturnType<typeof fleetOwner>>;

  const own = shared(() => startTestService({ billingMode }));
  beforeAll(async () => {
    alice = await fleetOwner(own);
    for (let index = 0; index < 10; index += 1) await own.call('GET', `${alice.path}/job-${index}`);
  });

  it.each(casesOf(2, ['', '/start', '/fail', '/0']))(
    'refuses the eleventh slug%s and writes nothing',
    async (signal) => {
      await expectNothingWritten(own, () => own.call('GET', `${alice.path}/job-10${signal}`), {
        status: 402,
        error: 'pagamento_necessario',
        names: ['monitor', '0.10 USD'],
      });
    },
  );

  itThorough('looks into no ledger for a slug that it refuses', async () => {
    const calls: TableCall[] = [];

    const { status } = await watchingTable(own, { before: (call) => void calls.push(call) }, () =>
      own.call('GET', `${alice.path}/job-10`),
    );

    expect(status).toBe(402);
    expect(calls.map(({ command }) => command)).not.toContain('QueryCommand');
  });

  it('says how to pay, and still takes the pings of the ten', async () => {
    const refused = await own.call('POST', `${alice.path}/job-10`);
    const known = await own.call('GET', `${alice.path}/job-9`);

    expect(refused.json['accepts']).toMatchObject([{ scheme: 'exact', maxAmountRequired: '100000' }]);
    expect([known.status, known.json['created']]).toEqual([200, false]);
  });

  itThorough('revives a deleted slug only while there is room', async () => {
    const { who, path } = await fleetOwner(own);
    const { json } = await own.call('GET', `${path}/backup?interval=300`);
    const id = json['endpoint_id'];
    await who.call('DELETE', `/api/endpoints/${id}`);
    expect((await own.call('GET', `/in/${id}`)).status).toBe(404);
    for (let index = 0; index < 10; index += 1) await own.call('GET', `${path}/job-${index}`);

    await expectNothingWritten(own, () => own.call('GET', `${path}/backup`), {
      status: 402,
      error: 'pagamento_necessario',
    });
    const [spare] = (await listed(who)).filter(({ name }) => name === 'job-0');
    await who.call('DELETE', `/api/endpoints/${spare?.['id']}`);
    const revived = await own.call('GET', `${path}/backup`);

    expect(revived.json).toEqual({ ok: true, endpoint_id: id, created: true });
    expect((await own.call('GET', `/in/${id}`)).status).toBe(200);
    expect((await own.call('GET', `${path}/job-0`)).status).toBe(402);
    expect(await eventsOf(who, id)).toHaveLength(3);
    expect(await used(own, who)).toBe(10);
  });
});

describe('a slug that comes back after a deletion', () => {
  it('keeps its id and history, and its incidents count on under new alert ids', async () => {
    await using own = await startTestService();
    await using receiver = await startReceiver();
    const { who, path } = await fleetOwner(own);
    const first = await own.call('GET', `${path}/backup?interval=300`);
    const id = first.json['endpoint_id'];
    const goSilent = async () => {
      await who.call('PATCH', `/api/endpoints/${id}`, { alert_url: receiver.url });
      own.clock.advance(301);
      await own.check();
    };
    await goSilent();
    await who.call('DELETE', `/api/endpoints/${id}`);
    own.clock.advance(3_600);

    const revived = await own.call('GET', `${path}/backup?interval=300`);
    expect(await listed(who)).toMatchObject([
      { id, state: 'ok', active: true, miss_count: 0, alert_pending: null, alert_url: null },
    ]);
    await goSilent();

    expect(revived.json).toEqual({ ok: true, endpoint_id: id, created: true });
    expect(
      receiver.received.map(({ json }) => [json['reason'], json['incident'], json['down_since']]),
    ).toEqual([
      ['silence', 1, '2027-03-01T12:05:00.000Z'],
      ['silence', 2, '2027-03-01T13:10:01.000Z'],
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    expect(await eventsOf(who, id)).toHaveLength(2);
    expect(await listed(who)).toHaveLength(1);
  });

  itThorough('stays listed once it is past the 30 days of a deleted one', async () => {
    await using own = await startTestService();
    const { who, path } = await fleetOwner(own);
    const { json } = await own.call('GET', `${path}/backup`);
    await who.call('DELETE', `/api/endpoints/${json['endpoint_id']}`);
    await own.call('GET', `${path}/backup`);

    own.clock.advance(31 * 86_400);

    expect(await listed(who)).toMatchObject([{ id: json['endpoint_id'], active: true }]);
    const lasting = (await contentsOf(own)).filter((item) =>
      ['MON', `MON#${json['endpoint_id']}`].includes(String(item['sk'])),
    );
    expect(lasting).toHaveLength(2);
    for (const item of lasting) expect(item).not.toHaveProperty('ttl');
  });

  itThorough('is created once by simultaneous pings', async () => {
    const { who, path } = await fleetOwner();
    const { json } = await service.call('GET', `${path}/backup`);
    await who.call('DELETE', `/api/endpoints/${json['endpoint_id']}`);

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => service.call('GET', `${path}/backup`)),
    );

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(replies.filter((reply) => reply.json['created'] === true)).toHaveLength(1);
    expect(await used(service, who)).toBe(1);
    expect(await eventsOf(who, json['endpoint_id'])).toHaveLength(11);
  });
});
