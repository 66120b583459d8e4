import { describe, expect, it } from 'vitest';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { checksClient, newChecksClient } from '../../../support/service/checks.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { uniqueKeyOf } from '../../../../lib/flows/monitors/own-checks.ts';
import { contentsOf } from '../../../support/service/refused.ts';

const service = shared(startTestService);
const client = shared(() => newChecksClient(service));

const long = (chars: number) => 'x'.repeat(chars);
const invalid = (words: string) => `json validation error: ${words}`;

/** The refusals of `Spec` (hc/api/views.py, 2026-08): what is sent, and the words. */
const WORDS: readonly (readonly [object, string])[] = [
  [{ name: 1 }, 'name is not a string'],
  [{ name: null }, 'name is not a string'],
  [{ name: long(101) }, 'name is too long'],
  [{ desc: [] }, 'desc is not a string'],
  [{ tags: 7 }, 'tags is not a string'],
  [{ slug: 'Ä' }, 'slug does not match pattern'],
  [{ slug: long(101) }, 'slug is too long'],
  [{ timeout: 'x' }, 'timeout is not a number'],
  [{ timeout: 60.5 }, 'timeout is not a number'],
  [{ timeout: null }, 'timeout is not a number'],
  [{ timeout: 59 }, 'timeout is too small'],
  [{ timeout: true }, 'timeout is too small'],
  [{ timeout: 31_536_001 }, 'timeout is too large'],
  [{ grace: 59 }, 'grace is too small'],
  [{ grace: 31_536_001 }, 'grace is too large'],
  [{ grace: -1e300 }, 'grace is too small'],
  [{ schedule: 'surprise' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: '99 * * * *' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: 'Mon..Fri 12:00' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: long(101) }, 'schedule is too long'],
  [{ tz: 'not-a-timezone' }, 'tz is not a valid timezone'],
  [{ tz: 1 }, 'tz is not a string'],
  [{ channels: 1 }, 'channels is not a string'],
  [{ manual_resume: 'surprise' }, 'manual_resume is not a boolean'],
  [{ methods: 'bad-method' }, 'methods has unexpected value'],
  [{ filter_subject: 1 }, 'filter_subject is not a boolean'],
  [{ start_kw: long(201) }, 'start_kw is too long'],
  [{ unique: 'not a list' }, 'unique is not an array'],
  [{ unique: ['status'] }, "an item in 'unique' has unexpected value"],
  // What is there and not here.
  [{ methods: 'POST' }, 'methods has unexpected value'],
  [{ filter_body: true }, 'filter_body has unexpected value'],
  [{ subject: 'SUCCESS' }, 'subject has unexpected value'],
  [{ success_kw: 'ok' }, 'success_kw has unexpected value'],
  [{ schedule: '0 3 * * *', grace: 86_401 }, 'grace is too large'],
  [{ timeout: 31_536_000, grace: 31_536_000 }, 'grace is too large'],
  // The first in their order.
  [{ unique: 1, grace: 'x', name: 2 }, 'grace is not a number'],
];

