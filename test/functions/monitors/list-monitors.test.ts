import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());
const bob = shared(() => service.guest());
beforeAll(async () => {
  await alice.createMonitor({ name: 'one', tags: 'prod,db' });
  await alice.createMonitor({ name: 'two', tags: 'prod' });
  await alice.createMonitor({ name: 'three' });
});

const names = async (query: string) => {
  const { status, json } = await alice.call('GET', `/api/endpoints${query}`);
  expect(status).toBe(200);
  return json['endpoints'].map((each: { name: string }) => each.name).sort();
};

describe('listMonitors', () => {
  it('lists what the caller owns and nothing of anybody else', async () => {
    expect(await names('')).toEqual(['one', 'three', 'two']);
    expect(await bob.monitors()).toEqual([]);
  });

  it('answers 304 to the tag of a list that is still the same, to nobody but its owner', async () => {
    const tag = (await alice.call('GET', '/api/endpoints')).headers.get('etag') ?? '';
    const again = (token: string) =>
      service.call('GET', '/api/endpoints', { token, headers: { 'if-none-match': tag } });

    const { status, text } = await again(alice.token);
    expect([status, text]).toEqual([304, '']);
    expect((await again(bob.token)).status).toBe(200);
  });

  it('goes in gzip to who takes that, under a weak tag for which there is 304, and a ping never does', async () => {
    const carol = await service.guest();
    for (const name of ['backup', 'payroll', 'report']) await carol.createMonitor({ name });
    const list = (encoding: string, more = {}) =>
      service.call('GET', '/api/endpoints', {
        token: carol.token,
        headers: { 'accept-encoding': encoding, ...more },
      });
    const [small, plain] = [await list('gzip'), await list('identity')];

    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(small.text).toBe(plain.text);
    expect(Number(small.headers.get('content-length'))).toBeLessThan(plain.text.length / 2);
    expect([small, plain].map(({ headers }) => headers.get('vary'))).toEqual(
      Array(2).fill('Accept-Encoding'),
    );
    const tag = small.headers.get('etag') ?? '';
    expect(tag).toBe(plain.headers.get('etag'));
    expect((await list('gzip', { 'if-none-match': tag })).status).toBe(304);
    const [first] = await carol.monitors();
    const ping = await service.call('GET', `/in/${String(first?.['id'])}`);
    expect([ping.text, ping.headers.get('vary')]).toEqual(['{"ok":true}', null]);
  });

  it('shows no secret and no filter that was not asked for', async () => {
    const { json, text } = await alice.call('GET', '/api/endpoints');

    expect(text).not.toMatch(/"token"|"webhook_secret"|"status_url"|"events_url"|"templates"|"duration"/);
    expect(json).not.toHaveProperty('tags');
    expect(json['guest'] === null || typeof json['guest'] === 'string').toBe(true);
    expect(text).not.toContain(alice.token);
  });

  it.each([
    ['one tag', '?tag=prod', ['one', 'two']],
    ['two tags, all of which must be there', '?tag=prod&tag=db', ['one']],
    ['a tag in capitals', '?tag=PROD', ['one', 'two']],
    ['a tag with blanks around it', '?tag=%20db%20', ['one']],
    ['a tag nobody has', '?tag=staging', []],
    ['a tag that could not be stored', '?tag=a%20b', []],
    ['two tags with a comma between them', '?tag=prod,db', ['one']],
    ['a comma at the end', '?tag=prod,%20', ['one', 'two']],
    ['nothing but commas', '?tag=,,', []],
    ['an empty tag', '?tag=', []],
    ['a valid and an invalid tag', '?tag=prod&tag=%C3%A7', []],
  ])('filters by %s', async (_what, query, found) => {
    expect(await names(query)).toEqual(found);
  });

  it('echoes the tags it filtered by', async () => {
    const { json } = await alice.call('GET', '/api/endpoints?tag=PROD&tag=db');

    expect(json['tags']).toEqual(['prod', 'db']);
    expect((await alice.call('GET', '/api/endpoints?tag=db,PROD')).json['tags']).toEqual(['db', 'prod']);
  });

  it('answers a GET that carries a JSON content type', async () => {
    const reply = await service.call('GET', '/api/endpoints', {
      token: alice.token,
      headers: { 'content-type': 'application/json' },
    });

    expect(reply.status).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    const { status, text } = await alice.call('HEAD', '/api/endpoints');

    expect({ status, text }).toEqual({ status: 200, text: '' });
  });

  it.each([
    ['none', 'credencial_ausente', {}],
    ['one that nobody has', 'credencial_invalida', { 'x-guest-token': `hp_${'1'.repeat(43)}` }],
    ['one with a NUL in it', 'credencial_invalida', { authorization: 'Bearer hp_%00' }],
  ])('answers 401 to a credential: %s', async (_what, error, headers) => {
    expectRefusal(await service.call('GET', '/api/endpoints', { headers }), { status: 401, error });
  });

  itThorough('lists more monitors than one page of the table holds', async () => {
    const carol = await service.guest();
    for (let turn = 0; turn < 11; turn++) {
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => carol.createMonitor({ name: `m${turn * 10 + n}` })),
      );
    }

    const { json } = await carol.call('GET', '/api/endpoints');

    expect(new Set(json['endpoints'].map((each: { name: string }) => each.name)).size).toBe(110);
  });
});
