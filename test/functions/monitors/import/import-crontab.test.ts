import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { casesOf, itThorough, rounds } from '../../../support/thorough.ts';

const service = shared(startTestService);

const post = (
  text: string | Buffer,
  who: { token?: string },
  query = '',
  type = 'text/plain',
  at = service,
) =>
  at.call('POST', `/api/import/crontab${query}`, {
    ...(who.token !== undefined && { token: who.token }),
    body: text,
    headers: { 'content-type': type },
  });
const apply = (text: string, who: Person, at = service) => post(text, who, '?apply=1', 'text/plain', at);
const jobs = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index % 60} ${index % 24} * * * job-${index}`).join('\n');
const listed = async (who: Person): Promise<Reply['json'][]> =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'];

describe('a line that runs by the command rollcall', () => {
  const TEXT = [
    '30 2 * * * /usr/local/bin/rollcall run --synced Nightly_Backup -- /usr/local/bin/backup.sh --all',
    `@daily cd /srv && rollcall run clean --cron '0 0 * * *' -- ./clean >/dev/null`,
    '0 5 * * * plain',
  ].join('\n');

  it('already monitored by the monitor of its name, gets no call, and before its first run none is made', async () => {
    const alice = await service.guest();
    await fetch(`${service.url}/in/${await alice.ingestKey()}/nightly-backup`);
    const [{ id }] = (await listed(alice)) as [Reply['json']];

    const { json } = await apply(TEXT, alice);

    expect(json).toMatchObject({
      would_create: 1,
      recognized: [
        { line: 1, name: 'backup.sh --all', command: '/usr/local/bin/backup.sh --all' },
        { line: 3, name: 'plain' },
      ],
      existing: [{ line: 1, id }],
      ignored: [
        {
          line: 2,
          text: '0 0 * * * cd /srv && ./clean >/dev/null',
          note: expect.stringContaining('as clean'),
        },
      ],
      created: [{ line: 3, name: 'plain' }],
      calls: [{ line: 3 }],
    });
    expect(await listed(alice)).toHaveLength(2);
    expect((await apply(TEXT, alice)).json).toMatchObject({ would_create: 0, created: [] });
  });

  it('is told where it is all that there is, and a monitor that was imported by another line is not taken for it', async () => {
    const alice = await service.guest();
    await apply('0 3 * * * job', alice);

    const { status, json } = await post('0 3 * * * rollcall run job -- job', alice);

    expect(status).toBe(200);
    expect(json).toMatchObject({ would_create: 0, existing: [], recognized: [], ignored: [{ line: 1 }] });
  });
});

describe('a line that pings by itself', () => {
  it.each([
    ['an ingest key', (key: string) => `job.sh && curl -fsS ${service.url}/in/${key}/Nightly_Backup`],
    [
      'an ingest key, with its exit code',
      (key: string) => `job.sh; wget -qO- http://x/in/${key}/nightly-backup/$?`,
    ],
    ['the command rollcall', () => 'job.sh && /usr/local/bin/rollcall ping nightly-backup'],
  ])('by %s is watched by that monitor, and before its first ping none is made', async (_how, command) => {
    const alice = await service.guest();
    const key = await alice.ingestKey();
    const text = `30 2 * * * ${command(key)}\n0 5 * * * plain`;

    const early = (await post(text, alice)).json;
    expect(early).toMatchObject({ would_create: 1, recognized: [{ line: 2 }], calls: [{ line: 2 }] });
    expect(early['ignored']).toMatchObject([{ line: 1, note: expect.stringContaining('as nightly-backup') }]);
    await fetch(`${service.url}/in/${key}/nightly-backup`);
    const [{ id }] = (await listed(alice)) as [Reply['json']];

    const { json } = await apply(text, alice);

    expect(json).toMatchObject({ would_create: 1, existing: [{ line: 1, id }], created: [{ line: 2 }] });
    expect(JSON.stringify(json)).not.toContain(key);
  });

  it('by the UUID of a check that came along is watched by its monitor', async () => {
    const alice = await service.guest();
    const uuid = '6d1f0c2e-31a5-4e6b-9d0f-3b1d6f2a9c11';
    await alice.call('POST', '/api/import/healthchecks?apply=1', { checks: [{ uuid, name: 'backup' }] });
    const [{ id }] = (await listed(alice)) as [Reply['json']];

    const { json } = await post(`30 2 * * * job && curl -m 10 https://hc-ping.com/${uuid}`, alice);

    expect(json).toMatchObject({ would_create: 0, existing: [{ line: 1, id }] });
    // There it is not pinged here yet.
    expect(json['calls']).toMatchObject([{ line: 1, after: expect.any(Number) }]);
    const moved = await post(`30 2 * * * job && curl -m 10 ${service.url}/ping/${uuid}`, alice);
    expect(moved.json['calls']).toEqual([{ line: 1, why: 'it already pings' }]);
  });
});