describe('a check that breaks a rule', () => {
  it.each(WORDS)('%j is refused in the words that are known', async (spec, words) => {
    const before = await contentsOf(service);
    const { status, json } = await client.call('POST', '/checks/', spec);

    expect([status, json]).toEqual([400, { error: invalid(words) }]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('is refused when it is no JSON, and no object', async () => {
    const sent = async (body: string) => {
      const { status, json } = await client.call('POST', '/checks/', body);
      return [status, json];
    };

    expect(await sent('{"name":')).toEqual([400, { error: 'could not parse request body' }]);
    expect(await sent('[1]')).toEqual([400, { error: invalid('value is not an object') }]);
    expect((await sent(JSON.stringify({ desc: long(1_000_000) })))[0]).toBe(413);
    expect((await sent(JSON.stringify({ unknown: 1, channels: 'x' })))[1]).toEqual({
      error: 'invalid channel identifier: x',
    });
    expect((await sent(JSON.stringify({ channels: ',' })))[1]).toEqual({ error: 'empty channel identifier' });
  });

  it.each([
    ['desc', '{"name":"sur","desc":"\\ud800"}'],
    ['name', '{"name":"a\\uDFFFb"}'],
    ['tags', '{"tags":"\\ud83d \\ude00"}'],
    ['unknown', '{"unknown":[{"\\uDBFF":1}]}'],
  ])('is refused where %s is no Unicode, when it is made and when it is changed', async (field, body) => {
    const made = await client.create({ name: 'stays' });
    const before = await contentsOf(service);

    for (const path of ['/checks/', `/checks/${made['uuid']}`]) {
      const { status, json } = await client.call('POST', path, body);
      const words = invalid(`${field} must be Unicode; it has half a surrogate pair.`);
      expect([status, json]).toEqual([400, { error: words }]);
    }
    expect(await contentsOf(service)).toEqual(before);
  });

  it('may have a whole surrogate pair, also as two escapes', async () => {
    const { status, json } = await client.call('POST', '/checks/', '{"name":"\\ud83d\\ude00"}');

    expect([status, json['name']]).toEqual([201, '😀']);
  });

  it('changes nothing of one that is there', async () => {
    const made = await client.create({ name: 'stays' });

    expect((await client.call('POST', `/checks/${made['uuid']}`, { grace: 1 })).status).toBe(400);

    expect((await client.call('GET', `/checks/${made['uuid']}`)).json).toEqual(made);
  });
});

describe('a write that is sent dry_run', () => {
  it('is refused and not done, though others that it does not know are ignored', async () => {
    const { uuid } = await client.create({ name: 'stays' });
    const before = await contentsOf(service);

    for (const [method, path] of [
      ['POST', '/checks/'],
      ['POST', `/checks/${uuid}`],
      ['POST', `/checks/${uuid}/pause`],
      ['POST', `/checks/${uuid}/resume`],
      ['DELETE', `/checks/${uuid}`],
    ] as const)
      for (const query of ['dry_run=true', 'x=1&dry_run=false', 'dry_run']) {
        const body = method === 'POST' ? { name: 'tried' } : undefined;
        const { status, json } = await client.call(method, `${path}?${query}`, body);
        expect([status, json], path).toEqual([400, { error: expect.stringContaining('dry_run') }]);
      }
    expect(await contentsOf(service)).toEqual(before);
    expect((await client.call('GET', '/checks/?dry_run=true')).status).toBe(200);
  });
});

describe('a key', () => {
  it.each([1, 2, 3])('is needed in version %i', async (version) => {
    const asked = async (headers: Record<string, string>) => {
      const { status, json } = await service.call('GET', `/api/v${version}/checks/`, { headers });
      return [status, json];
    };

    expect(await asked({})).toEqual([401, { error: 'missing api key' }]);
    for (const key of [long(32), `hp_${long(43)}`, `mmk_${long(49)}`, long(43)])
      expect(await asked({ 'x-api-key': key }), key).toEqual([401, { error: 'wrong api key' }]);
  });

  it('is taken in the body of what writes', async () => {
    const sent = (spec: object) => service.call('POST', '/api/v1/checks/', { body: spec });

    expect((await sent({ api_key: client.key, name: 'by body' })).status).toBe(201);
    expect((await sent({ name: 'none' })).json).toEqual({ error: 'missing api key' });
    expect((await sent({ api_key: 7 })).json).toEqual({ error: 'wrong api key' });
  });

  it('of an account opens its checks', async () => {
    const ana = await signedIn(service);
    const made = { name: 'ansible', organizationId: null };
    const key = String((await ana.call('POST', '/api/account/keys/create', made)).json['secret']);
    await checksClient(service, key).create({ name: 'by an API key' });

    expect(await checksClient(service, key).names()).toEqual(['by an API key']);
    expect((await ana.monitors())[0]).toMatchObject({ name: 'by an API key' });
  });
});

describe('the token of a status feed', () => {
  it('which owners give away for what its page shows, is no key', async () => {
    const who = await service.guest();
    const { uuid } = await checksClient(service, who.token).create({ name: 'hers', tags: 'prod' });
    const token = String((await who.call('GET', '/api/status-feed')).json['token']);
    const asked = ['/checks/', `/checks/${uniqueKeyOf(String(uuid))}`, `/checks/${uuid}/flips/`, '/badges/'];

    for (const path of asked)
      for (const headers of [{ 'x-api-key': token }, { 'x-feed-token': token }]) {
        const { status, text } = await service.call('GET', `/api/v3${path}`, { headers });
        expect([path, status, text.includes('hers')]).toEqual([path, 401, false]);
      }
  });
});

describe('checks of others, and what is no check', () => {
  it('are not found, by whatever is asked of them', async () => {
    const { uuid } = await client.create({ name: 'hers' });
    const bob = await newChecksClient(service);
    const before = await contentsOf(service);

    const asked = [
      ['GET', `/checks/${uuid}`],
      ['POST', `/checks/${uuid}`],
      ['DELETE', `/checks/${uuid}`],
      ['POST', `/checks/${uuid}/pause`],
      ['POST', `/checks/${uuid}/resume`],
      ['GET', `/checks/${uuid}/pings/`],
      ['GET', `/checks/${uuid}/pings/1/body`],
      ['GET', `/checks/${uuid}/flips/`],
    ] as const;
    for (const [method, path] of asked) {
      const { status, json } = await bob.call(method, path, method === 'POST' ? {} : undefined);
      expect([status, json], path).toEqual([404, { error: 'not found' }]);
    }
    expect(await contentsOf(service)).toEqual(before);
  });

  it.each(['/api/v0/checks/', '/api/v4/checks/', '/api/v33/checks/', '/api/v3/', '/api/v3/nothing/'])(
    'nor is anything at %s',
    async (path) => {
      expect((await service.call('GET', path, { headers: { 'x-api-key': client.key } })).status).toBe(404);
    },
  );
});

describe('beyond the allowance', () => {
  it('a check is refused by 403, as at the limit of an account there', async () => {
    await using paid = await startTestService({ billingMode: 'live' });
    const poor = await newChecksClient(paid);
    for (let made = 0; made < 10; made += 1) await poor.create({ name: `job ${made}` });

    const { status, json } = await poor.call('POST', '/checks/', { name: 'one more' });

    expect([status, json]).toEqual([403, { error: expect.stringContaining('no room for another check') }]);
    expect(await poor.names()).toHaveLength(10);
  });
});

describe('pages of other sites', () => {
  it('may call it with a key, as there', async () => {
    const { status, headers } = await service.call('OPTIONS', '/api/v3/checks/');

    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toMatch(/GET.*POST/);
    expect(headers.get('access-control-allow-headers')).toContain('X-Api-Key');
    const refused = await service.call('PUT', '/api/v3/checks/');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  });
});
