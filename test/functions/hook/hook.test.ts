import { describe, expect, it } from 'vitest';
import { startTestService, type Person } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';

const service = fresh(startTestService);

/** An owner whose ingest key the function has, and how it is called. */
async function owner() {
  const who = await service.guest();
  const { key } = (await who.call('GET', '/api/ingest-key')).json;
  const invoke = async (event: unknown) => {
    const { status, json } = await service.call('POST', `/_local/hook?key=${key}`, {
      body: JSON.stringify(event),
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(200);
    return json;
  };
  return { who, key: String(key), invoke };
}

const monitorsOf = async (who: Person) =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'] as Record<string, unknown>[];
const eventsOf = async (who: Person, id: unknown) =>
  (await who.call('GET', `/api/endpoints/${id}/events`)).json['events'] as Record<string, unknown>[];

describe('the function that IAM guards', () => {
  it('records what a caller says of a run, with words, exit code and duration, and answers', async () => {
    const { who, invoke } = await owner();
    const { id } = (await who.call('PUT', '/api/endpoints/by-slug/nightly', { interval_sec: 3_600 })).json;
    expect(await invoke({ slug: 'nightly', kind: 'start', rid: 'run-1' })).toEqual({
      ok: true,
      endpoint_id: id,
      created: false,
      kind: 'start',
    });
    service.clock.advance(90);
    const said = {
      slug: 'Nightly',
      exit_code: 3,
      rid: 'run-1',
      output: 'disk full',
      latency_ms: 12,
      status: 500,
    };
    expect(await invoke(said)).toMatchObject({ ok: true, kind: 'fail' });
    const [failed, started] = await eventsOf(who, id);
    expect(started).toMatchObject({ kind: 'start', rid: 'run-1' });
    expect(failed).toMatchObject({
      kind: 'fail',
      exit_code: 3,
      duration_ms: 90_000,
      latency_ms: 12,
      status: 500,
    });
    const { text } = await who.call('GET', `/api/endpoints/${id}/events/${failed?.['id']}/body`);
    expect(text).toBe('disk full');
    expect(await monitorsOf(who)).toMatchObject([{ incident: { reason: 'fail' } }]);
    expect(await invoke({ id })).toMatchObject({ ok: true, endpoint_id: id, kind: 'success' });
    expect(await monitorsOf(who)).toMatchObject([{ incident: null, state: 'ok' }]);
    expect(await invoke({ id, kind: 'log', output: 'x' })).toMatchObject({ kind: 'log' });
  });

  it('makes a monitor of a name that says how often it comes, of a name alone none', async () => {
    const { who, invoke } = await owner();
    expect(await invoke({ slug: 'hourly' })).toEqual({
      errorType: 'not_found',
      errorMessage: 'No active monitor has the slug "hourly"; a ping with interval or cron creates it.',
    });
    expect(await monitorsOf(who)).toEqual([]);
    expect(await invoke({ slug: 'hourly', interval: 3_600 })).toMatchObject({ created: true });
    expect(await invoke({ slug: 'daily', cron: '0 4 * * *', tz: 'Europe/Lisbon' })).toMatchObject({
      created: true,
    });
    expect(
      (await monitorsOf(who)).map(({ slug, interval_sec, cron, tz }) => [slug, cron ?? interval_sec, tz]),
    ).toEqual(
      expect.arrayContaining([
        ['hourly', 3_600, null],
        ['daily', '0 4 * * *', 'Europe/Lisbon'],
      ]),
    );
    expect(await invoke({ slug: 'hourly' })).toMatchObject({ ok: true, created: false });
  });

  it('reaches no monitor of another owner, none that is deleted, and none beyond the allowance', async () => {
    const [{ who, invoke }, bob] = [await owner(), await service.guest()];
    const { id } = await bob.createMonitor({ name: 'bobs' });
    const { id: gone } = await who.createMonitor({ name: 'gone' });
    await who.call('DELETE', `/api/endpoints/${gone}`);
    for (const each of [id, gone, '0'.repeat(26)]) {
      const answer = await invoke({ id: each, kind: 'fail' });
      expect(answer).toEqual({
        errorType: 'not_found',
        errorMessage: 'The owner has no active monitor with this id.',
      });
    }
    expect(await eventsOf(bob, id)).toEqual([]);
    for (let made = 0; made < 10; made++) await invoke({ slug: `job-${made}`, interval: 3_600 });
    expect(await invoke({ slug: 'one-more', interval: 3_600 })).toMatchObject({
      errorType: 'pagamento_necessario',
    });
    expect((await monitorsOf(who)).filter(({ active }) => active)).toHaveLength(10);
  });

  it('keeps the end of a large output', async () => {
    const { who, invoke } = await owner();
    const { id } = await who.createMonitor({ name: 'large' });
    expect(await invoke({ id, output: `${'é'.repeat(128_000)}the end\ud800` })).toMatchObject({ ok: true });
    const [event] = await eventsOf(who, id);
    const { text } = await who.call('GET', `/api/endpoints/${id}/events/${event?.['id']}/body`);
    expect(text).toMatch(/^é+the end\ufffd$/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000);
  });
});

describe('bad input', () => {
  it('is refused, too, where it is nested deeper than can be shown', async () => {
    const { key } = await owner();
    const body = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const { json } = await service.call('POST', `/_local/hook?key=${key}`, {
      body,
      headers: { 'content-type': 'text/plain' },
    });
    expect(json).toMatchObject({
      errorType: 'corpo_invalido',
      errorMessage: 'A ping must be a JSON object; got a value nested too deeply to show.',
    });
  });

  it.each([
    ['null', null, 'corpo_invalido', 'A ping must be a JSON object; got null.'],
    ['a text', 'nightly', 'corpo_invalido', 'A ping must be a JSON object; got "nightly".'],
    ['a list', [{ slug: 'nightly' }], 'corpo_invalido', 'A ping must be a JSON object; got [{"slug":"nightly"}].'],
    ['nothing', {}, 'valor_invalido', 'A ping must have either slug or id; got neither.'],
    ['both', { slug: 'a', id: '0'.repeat(26) }, 'valor_invalido', 'A ping must have either slug or id; got both.'],
    ['a field that is none', { slug: 'nightly', account: '999999999999' }, 'campo_desconhecido', /^There is no field "account"; the fields are slug, id, kind, /],
    ['a slug of nothing', { slug: '///' }, 'slug_invalido', 'slug must keep a letter or digit out of a-z 0-9; got "///".'],
    ['a slug that is a number', { slug: 7 }, 'slug_invalido', 'slug must be the name of a job, of 1 to 200 characters; got 7.'],
    ['an id that is none', { id: 'secret-of-somebody' }, 'valor_invalido', 'id must be the id of a monitor.'],
    ['a kind that is none', { slug: 'nightly', kind: 'SUCCEEDED' }, 'valor_invalido', 'kind must be success, start, fail or log; got "SUCCEEDED".'],
    ['an exit code too large', { slug: 'nightly', exit_code: 256 }, 'exit_code_fora_da_faixa', 'exit_code must be a whole number from 0 to 255; got 256.'],
    ['an exit code as text', { slug: 'nightly', exit_code: '0' }, 'exit_code_fora_da_faixa', 'exit_code must be a whole number from 0 to 255; got "0".'],
    ['a kind against its exit code', { slug: 'nightly', kind: 'success', exit_code: 1 }, 'valor_invalido', 'kind must agree with exit_code: 0 is success, all else fail; got "success" and 1.'],
    ['a run id with a blank', { slug: 'nightly', rid: 'a b' }, 'valor_invalido', /^rid must be .*; got "a b"\.$/],
    ['an output that is none', { slug: 'nightly', output: { password: 'x' } }, 'valor_invalido', 'output must be a text.'],
    ['an interval too short', { slug: 'nightly', interval: 1 }, 'intervalo_invalido', /^interval must be .*; got 1\.$/],
    ['a cron that is none', { slug: 'nightly', cron: 'often' }, 'cron_invalido', /cron/],
    ['cron and interval', { slug: 'nightly', cron: '0 4 * * *', interval: 3_600 }, 'cron_ou_interval', /together/],
    ['a zone alone', { slug: 'nightly', tz: 'Europe/Lisbon' }, 'tz_invalida', 'tz must come with cron; got "Europe/Lisbon" alone.'],
    ['a timing of an id', { id: '0'.repeat(26), interval: 3_600 }, 'valor_invalido', /are for a slug/],
  ] as const)('%s is thrown under its code with field, rule and value, and nothing is written', async (_, event, errorType, words) => {
    const { who, invoke } = await owner();
    const errorMessage = typeof words === 'string' ? words : expect.stringMatching(words);
    expect(await invoke(event)).toEqual({ errorType, errorMessage });
    expect(await monitorsOf(who)).toEqual([]);
    expect(service.logged).toEqual([]);
    // Who does not wait for the answer hears of it there.
    const { pings } = (await who.call('GET', '/api/ingest-key/unknown-pings')).json;
    expect(pings).toMatchObject([{ detail: errorMessage }]);
    expect(JSON.stringify(pings)).not.toMatch(/secret-of-somebody|password/);
  }); // prettier-ignore

  it('a key that is none is a fault of ours, told in the log, and pings nothing', async () => {
    const { hookHandler } = await import('../../../functions/hook/hook.ts');
    const awsEvents = { key: { text: `hpk_${'x'.repeat(43)}` }, account: '1', names: [], aliases: {} };
    const handler = hookHandler({ ...service.core, config: { ...service.core.config, awsEvents } });
    await expect(handler({ slug: 'nightly' }, { awsRequestId: 'r-1' })).rejects.toMatchObject({
      name: 'erro_interno',
      message: 'Something failed on our side. Request id: r-1.',
    });
    expect(service.logged).toEqual(['operation_failed']);
  });

  it('of a call on one machine without a key, with another or without JSON', async () => {
    const { key } = await owner();
    const call = (query: string, body: string) =>
      service.call('POST', `/_local/hook${query}`, { body, headers: { 'content-type': 'text/plain' } });
    expect((await call('', '{}')).status).toBe(400);
    expect((await call(`?key=${key}`, '{')).status).toBe(400);
    expect(await call(`?key=hpk_${'x'.repeat(43)}`, '{"slug":"nightly"}')).toMatchObject({
      status: 404,
      json: { error: 'not_found' },
    });
  });
});