describe('the grace of an import', () => {
  const TEXT = '0 4 * * * backup-db.sh\n*/10 * * * * sync.sh\n';
  const graces = async (who: Person) =>
    (await listed(who)).map(({ name, grace_sec: sec }) => [name, sec]).sort();

  it('fits the gap between the runs of each line, as the proposal says', async () => {
    const alice = await service.guest();

    const proposed = (await post(TEXT, alice)).json;
    await apply(TEXT, alice);

    expect(proposed['recognized'].map(({ grace_sec: sec }: Reply['json']) => sec)).toEqual([3_600, 120]);
    expect(await graces(alice)).toEqual([['backup-db.sh', 3_600], ['sync.sh', 120]]); // prettier-ignore
  });

  it('tells no job as silent that ends five minutes after its time', async () => {
    await using own = await startTestService();
    const alice = await own.guest();
    const { json } = await apply('0 13 * * * backup-db.sh', alice, own);
    const { ingest_url: url } = json['created'][0];
    await fetch(url);
    own.clock.advance(25 * 3_600 + 180);
    await own.check();

    expect((await alice.call('GET', '/api/endpoints')).json['endpoints'][0]).toMatchObject({
      state: 'ok', miss_count: 0,
    }); // prettier-ignore
  });

  it('is the one that is asked for, for every line', async () => {
    const alice = await service.guest();

    const proposed = (await post(TEXT, alice, '?grace_sec=600')).json;
    await post(TEXT, alice, '?apply=1&grace_sec=600');

    expect(proposed['recognized'].map(({ grace_sec: sec }: Reply['json']) => sec)).toEqual([600, 600]);
    expect(await graces(alice)).toEqual([['backup-db.sh', 600], ['sync.sh', 600]]); // prettier-ignore
  });

  it.each(['29', '86401', 'x', '1.5', ''])('is refused for grace_sec=%s', async (text) => {
    const alice = await service.guest();
    await expectNothingWritten(service, () => post(TEXT, alice, `?apply=1&grace_sec=${text}`), {
      status: 400,
      error: 'grace_invalido',
    });
  });
});

