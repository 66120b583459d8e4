import { describe, expect, it } from 'vitest';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

/** The rule of production: alert_url is public HTTPS. */
const service = shared(() => startTestService({ allowLoopbackAlerts: false }));
const alice = shared(() => service.guest());

const create = (fields: Record<string, unknown>) =>
  alice.call('POST', '/api/endpoints', { name: 'nightly backup', interval_sec: 300, ...fields });
const scheduled = (fields: Record<string, unknown>) =>
  create({ interval_sec: undefined, cron: '0 3 * * *', ...fields });

describe('createMonitor', () => {
  it('returns a waiting monitor with every field of the specification', async () => {
    const { status, json } = await create({ name: '  nightly backup ', tags: 'Prod, db ,prod' });

    expect(status).toBe(201);
    expect(json).toMatchObject({
      name: 'nightly backup',
      interval_sec: 300,
      cron: null,
      tz: null,
      grace_sec: null,
      next_expected_at: null,
      alert_to: null,
      alert_url: null,
      last_event_at: null,
      last_status: null,
      last_latency_ms: null,
      last_start_at: null,
      last_run_id: null,
      last_duration_ms: null,
      max_duration_sec: null,
      alert_pending: null,
      miss_count: 0,
      alerted_at: null,
      alert_repeat_sec: 86_400,
      alert_after_failures: 1,
      tags: ['db', 'prod'],
      paused_until: null,
      state: 'waiting',
      active: true,
      healthy: false,
      overdue: false,
      waiting_first_ping: true,
      created_at: '2027-03-01T12:00:00.000Z',
    });
    expect(json['id']).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
    expect(json['ingest_url']).toBe(`${service.url}/in/${json['id']}`);
    expect(json).not.toHaveProperty('duration');
  });

  it('returns the read token, its URLs and the templates once, and never stores the token', async () => {
    const { json } = await create({});

    expect(json['token']).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(json['status_url']).toBe(`${service.url}/api/endpoints/${json['id']}?token=${json['token']}`);
    expect(json['events_url']).toBe(
      `${service.url}/api/endpoints/${json['id']}/events?token=${json['token']}`,
    );
    expect(json['curl_example']).toContain(json['ingest_url']);
    expect(Object.keys(json['templates'])).toEqual([
      'ingest_curl',
      'ingest_cron',
      'ingest_n8n',
      'miss_json',
      'recovery_json',
      'miss_url_hint',
    ]);
    expect(JSON.parse(json['templates']['miss_json'])).toMatchObject({
      reason: 'silence',
      endpoint_id: json['id'],
    });
    expect(JSON.parse(json['templates']['recovery_json'])).toMatchObject({ type: 'service.recovery' });
    expect(Object.keys(JSON.parse(json['templates']['recovery_json']))).toEqual(
      expect.arrayContaining(['down_since', 'recovered_at', 'downtime_sec']),
    );
    expect(JSON.stringify(await contentsOf(service))).not.toContain(json['token']);
  });

  it('computes the next run of a schedule forward, in UTC and with 90 s of grace by default', async () => {
    const { json } = await scheduled({});

    expect(json).toMatchObject({
      cron: '0 3 * * *',
      tz: 'UTC',
      grace_sec: 90,
      interval_sec: 86_400,
      next_expected_at: '2027-03-02T03:00:00.000Z',
      state: 'waiting',
    });
  });

  it('reads a schedule in its zone', async () => {
    const { json } = await scheduled({ tz: 'America/Sao_Paulo', grace_sec: 600 });

    expect(json).toMatchObject({
      tz: 'America/Sao_Paulo',
      grace_sec: 600,
      next_expected_at: '2027-03-02T06:00:00.000Z',
    });
  });

  it.each([
    ['a name of 80 characters', { name: 'n'.repeat(80) }, { name: 'n'.repeat(80) }],
    ['80 pictographs', { name: '🦊'.repeat(80) }, { name: '🦊'.repeat(80) }],
    ['a Cyrillic name', { name: 'Резервная копия' }, { name: 'Резервная копия' }],
    ['a Japanese name', { name: '夜間バックアップ' }, { name: '夜間バックアップ' }],
    ['a name with accents', { name: 'cópia diária' }, { name: 'cópia diária' }],
    ['a name that looks like HTML', { name: '<b>1</b> & "2"' }, { name: '<b>1</b> & "2"' }],
    ['the longest interval', { interval_sec: 31_622_400 }, { interval_sec: 31_622_400 }],
    ['the shortest run limit', { max_duration_sec: 60 }, { max_duration_sec: 60 }],
    ['the longest run limit', { max_duration_sec: 86_400 }, { max_duration_sec: 86_400 }],
    ['a run limit of 0 as off', { max_duration_sec: 0 }, { max_duration_sec: null }],
    ['a run limit of null as off', { max_duration_sec: null }, { max_duration_sec: null }],
    ['the shortest repeat', { alert_repeat_sec: 3_600 }, { alert_repeat_sec: 3_600 }],
    ['the longest repeat', { alert_repeat_sec: 2_592_000 }, { alert_repeat_sec: 2_592_000 }],
    ['no repeat as a day', { alert_repeat_sec: null }, { alert_repeat_sec: 86_400 }],
    ['ten failures in a row', { alert_after_failures: 10 }, { alert_after_failures: 10 }],
    ['no number of failures as one', { alert_after_failures: null }, { alert_after_failures: 1 }],
    [
      'a repeat under the interval as the interval',
      { interval_sec: 7_200, alert_repeat_sec: 3_600 },
      { alert_repeat_sec: 7_200 },
    ],
    ['a week of interval as the default repeat', { interval_sec: 604_800 }, { alert_repeat_sec: 604_800 }],
    [
      'eight tags',
      { tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
      { tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
    ],
    [
      'nine tags of which two are the same',
      { tags: 'i,H,g,f,e,d,c,b,B' },
      { tags: ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] },
    ],
    ['a tag of 32 characters', { tags: ['a'.repeat(32)] }, { tags: ['a'.repeat(32)] }],
    ['no tags', { tags: null }, { tags: [] }],
    [
      'a pause of exactly 30 days',
      { paused_until: '2027-03-31T12:00:00Z' },
      { paused_until: '2027-03-31T12:00:00.000Z', state: 'paused' },
    ],
    [
      'a public alert URL',
      { alert_url: 'https://hooks.example.com/a?b=c' },
      { alert_url: 'https://hooks.example.com/a?b=c' },
    ],
    [
      'an alert URL on a high port',
      { alert_url: 'https://example.com:8443/' },
      { alert_url: 'https://example.com:8443/' },
    ],
    [
      'null for everything that is optional',
      { cron: null, tz: null, grace_sec: null, paused_until: null, alert_to: null, alert_url: null },
      { cron: null },
    ],
  ])('accepts %s', async (_what, fields, shown) => {
    const { status, json } = await create(fields);

    expect(status).toBe(201);
    expect(json).toMatchObject(shown);
  });

  it.each([
    ['the shortest grace that is free', { grace_sec: 90 }, { grace_sec: 90 }],
    ['the longest grace', { grace_sec: 86_400 }, { grace_sec: 86_400 }],
    ['the shortest grace', { grace_sec: 30 }, { grace_sec: 30 }],
    [
      'a 29 February within 366 days',
      { cron: '0 0 29 2 *' },
      { next_expected_at: '2028-02-29T00:00:00.000Z' },
    ],
    ['null as the default zone and grace', { tz: null, grace_sec: null }, { tz: 'UTC', grace_sec: 90 }],
  ])('accepts a schedule with %s', async (_what, fields, shown) => {
    const { status, json } = await scheduled(fields);

    expect(status).toBe(201);
    expect(json).toMatchObject(shown);
  });

  it.each([
    ['nome_obrigatorio', 'no name', { name: undefined }, ['name']],
    ['nome_obrigatorio', 'a null name', { name: null }, ['name']],
    ['nome_obrigatorio', 'an empty name', { name: '' }, ['name', 'empty']],
    ['nome_obrigatorio', 'a blank name', { name: ' \t ' }, ['name', 'blank']],
    ['nome_obrigatorio', 'a Hangul filler', { name: '\u3164' }, ['name', 'blank']],
    ['nome_obrigatorio', 'fillers of jamo', { name: '\u115F\u1160 \uFFA0' }, ['name', 'blank']],
    ['nome_obrigatorio', 'an empty braille pattern', { name: '\u2800' }, ['name', 'blank']],
    ['nome_obrigatorio', 'blank hieroglyphs', { name: '\u{13441}\u{13442}' }, ['name', 'blank']],
    ['nome_invalido', 'punctuation around a filler', { name: '-\u3164-' }, ['name', 'letter']],
    ['nome_invalido', 'a number as name', { name: 7 }, ['name', '7']],
    ['nome_invalido', 'a list as name', { name: ['a'] }, ['name', '["a"]']],
    ['nome_invalido', 'an object as name', { name: { a: 1 } }, ['name', '{"a":1}']],
    ['nome_invalido', 'punctuation only', { name: '--- !?' }, ['name', '--- !?']],
    ['nome_invalido', 'a NUL byte', { name: 'a\u0000b' }, ['name', 'control']],
    ['nome_invalido', 'a line end', { name: 'a\r\nBcc: x@example.com' }, ['name', 'control']],
    ['nome_invalido', 'a direction override', { name: 'a\u202Eb' }, ['name', 'format']],
    ['nome_invalido', 'an invisible name', { name: '\u200B' }, ['name']],
    ['nome_invalido', 'half a surrogate pair', { name: 'a\uD800' }, ['name']],
    ['nome_invalido', '81 characters', { name: 'n'.repeat(81) }, ['name', '80', '81']],
    [
      'intervalo_invalido',
      'neither interval nor cron',
      { interval_sec: undefined },
      ['interval_sec', 'cron'],
    ],
    ['intervalo_invalido', 'an interval of 29 s', { interval_sec: 29 }, ['interval_sec', '30', '29']],
    [
      'intervalo_invalido',
      'an interval of 367 days',
      { interval_sec: 31_708_800 },
      ['interval_sec', '31622400', '31708800'],
    ],
    [
      'intervalo_invalido',
      'an interval one second too long',
      { interval_sec: 31_622_401 },
      ['interval_sec', '31622401'],
    ],
    ['intervalo_invalido', 'a fraction', { interval_sec: 300.5 }, ['interval_sec', '300.5']],
    ['intervalo_invalido', 'a text', { interval_sec: '300' }, ['interval_sec', '"300"']],
    ['intervalo_invalido', 'a negative interval', { interval_sec: -300 }, ['interval_sec', '-300']],
    ['intervalo_invalido', 'a huge number', { interval_sec: 1e300 }, ['interval_sec', '1e+300']],
    ['intervalo_invalido', 'true', { interval_sec: true }, ['interval_sec', 'true']],
    ['cron_ou_interval', 'cron and interval', { cron: '0 3 * * *' }, ['cron', 'interval_sec']],
    ['tz_invalida', 'a zone without a schedule', { tz: 'UTC' }, ['tz', 'cron', 'UTC']],
    [
      'pausa_invalida',
      'a pause that has ended',
      { paused_until: '2027-03-01T11:59:59Z' },
      ['paused_until', '2027-03-01T11:59:59Z'],
    ],
    [
      'pausa_invalida',
      'a pause until now',
      { paused_until: '2027-03-01T12:00:00Z' },
      ['paused_until', 'future'],
    ],
    ['pausa_invalida', 'a day that is not', { paused_until: '2027-02-30T00:00:00Z' }, ['paused_until']],
    ['pausa_invalida', 'a word as pause', { paused_until: 'tomorrow' }, ['paused_until', 'tomorrow']],
    [
      'pausa_invalida',
      'a day that does not exist',
      { paused_until: '2027-03-32T00:00:00Z' },
      ['paused_until', '2027-03-32'],
    ],
    ['pausa_invalida', 'a number as pause', { paused_until: 1_800_000_000 }, ['paused_until', '1800000000']],
    [
      'pausa_longa',
      'a pause over 30 days',
      { paused_until: '2027-03-31T12:00:01Z' },
      ['paused_until', '30 days', '2027-03-31T12:00:01Z'],
    ],
    [
      'max_duration_invalida',
      'a run limit of 59 s',
      { max_duration_sec: 59 },
      ['max_duration_sec', '60', '59'],
    ],
    [
      'max_duration_invalida',
      'a run limit over a day',
      { max_duration_sec: 86_401 },
      ['max_duration_sec', '86400', '86401'],
    ],
    ['max_duration_invalida', 'a negative run limit', { max_duration_sec: -1 }, ['max_duration_sec', '-1']],
    [
      'max_duration_invalida',
      'a text as run limit',
      { max_duration_sec: '60' },
      ['max_duration_sec', '"60"'],
    ],
    [
      'alert_repeat_invalido',
      'a repeat of 3599 s',
      { alert_repeat_sec: 3_599 },
      ['alert_repeat_sec', '3600', '3599'],
    ],
    [
      'alert_repeat_invalido',
      'a repeat over 30 days',
      { alert_repeat_sec: 2_592_001 },
      ['alert_repeat_sec', '2592000', '2592001'],
    ],
    ['alert_repeat_invalido', 'a repeat of 0', { alert_repeat_sec: 0 }, ['alert_repeat_sec', 'got 0']],
    [
      'alert_after_failures_invalido',
      'no failure in a row',
      { alert_after_failures: 0 },
      ['alert_after_failures', '1', '10', 'got 0'],
    ],
    [
      'alert_after_failures_invalido',
      'eleven failures in a row',
      { alert_after_failures: 11 },
      ['alert_after_failures', 'got 11'],
    ],
    [
      'alert_after_failures_invalido',
      'a half failure',
      { alert_after_failures: 1.5 },
      ['alert_after_failures', 'got 1.5'],
    ],
    ['tags_invalidas', 'nine tags', { tags: 'a,b,c,d,e,f,g,h,i' }, ['tags', '8', '9']],
    ['tags_invalidas', 'a tag of 33 characters', { tags: ['a'.repeat(33)] }, ['tags', '32', 'aaa']],
    ['tags_invalidas', 'a tag with a space', { tags: ['has space'] }, ['tags', 'has space']],
    ['tags_invalidas', 'a tag with an accent', { tags: ['produção'] }, ['tags', 'produção']],
    ['tags_invalidas', 'a number as tag', { tags: [5] }, ['tags', '[5]']],
    ['tags_invalidas', 'an object as tags', { tags: { a: 1 } }, ['tags', '{"a":1}']],
    ['alert_to_invalido', 'no address', { alert_to: 'alice' }, ['alert_to', 'alice']],
    ['alert_to_invalido', 'two addresses', { alert_to: 'a@example.com,b@example.com' }, ['alert_to']],
    [
      'alert_to_invalido',
      'a header in the address',
      { alert_to: 'a@example.com\r\nBcc: b@example.com' },
      ['alert_to'],
    ],
    ['alert_to_invalido', 'a number as address', { alert_to: 5 }, ['alert_to', '5']],
    [
      'alert_to_invalido',
      'an address without end',
      { alert_to: `${'a'.repeat(250)}@example.com` },
      ['alert_to'],
    ],
    [
      'alert_url_invalida',
      'plain http',
      { alert_url: 'http://example.com/hook' },
      ['alert_url', 'https', 'example.com'],
    ],
    ['alert_url_invalida', 'another scheme', { alert_url: 'ftp://example.com/hook' }, ['alert_url', 'https']],
    ['alert_url_invalida', 'a script', { alert_url: 'javascript:alert(1)' }, ['alert_url', 'https']],
    ['alert_url_invalida', 'localhost', { alert_url: 'https://localhost/hook' }, ['alert_url', 'localhost']],
    [
      'alert_url_invalida',
      'loopback',
      { alert_url: 'https://127.0.0.1/hook' },
      ['alert_url', 'public', '127.0.0.1'],
    ],
    [
      'alert_url_invalida',
      'loopback in decimal',
      { alert_url: 'https://2130706433/' },
      ['alert_url', 'public'],
    ],
    [
      'alert_url_invalida',
      'loopback in octal',
      { alert_url: 'https://0177.0.0.1/' },
      ['alert_url', 'public'],
    ],
    ['alert_url_invalida', 'IPv6 loopback', { alert_url: 'https://[::1]/' }, ['alert_url', 'public']],
    [
      'alert_url_invalida',
      'IPv4 in IPv6',
      { alert_url: 'https://[::ffff:10.0.0.1]/' },
      ['alert_url', 'public'],
    ],
    [
      'alert_url_invalida',
      'a private address',
      { alert_url: 'https://192.168.1.1/' },
      ['alert_url', 'public', '192.168.1.1'],
    ],
    [
      'alert_url_invalida',
      'the metadata address',
      { alert_url: 'https://169.254.169.254/latest' },
      ['alert_url', 'public'],
    ],
    ['alert_url_invalida', 'a single label', { alert_url: 'https://intranet/' }, ['alert_url', 'intranet']],
    [
      'alert_url_invalida',
      'an internal name',
      { alert_url: 'https://a.internal/' },
      ['alert_url', 'internal'],
    ],
    [
      'alert_url_invalida',
      'a credential',
      { alert_url: 'https://u:hunter2@example.com/' },
      ['alert_url', 'password'],
    ],
    [
      'alert_url_invalida',
      'a low port',
      { alert_url: 'https://example.com:22/' },
      ['alert_url', '443', '22'],
    ],
    ['alert_url_invalida', 'an empty URL', { alert_url: '' }, ['alert_url', 'empty']],
    ['alert_url_invalida', 'a number as URL', { alert_url: 5 }, ['alert_url', '5']],
    ['campo_desconhecido', 'a misspelt field', { alert_too: 'a@example.com' }, ['alert_too', 'alert_to']],
    ['campo_desconhecido', 'a field of the answer', { token: 'x' }, ['token']],
    ['campo_desconhecido', 'a field named constructor', { constructor: 1 }, ['constructor']],
  ])('answers %s to %s', async (error, _what, fields, names) => {
    await expectNothingWritten(service, () => create(fields), { status: 400, error, names });
  });

  it('repeats no password of an alert URL', async () => {
    const { text } = await create({ alert_url: 'https://u:hunter2@example.com/T0/B0/secret' });

    expect(text).not.toMatch(/hunter2|secret/);
  });

  it.each([
    ['cron_invalido', 'no schedule', { cron: 'hourly' }, ['cron']],
    ['cron_invalido', 'an empty schedule', { cron: '' }, ['cron']],
    ['cron_invalido', 'four fields', { cron: '0 3 * *' }, ['cron', 'five']],
    ['cron_invalido', 'six fields', { cron: '0 0 3 * * *' }, ['cron', 'five']],
    ['cron_invalido', 'minute 60', { cron: '60 * * * *' }, ['60']],
    ['cron_invalido', 'a reboot', { cron: '@reboot' }, ['cron']],
    ['cron_invalido', 'a number', { cron: 5 }, ['cron', '5']],
    ['cron_sem_ocorrencia', '30 February', { cron: '0 0 30 2 *' }, ['cron', '0 0 30 2 *']],
    ['tz_invalida', 'an unknown zone', { tz: 'Mars/Base' }, ['tz', 'Mars/Base']],
    ['tz_invalida', 'an empty zone', { tz: '' }, ['tz']],
    ['tz_invalida', 'a number as zone', { tz: 3 }, ['tz', '3']],
    ['grace_invalido', 'a grace of 29 s', { grace_sec: 29 }, ['grace_sec', '30', '29']],
    ['grace_invalido', 'a grace over a day', { grace_sec: 86_401 }, ['grace_sec', '86400', '86401']],
    ['grace_invalido', 'a text as grace', { grace_sec: '90' }, ['grace_sec', '"90"']],
    ['grace_invalido', 'a fraction of grace', { grace_sec: 90.5 }, ['grace_sec', '90.5']],
  ])('answers %s to a schedule with %s', async (error, _what, fields, names) => {
    await expectNothingWritten(service, () => scheduled(fields), { status: 400, error, names });
  });

  it.each([
    ['what is not JSON', '{"name":'],
    ['a list', '[]'],
    ['a text', '"nightly"'],
    ['null', 'null'],
    ['a number', '1'],
    ['form data', 'name=nightly&interval_sec=300'],
    ['nothing', ''],
    ['many brackets', '['.repeat(100_000)],
  ])('answers corpo_invalido to %s as a body', async (_what, body) => {
    await expectNothingWritten(service, () => alice.call('POST', '/api/endpoints', body), {
      status: 400,
      error: 'corpo_invalido',
      names: ['body', 'JSON object'],
    });
  });

  it('answers 400 to a value nested a hundred thousand times', async () => {
    const nested = '['.repeat(100_000) + ']'.repeat(100_000);

    await expectNothingWritten(
      service,
      () => alice.call('POST', '/api/endpoints', `{"name":${nested},"interval_sec":300}`),
      { status: 400, error: 'nome_invalido', names: ['name'] },
    );
  });

  it('answers 400 to a number that no computer holds', async () => {
    await expectNothingWritten(
      service,
      () => alice.call('POST', '/api/endpoints', '{"name":"n","interval_sec":1e999}'),
      { status: 400, error: 'intervalo_invalido', names: ['interval_sec'] },
    );
  });

  it('answers campo_desconhecido to a __proto__ field and lets it change nothing', async () => {
    await expectNothingWritten(
      service,
      () =>
        alice.call('POST', '/api/endpoints', '{"name":"n","interval_sec":300,"__proto__":{"polluted":1}}'),
      { status: 400, error: 'campo_desconhecido', names: ['__proto__'] },
    );
    expect({}).not.toHaveProperty('polluted');
  });

  it('answers 413 to a body over 256 kB and reads one of 256 kB', async () => {
    const padded = (bytes: number) => `{"name":"n","interval_sec":300}`.padEnd(bytes, ' ');

    await expectNothingWritten(service, () => alice.call('POST', '/api/endpoints', padded(256_001)), {
      status: 413,
      error: 'corpo_grande',
      names: ['body', '256000', '256001'],
    });
    expect((await alice.call('POST', '/api/endpoints', padded(256_000))).status).toBe(201);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/jsonx'],
    ['multipart/form-data'],
  ])('answers 415 to the content type %s', async (type) => {
    const body = '{"name":"n","interval_sec":300}';
    const call = () =>
      service.call('POST', '/api/endpoints', { token: alice.token, body, headers: { 'content-type': type } });

    await expectNothingWritten(service, call, {
      status: 415,
      error: 'tipo_nao_suportado',
      names: ['Content-Type', 'application/json', type],
    });
  });

  it('answers 415 to a call without a body', async () => {
    await expectNothingWritten(service, () => alice.call('POST', '/api/endpoints'), {
      status: 415,
      error: 'tipo_nao_suportado',
    });
  });

  it.each([
    ['application/json; charset=utf-16', 'utf-16'],
    ['application/json;charset="ISO-8859-1"', 'ISO-8859-1'],
    ['application/vnd.api+json; a=b; charset=latin1', 'latin1'],
  ])('answers 415 to the character set of %s', async (type, charset) => {
    const body = '{"name":"n","interval_sec":300}';
    const call = () =>
      service.call('POST', '/api/endpoints', { token: alice.token, body, headers: { 'content-type': type } });

    await expectNothingWritten(service, call, {
      status: 415,
      error: 'tipo_nao_suportado',
      names: ['charset', 'utf-8', charset],
    });
  });

  it.each(['application/json', 'application/problem+json'])(
    'answers 400 to bytes that are no UTF-8, sent as %s',
    async (type) => {
      const call = () => {
        const body = Buffer.from('{"name":"caf\u00e9","interval_sec":300}', 'latin1');
        return service.call('POST', '/api/endpoints', {
          token: alice.token,
          body,
          headers: { 'content-type': type },
        });
      };

      await expectNothingWritten(service, call, { status: 400, error: 'corpo_invalido', names: ['UTF-8'] });
    },
  );

  it.each([
    ['a name with angle brackets', 'Ops <ops@example.com>'],
    ['a quoted local part', '"a b"@example.com'],
    ['a comma', 'a,b@example.com'],
    ['a semicolon', 'a;b@example.com'],
    ['a colon', 'group:a@example.com'],
    ['a backslash', 'a\\b@example.com'],
    ['two at signs', 'a@b@example.com'],
    ['a dot at the start', '.a@example.com'],
    ['a dot at the end', 'a.@example.com'],
    ['two dots', 'a..b@example.com'],
    ['a local part of 65 characters', `${'a'.repeat(65)}@example.com`],
    ['an address literal', 'a@[127.0.0.1]'],
    ['an address of numbers', 'a@127.0.0.1'],
    ['a host without a dot', 'a@localhost'],
    ['a label that begins with a hyphen', 'a@-x.example.com'],
    ['a top level of an accent', 'a@example.рф'],
    ['an accent', 'é@example.com'],
    ['a line end', 'a@example.com\n'],
  ])('refuses an address with %s', async (_what, alert_to) => {
    await expectNothingWritten(service, () => create({ alert_to }), {
      status: 400,
      error: 'alert_to_invalido',
      names: ['alert_to'],
    });
  });

  it.each([
    ['a&b@example.com'],
    ['a=b@example.com'],
    ["o'hara+cron@example.com"],
    ["!#$%&'*+-/=?^_`{|}~@example.com"],
    ['ops@xn--e1aybc.xn--p1ai'],
    ['ops@example.XN--90AE'],
    ['a@1.example.com'],
    [`${'a'.repeat(64)}@example.com`],
  ])('takes the address %s', async (alert_to) => {
    await using own = await startTestService();
    const bob = await own.guest();

    expect(await bob.createMonitor({ alert_to })).toMatchObject({ alert_to });
    await own.drain();
    expect(own.mailbox.messages().map(({ to }) => to)).toEqual([alert_to]);
  });

  it('takes a content type with a charset', async () => {
    const reply = await service.call('POST', '/api/endpoints', {
      token: alice.token,
      body: { name: 'n', interval_sec: 300 },
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    });

    expect(reply.status).toBe(201);
  });

  it('takes the guest token as a bearer token too', async () => {
    const reply = await service.call('POST', '/api/endpoints', {
      body: { name: 'n', interval_sec: 300 },
      headers: { authorization: `Bearer ${alice.token}` },
    });

    expect(reply.status).toBe(201);
  });

  it.each([
    ['none', 'credencial_ausente', {}],
    ['an empty one', 'credencial_ausente', { 'x-guest-token': '' }],
    ['one of another form', 'credencial_invalida', { 'x-guest-token': 'mmk_abc' }],
    ['one that nobody has', 'credencial_invalida', { 'x-guest-token': `hp_${'0'.repeat(43)}` }],
    ['an unknown bearer', 'credencial_invalida', { authorization: `Bearer hp_${'0'.repeat(43)}` }],
    ['another scheme', 'credencial_invalida', { authorization: 'Basic YTpi' }],
    ['only a monitor token', 'credencial_ausente', { 'x-hook-token': 'x'.repeat(43) }],
  ])('answers 401 to a credential: %s', async (_what, error, headers) => {
    const call = () =>
      service.call('POST', '/api/endpoints', { body: { name: 'n', interval_sec: 300 }, headers });

    await expectNothingWritten(service, call, { status: 401, error });
  });

  it('asks for a credential before it looks at the body', async () => {
    expectRefusal(await service.call('POST', '/api/endpoints', { body: '[' }), {
      status: 401,
      error: 'credencial_ausente',
    });
  });

  it('says that an address has not confirmed itself', async () => {
    const { json } = await create({ alert_to: 'alice@example.com' });

    expect(json).toMatchObject({ alert_to: 'alice@example.com', alert_to_confirmed: false });
  });
});