describe('importCrontab without apply', () => {
  it('proposes the jobs and writes nothing', async () => {
    const alice = await service.guest();
    const before = await contentsOf(service);

    const { status, json } = await post('0 3 * * * /usr/local/bin/backup.sh --full\n', alice);

    expect(status).toBe(200);
    expect(json).toEqual({
      applied: false,
      recognized: [
        {
          line: 1,
          cron: '0 3 * * *',
          tz: null,
          name: 'backup.sh --full',
          command: '/usr/local/bin/backup.sh --full',
          grace_sec: 3_600,
        },
      ],
      ignored: [],
      existing: [],
      calls: [{ line: 1, after: 41 }],
      would_create: 1,
      free_tier: { limit: 10, used: 0, free_left: 10, fits: true },
    });
    expect(await contentsOf(service)).toEqual(before);
  });

  it.each(['?apply=false', '?apply=0', ''])('only proposes with %s', async (query) => {
    const alice = await service.guest();
    const before = await contentsOf(service);

    const { status, json } = await post('0 3 * * * backup', alice, query);

    expect([status, json['applied'], json['would_create']]).toEqual([200, false, 1]);
    expect(json).not.toHaveProperty('created');
    expect(await contentsOf(service)).toEqual(before);
  });

  it('says when the jobs do not fit the free allowance, without refusing the proposal', async () => {
    const alice = await service.guest();
    await alice.createMonitor();

    const { status, json } = await post(jobs(10), alice);

    expect(status).toBe(200);
    expect(json['free_tier']).toEqual({ limit: 10, used: 1, free_left: 9, fits: false });
  });

  it.each([
    ['LF', '0 3 * * * backup\n5 4 * * * report\n'],
    ['CRLF', '0 3 * * * backup\r\n5 4 * * * report\r\n'],
    ['no line end at the end', '0 3 * * * backup\n5 4 * * * report'],
    ['tabs', '0\t3\t*\t*\t*\tbackup\n5\t4 * *\t*\t\treport\n'],
    ['leading spaces', '  0 3 * * * backup\n \t5 4 * * * report\n'],
    ['a byte order mark', '\uFEFF0 3 * * * backup\n5 4 * * * report\n'],
  ])('reads a crontab with %s', async (_what, text) => {
    const { json } = await post(text, await service.guest());

    expect(json['recognized']).toMatchObject([
      { line: 1, cron: '0 3 * * *', tz: null, name: 'backup', command: 'backup' },
      { line: 2, cron: '5 4 * * *', tz: null, name: 'report', command: 'report' },
    ]);
    expect(json['ignored']).toEqual([]);
  });

  it('takes a content type with a character set', async () => {
    const { status } = await post('0 3 * * * backup', await service.guest(), '', 'Text/Plain; charset=utf-8');

    expect(status).toBe(200);
  });

  it.each([
    ['@hourly', '0 * * * *'],
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@weekly', '0 0 * * 0'],
    ['@monthly', '0 0 1 * *'],
    ['@yearly', '0 0 1 1 *'],
    ['@annually', '0 0 1 1 *'],
  ])('turns %s into %s', async (nickname, cron) => {
    const { json } = await post(`${nickname} backup`, await service.guest());

    expect(json['recognized']).toMatchObject([
      { line: 1, cron, tz: null, name: 'backup', command: 'backup' },
    ]);
  });

  it('lists what it ignores with line number, reason and masked text', async () => {
    const text = [
      '# m h dom mon dow command',
      '',
      'MAILTO=ops@example.com',
      'DB_PASSWORD = hunter2 hunter3',
      '@reboot /opt/start.sh --token hunter2hunter2',
      '61 3 * * * backup --password=hunter2hunter2',
      '@never backup',
      'hello world',
      '0 3 * * *',
      '#5 4 * * * mysql -uroot -phunter2 shop',
      '0 3 * * * backup',
    ].join('\n');

    const { json } = await post(text, await service.guest());

    expect(json['ignored']).toEqual([
      { line: 1, reason: 'comentario', text: '# m h dom mon dow command' },
      { line: 3, reason: 'variavel', text: 'MAILTO=ops@example.com' },
      { line: 4, reason: 'variavel', text: 'DB_PASSWORD = ***' },
      { line: 5, reason: 'reboot', text: '@reboot /opt/start.sh --token ***' },
      { line: 6, reason: 'cron_invalido', text: '61 3 * * * backup --password=***' },
      { line: 7, reason: 'cron_invalido', text: '@never backup' },
      { line: 8, reason: 'nao_reconhecida', text: 'hello world' },
      { line: 9, reason: 'nao_reconhecida', text: '0 3 * * *' },
      { line: 10, reason: 'comentario', text: '#5 4 * * * mysql -uroot -p*** shop' },
    ]);
    expect(json['recognized'].map((each: Reply['json']) => each['line'])).toEqual([11]);
  });

  it('ignores a schedule that never comes within 366 days', async () => {
    const { json } = await post('0 0 30 2 * never\n0 3 * * * backup', await service.guest());

    expect(json['ignored']).toEqual([{ line: 1, reason: 'cron_invalido', text: '0 0 30 2 * never' }]);
    expect(json['would_create']).toBe(1);
  });

  it('leaves out the user column of a system crontab', async () => {
    const text = [
      '# m h dom mon dow user  command',
      '17 *  * * *  root  cd / && run-parts --report /etc/cron.hourly',
      '0 3   * * *  www-data  php artisan schedule:run',
    ].join('\n');

    const { json } = await post(text, await service.guest());

    expect(json['recognized']).toMatchObject([
      { line: 2, command: 'cd / && run-parts --report /etc/cron.hourly' },
      { line: 3, name: 'php artisan schedule:run', command: 'php artisan schedule:run' },
    ]);
  });

  it('keeps the first word of a personal crontab', async () => {
    const { json } = await post('0 3 * * * mysql --batch report', await service.guest());

    expect(json['recognized']).toMatchObject([{ command: 'mysql --batch report' }]);
  });

  it('reads the lines after CRON_TZ in that zone and says so, and no line in the zone of TZ', async () => {
    const text = [
      'TZ=Asia/Tokyo',
      '0 1 * * * one',
      'CRON_TZ=America/Sao_Paulo',
      '0 2 * * * two',
      'CRON_TZ="Europe/Berlin"',
      '0 3 * * * three',
      'CRON_TZ=Mars/Olympus',
      '0 4 * * * four',
    ].join('\n');

    const { json } = await post(text, await service.guest());

    expect(json['recognized'].map((each: Reply['json']) => [each['line'], each['tz']])).toEqual([
      [2, null],
      [4, 'America/Sao_Paulo'],
      [6, 'Europe/Berlin'],
    ]);
    expect(json['recognized'][1]['note']).toContain('Debian');
    expect(json['ignored'][0]).toEqual({ line: 1, reason: 'variavel', text: 'TZ=Asia/Tokyo' });
    expect(json['ignored'].at(-1)).toMatchObject({
      line: 8,
      reason: 'cron_invalido',
      text: '0 4 * * * four',
      note: expect.stringContaining('Mars/Olympus'),
    });
  });

  it('takes the zone of the host from ?tz=', async () => {
    const alice = await service.guest();
    const text = '0 1 * * * one\nCRON_TZ=UTC\n0 2 * * * two';

    const { json } = await post(text, alice, '?apply=1&tz=America/Sao_Paulo');

    expect(json['created']).toHaveLength(2);
    const zones = (await listed(alice)).map((monitor) => [monitor['name'], monitor['tz']]);
    expect(zones.sort()).toEqual([
      ['one', 'America/Sao_Paulo'],
      ['two', 'UTC'],
    ]);
  });
});

describe('importCrontab refuses, and writes nothing', () => {
  it.each([
    ['Mars/Olympus', ['tz', 'Mars/Olympus']],
    ['BST', ['tz', 'BST', 'Europe/London']],
    ['', ['tz']],
  ])('the zone %j', async (tz, names) => {
    const alice = await service.guest();

    for (const query of [`?tz=${tz}`, `?apply=1&tz=${tz}`]) {
      await expectNothingWritten(service, () => post('0 3 * * * backup', alice, query), {
        status: 400,
        error: 'tz_invalida',
        names,
      });
    }
  });

  it.each([
    ['an empty text', ''],
    ['blank lines', '\n \n\t\n'],
    ['comments and variables', '# nothing\nMAILTO=ops@example.com\n'],
    ['@reboot alone', '@reboot start\n'],
    ['a schedule that never comes', '0 0 30 2 * never'],
    ['prose', 'no crontab for alice'],
  ])('%s: crontab_sem_agenda', async (_what, text) => {
    const alice = await service.guest();

    for (const query of ['', '?apply=1']) {
      await expectNothingWritten(service, () => post(text, alice, query), {
        status: 400,
        error: 'crontab_sem_agenda',
        names: ['schedule'],
      });
    }
  });

  it('a text of more than 256 kB', async () => {
    const alice = await service.guest();
    const ofBytes = (bytes: number) => `0 3 * * * backup\n#${'x'.repeat(bytes - 18)}`;

    await expectNothingWritten(service, () => post(ofBytes(256_001), alice, '?apply=1'), {
      status: 413,
      error: 'corpo_grande',
      names: ['256000', '256001'],
    });
    expect((await post(ofBytes(256_000), alice)).status).toBe(200);
  });

  it.each([
    ['with a line end at the end', '\n'],
    ['without one', ''],
  ])('more than 1,000 lines %s', async (_what, end) => {
    const alice = await service.guest();
    const lines = (count: number) => `0 3 * * * backup\n${'#\n'.repeat(count - 2)}#${end}`;

    await expectNothingWritten(service, () => post(lines(1_001), alice, '?apply=1'), {
      status: 413,
      error: 'corpo_grande',
      names: ['1000', '1001'],
    });
    const { status, json } = await post(lines(1_000), alice);
    expect([status, json['ignored'].length]).toEqual([200, 999]);
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/html', 'text/plainer'])(
    'the content type %s',
    async (type) => {
      const alice = await service.guest();

      await expectNothingWritten(service, () => post('0 3 * * * backup', alice, '?apply=1', type), {
        status: 415,
        error: 'tipo_nao_suportado',
        names: ['text/plain', type],
      });
    },
  );

  it('bytes and character sets that are not UTF-8', async () => {
    const alice = await service.guest();
    const latin1 = Buffer.from('0 3 * * * caf\u00e9', 'latin1');

    await expectNothingWritten(service, () => post(latin1, alice, '?apply=1'), {
      status: 400,
      error: 'corpo_invalido',
      names: ['UTF-8'],
    });
    await expectNothingWritten(service, () => post(latin1, alice, '?apply=1', 'text/plain; charset=latin1'), {
      status: 415,
      error: 'tipo_nao_suportado',
      names: ['charset', 'latin1'],
    });
  });

  it.each([
    ['no credential', {}, 'credencial_ausente'],
    ['a token of nobody', { token: `hp_${'A'.repeat(43)}` }, 'credencial_invalida'],
  ])('%s', async (_what, who, error) => {
    await expectNothingWritten(service, () => post('0 3 * * * backup', who, '?apply=1'), {
      status: 401,
      error,
    });
  });

  it('300 lines past the allowance in live billing, with one payment option for all of them', async () => {
    await using live = await startTestService({ billingMode: 'live' });
    const alice = await live.guest();

    await expectNothingWritten(live, () => apply(jobs(300), alice, live), {
      status: 402,
      error: 'pagamento_necessario',
      names: ['290', '0.10 USD'],
    });
    const refused = await apply(jobs(11), alice, live);
    expect(refused.json['accepts']).toMatchObject([{ maxAmountRequired: '100000', scheme: 'exact' }]);
    expect((await apply(jobs(10), alice, live)).json['created']).toHaveLength(10);
  });
});

describe('importCrontab with apply=1', () => {
  it('creates every job with its schedule and zone, listed and ready for pings', async () => {
    const alice = await service.guest();
    const text = [
      '0 3 * * * /usr/local/bin/backup.sh',
      'CRON_TZ=America/Sao_Paulo',
      '@daily report',
      `30 4 * * 1 /opt/long/${'word-'.repeat(40)}end`,
    ].join('\n');

    const { status, json } = await apply(text, alice);

    expect(status).toBe(200);
    expect(json).toMatchObject({ applied: true, would_create: 3, existing: [] });
    const created: Reply['json'][] = json['created'];
    expect(created.map(({ line }) => line)).toEqual([1, 3, 4]);
    const monitors = await listed(alice);
    expect(monitors).toHaveLength(3);
    const byName = new Map(monitors.map((monitor) => [monitor['name'], monitor]));
    expect(byName.get('backup.sh')).toMatchObject({
      cron: '0 3 * * *',
      tz: 'UTC',
      grace_sec: 3_600,
      interval_sec: 86_400,
      state: 'waiting',
      next_expected_at: '2027-03-02T03:00:00.000Z',
    });
    expect(byName.get('report')).toMatchObject({
      cron: '0 0 * * *',
      tz: 'America/Sao_Paulo',
      next_expected_at: '2027-03-02T03:00:00.000Z',
    });
    for (const each of created) {
      expect([...String(each['name'])].length).toBeLessThanOrEqual(80);
      expect(byName.get(each['name'])).toMatchObject({ id: each['id'], ingest_url: each['ingest_url'] });
      expect(each['ingest_url']).toBe(`${service.url}/in/${each['id']}`);
      expect((await service.call('GET', `/in/${each['id']}`)).json).toEqual({ ok: true });
    }
    expect((await listed(alice)).map((monitor) => monitor['state'])).toEqual(['ok', 'ok', 'ok']);
  });

  it('keeps the monitors of Alice from Bob', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    const { json } = await apply('0 3 * * * backup', alice);

    expect(await listed(bob)).toEqual([]);
    expect((await bob.call('GET', `/api/endpoints/${json['created'][0].id}`)).status).toBe(404);
    expect((await apply('0 3 * * * backup', bob)).json).toMatchObject({ existing: [], would_create: 1 });
  });

  it('recreates nothing when repeated and lists what exists', async () => {
    const alice = await service.guest();
    const first = await apply(jobs(4), alice);
    const before = await contentsOf(service);

    const { status, json } = await apply(jobs(4), alice);

    expect(status).toBe(200);
    expect(json).toMatchObject({ applied: true, would_create: 0, created: [] });
    expect(json['existing'].map((each: Reply['json']) => [each['line'], each['id']])).toEqual(
      first.json['created'].map((each: Reply['json']) => [each['line'], each['id']]),
    );
    expect(await contentsOf(service)).toEqual(before);
  });

  it('creates only what a later crontab adds', async () => {
    const alice = await service.guest();
    await apply('0 3 * * * backup', alice);

    const { json } = await apply(
      '0 3 * * * backup\n0 4 * * * backup\nCRON_TZ=Europe/Berlin\n0 3 * * * backup',
      alice,
    );

    expect(json['existing'].map((each: Reply['json']) => each['line'])).toEqual([1]);
    expect(json['created'].map((each: Reply['json']) => each['line'])).toEqual([2, 4]);
    expect(await listed(alice)).toHaveLength(3);
  });

  it('makes a monitor of each of two equal lines, and none again', async () => {
    const alice = await service.guest();

    const first = await apply('0 3 * * * backup\n0 3 * * * backup', alice);
    const again = await apply('0 3 * * * backup\n0 3 * * * backup', alice);

    expect(first.json['created']).toHaveLength(2);
    expect(again.json).toMatchObject({ created: [], would_create: 0 });
    expect(new Set(again.json['existing'].map((each: Reply['json']) => each['id'])).size).toBe(2);
  });

  it('knows the monitor of a line by what the line said, renamed and rescheduled since or not', async () => {
    const alice = await service.guest();
    const { json: first } = await apply('0 3 * * * backup\n0 4 * * * report', alice);
    const [backup, report] = first['created'].map((each: Reply['json']) => each['id']);
    await alice.call('PATCH', `/api/endpoints/${backup}`, { name: 'Backup of the shop' });
    await alice.call('PATCH', `/api/endpoints/${report}`, { cron: '30 4 * * *', tz: 'Europe/Berlin' });

    const { json: same } = await apply('0 3 * * * backup\n0 4 * * * report', alice);
    const { json: changed } = await apply('5 3 * * * backup\n0 4 * * * report', alice);

    expect(same['existing'].map((each: Reply['json']) => each['id'])).toEqual([backup, report]);
    expect(same['created']).toEqual([]);
    expect(changed['existing'].map((each: Reply['json']) => each['id'])).toEqual([report]);
    expect(changed['created']).toMatchObject([{ line: 1, name: 'backup' }]);
    expect(await listed(alice)).toHaveLength(3);
  });

  it('takes a monitor that was created by hand for the line', async () => {
    const alice = await service.guest();
    const monitor = await alice.createMonitor({ name: 'backup', interval_sec: undefined, cron: '0 3 * * *' });

    const { json } = await apply('0  3 * * * backup', alice);

    expect(json).toMatchObject({ would_create: 0, existing: [{ line: 1, id: monitor['id'] }] });
  });

  it('knows a line by the ping URL that it calls, old or new, and by none of a stranger', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    const mine = await alice.createMonitor({ name: 'by hand' });
    const other = await alice.createMonitor({ name: 'job', interval_sec: undefined, cron: '0 4 * * *' });
    const theirs = await bob.createMonitor({ name: 'job' });
    const { json: rotated } = await alice.call('POST', `/api/endpoints/${mine['id']}/rotate`);
    const line = (at: number, url: unknown) =>
      `0 ${at} * * * job; curl -fsS -m 10 --retry 5 -o /dev/null ${String(url)}/$?`;
    const text = [line(3, mine['ingest_url']), line(4, theirs['ingest_url']), line(5, theirs['ingest_url'])];

    const { json } = await apply(text.join('\n'), alice);

    expect(json['existing']).toMatchObject([
      { line: 1, name: 'job', command: 'job', id: rotated['id'], ingest_url: rotated['ingest_url'] },
      { line: 2, id: other['id'], ingest_url: other['ingest_url'] },
    ]);
    expect(json['created']).toMatchObject([{ line: 3, name: 'job' }]);
    expect((await listed(alice)).length).toBe(3);
  });

  it('creates a job anew after its monitor was deleted', async () => {
    const alice = await service.guest();
    const first = await apply('0 3 * * * backup', alice);
    await alice.call('DELETE', `/api/endpoints/${first.json['created'][0].id}`);

    const { json } = await apply('0 3 * * * backup', alice);

    expect(json).toMatchObject({ would_create: 1, existing: [], free_tier: { used: 0 } });
    expect(json['created'][0].id).not.toBe(first.json['created'][0].id);
  });

  it('lets 300 lines through in development billing, says so, and repeats none of them', async () => {
    const alice = await service.guest();

    const first = await apply(jobs(300), alice);
    const again = await apply(jobs(300), alice);

    expect(first.status).toBe(200);
    expect(first.json['created']).toHaveLength(300);
    expect(first.json['billing']).toMatchObject({ mode: 'dev', note: expect.stringContaining('290') });
    expect(again.json).toMatchObject({
      would_create: 0,
      created: [],
      free_tier: { used: 300, free_left: 0 },
    });
    expect(again.json['existing']).toHaveLength(300);
    expect(again.json).not.toHaveProperty('billing');
    const monitors = await listed(alice);
    expect(new Set(monitors.map((monitor) => monitor['id'])).size).toBe(300);
    expect(monitors).toHaveLength(300);
  });

  it.each(casesOf(1, [5, 120]))(
    'creates one set when the same import of %i lines comes twice at once',
    async (count) => {
      const alice = await service.guest();

      const replies = await Promise.all([apply(jobs(count), alice), apply(jobs(count), alice)]);

      const sizes = replies.map(({ json }) => [json['created'].length, json['existing'].length]);
      expect(sizes.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
        [0, count],
        [count, 0],
      ]);
      expect(await listed(alice)).toHaveLength(count);
      expect((await post(jobs(count), alice)).json['free_tier']['used']).toBe(count);
    },
  );

  itThorough('stays within the allowance when different imports come at once in live billing', async () => {
    await using live = await startTestService({ billingMode: 'live' });
    const alice = await live.guest();

    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) => apply(jobs(6).replaceAll('job', name), alice, live)),
    );

    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 402, 402]);
    expect(await listed(alice)).toHaveLength(6);
    for (const reply of replies.filter(({ status }) => status === 402))
      expectRefusal(reply, { status: 402, error: 'pagamento_necessario' });
  });
});

const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Where people leave secrets in their crontabs; `S` is the secret. */
const PLACES = [
  '0 3 * * * mysql -uroot -p§ shop',
  '0 3 * * * mysqldump --password="§" --all-databases | gzip > /backup/all.sql.gz',
  '0 3 * * * PGPASSWORD=§ pg_dump shop',
  '0 3 * * * curl -H "Authorization: Bearer §" https://example.com/run',
  '0 3 * * * curl -u admin:§ https://example.com/run',
  '0 3 * * * curl https://bob:§@example.com/run',
  '0 3 * * * curl "https://example.com/run?token=§&x=1"',
  '0 3 * * * backup --api-key § --verbose',
  '61 3 * * * backup --token=§',
  '# 0 3 * * * backup --secret §',
  '@reboot redis-cli -a § ping',
  'SMTP_PASSWORD=first § last',
  'API_TOKEN="§"',
  '0 0 30 2 * backup --password §',
  'backup --password=§',
] as const;

describe('importCrontab and secrets', () => {
  it.each([
    ['influx -username u -password hunter2hunter2', 'influx -username u -password ***'],
    ["influx -password 'hunter2hunter2' x", "influx -password '***' x"],
    ['mongodump -passwd "hunter2hunter2"', 'mongodump -passwd "***"'],
    ['php script.php --pw hunter2hunter2', 'php script.php --pw ***'],
    ['plink -pw hunter2hunter2 host', 'plink -pw *** host'],
    ['node x.js --dbpw hunter2hunter2', 'node x.js --dbpw ***'],
    ['DBPW=hunter2hunter2 run', 'DBPW=*** run'],
    ['ssh-keygen -p -P hunter2hunter2 -N "" -f k', 'ssh-keygen -p -P *** -N "" -f k'],
    ['twine upload -p hunter2hunter2 dist', 'twine upload -p *** dist'],
  ])('masks the secret of %s', async (command, masked) => {
    const { json } = await post(`0 3 * * * ${command}`, await service.guest());

    expect(json['recognized']).toMatchObject([{ command: masked }]);
  });

  it('shows a planted secret neither in its answers, nor in the list, nor in the table', async () => {
    await using own = await startTestService();
    const secret = fc.noShrink(fc.string({ unit: fc.constantFrom(...ALNUM), minLength: 14, maxLength: 40 }));
    const line = fc.record({ place: fc.constantFrom(...PLACES), secret });
    const texts = fc.array(line, { minLength: 1, maxLength: 6 });
    const planted: string[] = [];
    const shownIn = (text: string, secrets: string[]) => secrets.filter((each) => text.includes(each));

    await fc.assert(
      fc.asyncProperty(texts, async (lines) => {
        const secrets = lines.map((each) => each.secret);
        planted.push(...secrets);
        const text = lines.map((each) => each.place.replace('§', () => each.secret)).join('\n');
        const alice = await own.guest();

        const answers = [
          await post(text, alice, '', 'text/plain', own),
          await apply(`${text}\n5 5 * * * last`, alice, own),
          await apply(`${text}\n5 5 * * * last`, alice, own),
          await alice.call('GET', '/api/endpoints'),
        ];

        for (const answer of answers) {
          expect(shownIn(answer.text, secrets), text).toEqual([]);
          expect(shownIn(JSON.stringify([...answer.headers]), secrets), text).toEqual([]);
        }
      }),
      { numRuns: rounds(15, 40) },
    );

    expect(planted.length).toBeGreaterThanOrEqual(rounds(15, 40));
    expect(shownIn(JSON.stringify(await contentsOf(own)), planted)).toEqual([]);
    expect(own.logged).toEqual([]);
  });
});
