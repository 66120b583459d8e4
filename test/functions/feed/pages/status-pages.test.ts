import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { changedPagesItems, getSpacePages } from '../../../../lib/data/feed/status-pages.ts';
import { transact } from '../../../../lib/data/table.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { look } from '../feed-forms.ts';

const PAGES = '/api/status-pages';

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const account = shared(() => signedIn(service));

type Caller = Pick<Person, 'call'>;
const make = (fields: object = {}, who: Caller = alice) =>
  who.call('POST', PAGES, { title: 'Acme', ...fields });
const made = async (fields: object = {}, who: Caller = alice) => (await make(fields, who)).json;
const listed = async (who: Caller = alice) => (await who.call('GET', PAGES)).json['pages'];
const statusOf = async (url: unknown, ending = '') =>
  (await look(service, new URL(String(url)).pathname + ending)).status;

describe('createStatusPage', () => {
  it('makes a page at an address that nobody can guess, and stores its hash alone', async () => {
    const { status, json } = await make({
      note: ' Backups.\r\nEach night. ',
      tags: 'DB, web',
      indexed: true,
    });

    expect(status).toBe(201);
    const { url } = json;
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      title: 'Acme',
      note: 'Backups.\nEach night.',
      tags: ['db', 'web'],
      address: null,
      url: expect.stringMatching(/\/status\/[0-9A-Za-z]{43}$/),
      indexed: true,
      created_at: expect.any(String),
    });
    expect(await listed()).toEqual([json]);
    expect((await alice.call('GET', `${PAGES}/${json['id']}`)).json).toEqual(json);
    expect(JSON.stringify(await contentsOf(service))).not.toContain(String(url).slice(-43));
    expect(await statusOf(url)).toBe(200);
  });

  it.each([
    [{ title: '' }, 'pagina_invalida', ['title', '1 to 80']],
    [{ title: 'x'.repeat(81) }, 'pagina_invalida', ['title', '81']],
    [{ title: 'a\u202eb' }, 'pagina_invalida', ['title', 'control or format']],
    [{ note: 'x'.repeat(1_001) }, 'pagina_invalida', ['note', '1001']],
    [{ note: 'a\u0000b' }, 'pagina_invalida', ['note', 'control or format']],
    [{ tags: ['a b'] }, 'tags_invalidas', ['a b']],
    [{ indexed: 'yes' }, 'pagina_invalida', ['indexed', 'true or false']],
    [{ address: 'acme' }, 'pagina_invalida', ['address', 'sign in']],
    [{ size: 1 }, 'campo_desconhecido', ['size']],
  ])('refuses %j, and writes nothing', async (fields, error, names) => {
    await expectNothingWritten(service, () => make(fields), { status: 400, error, names });
  });

  it('makes twenty and no more, and none of those that come at once is beyond them', async () => {
    for (let at = 0; at < 18; at += 1) await make();

    const replies = await Promise.all(Array.from({ length: 5 }, () => make()));

    const statuses = replies.map(({ status, json }) => (status === 201 ? 201 : json['error']));
    expect(statuses.filter((each) => each === 201).length).toBeLessThanOrEqual(2);
    while ((await make()).status === 201);
    expectRefusal(await make(), { status: 409, error: 'limite_paginas', names: ['20'] });
    expect(await listed()).toHaveLength(20);
  });

  it('answers a repeat with the same address, and makes one page', async () => {
    const sent = { method: 'POST', body: JSON.stringify({ title: 'Acme' }) };
    const headers = {
      'x-guest-token': alice.token,
      'idempotency-key': 'once',
      'content-type': 'application/json',
    };
    const [first, again] = [
      await (await fetch(service.url + PAGES, { ...sent, headers })).json(),
      await (await fetch(service.url + PAGES, { ...sent, headers })).json(),
    ];

    expect(again).toEqual(first);
    expect(await listed()).toEqual([first]);
  });
});

describe('a name in the address', () => {
  it('is the account’s choice, and one page’s alone', async () => {
    const page = await made({ address: 'acme-jobs' }, account);
    expect(page['url']).toMatch(/\/status\/acme-jobs$/);
    const other = await signedIn(service);

    expectRefusal(await make({ address: 'acme-jobs' }, other), {
      status: 409,
      error: 'endereco_em_uso',
      names: ['address'],
    });
    expectRefusal(await make({ address: 'Acme_' }, other), {
      status: 400,
      error: 'pagina_invalida',
      names: ['address', 'the first and last of them no -', 'Acme_'],
    });
    expect(await listed(other)).toEqual([]);

    await account.call('PATCH', `${PAGES}/${page['id']}`, { address: 'acme' });
    expect([await statusOf(page['url']), await statusOf(`${service.url}/status/acme`)]).toEqual([404, 200]);
    expect((await make({ address: 'acme-jobs' }, other)).status).toBe(201);
  });

  it('goes to one of those who want it at once', async () => {
    const others = await Promise.all([1, 2, 3].map(() => signedIn(service)));

    const replies = await Promise.all(others.map((each) => make({ address: 'wanted' }, each)));

    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('ends with null, by which a secret comes that was none before', async () => {
    const page = await made({}, account);
    const change = async (address: string | null) =>
      (await account.call('PATCH', `${PAGES}/${page['id']}`, { address })).json['url'];
    await change('for-a-while');

    const url = await change(null);

    expect(url).not.toBe(page['url']);
    expect([await statusOf(url), await statusOf(page['url'])]).toEqual([200, 404]);
    expect(await statusOf(`${service.url}/status/for-a-while`)).toBe(404);
  });
});

describe('a change', () => {
  it('is of what it names alone, and seen at once', async () => {
    const page = await made({ note: 'old', tags: ['db'] });
    const path = `${PAGES}/${page['id']}`;
    await look(service, new URL(page['url']).pathname);

    const { json } = await alice.call('PATCH', path, { title: 'Acme’s jobs', tags: null });

    expect(json).toEqual({ ...page, title: 'Acme’s jobs', tags: [] });
    expect((await look(service, new URL(page['url']).pathname)).text).toContain('Acme’s jobs');
    expect((await alice.call('PATCH', path, { note: null })).json['note']).toBe('');
  });

  it('leaves an address of another service secret where it leads, until a new one is taken', async () => {
    const page = await made({}, account);
    const path = `${PAGES}/${page['id']}`;
    const { table } = service.core;
    const { id: ownerId, spaces } = account.account;
    const kept = await getSpacePages(table, spaces[0] ?? '');
    const end = 'A'.repeat(43);
    const hashes = { ...kept.hashes, [page['id']]: hashOf(end) };
    await transact(table, changedPagesItems(table, kept, { ...kept, hashes }, ownerId));
    const known = `${service.url}/status/${end}`;
    expect(await statusOf(known)).toBe(200);

    const { json } = await account.call('PATCH', path, { title: 'Renamed' });
    expect([json['title'], json['url'], await statusOf(known)]).toEqual(['Renamed', null, 200]);

    const { url } = (await account.call('POST', `${path}/rotate`)).json;
    expect([await statusOf(url), await statusOf(known)]).toEqual([200, 404]);
  });

  it('of the address ends the old one in every form, and its badges', async () => {
    await alice.createMonitor({ name: 'backup' });
    const page = await made();
    const { monitors } = (await service.call('GET', `${new URL(page['url']).pathname}.json`)).json;
    const endings = ['', '.json', '/all.svg', `/${monitors[0].id}.svg`, '?wall=1'];
    for (const ending of endings) expect(await statusOf(page['url'], ending)).toBe(200);

    const { json } = await alice.call('POST', `${PAGES}/${page['id']}/rotate`);

    for (const ending of endings)
      expect([ending, await statusOf(page['url'], ending)]).toEqual([ending, 404]);
    expect([await statusOf(json['url']), await statusOf(json['url'], `/${monitors[0].id}.svg`)]).toEqual([
      200, 404,
    ]);
  });

  it('that deletes the page ends its address, and the others stay', async () => {
    const [page, other] = [await made(), await made()];

    expect((await alice.call('DELETE', `${PAGES}/${page['id']}`)).json).toEqual({ ok: true });

    expect([await statusOf(page['url']), await statusOf(other['url'])]).toEqual([404, 200]);
    expect(await listed()).toEqual([other]);
    expectRefusal(await alice.call('DELETE', `${PAGES}/${page['id']}`), {
      status: 404,
      error: 'not_found',
      names: [],
    });
  });

  it('is its owner’s alone: to others there is no such page', async () => {
    const page = await made();
    const eve = await service.guest();
    const path = `${PAGES}/${page['id']}`;

    const before = await contentsOf(service);

    const tries = [
      await eve.call('GET', path),
      await eve.call('PATCH', path, { title: 'Eve' }),
      await eve.call('DELETE', path),
      await eve.call('POST', `${path}/rotate`),
    ];

    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await contentsOf(service)).toEqual(before);
    expect(await listed(eve)).toEqual([]);
  });
});

it('a claimed page stays where it is, shows the guest’s monitors alone, and is the account’s to change', async () => {
  const bob = await signedIn(service);
  await bob.createMonitor({ name: 'of the account' });
  await alice.createMonitor({ name: 'of the guest' });
  const page = await made();
  const shown = async (url: unknown) =>
    (await service.call('GET', `${new URL(String(url)).pathname}.json`)).json['monitors'].map(
      ({ name }: { name: string }) => name,
    );

  await bob.call('POST', '/api/auth/claim', { guest_token: alice.token });

  expect(await shown(page['url'])).toEqual(['of the guest']);
  expect(await listed(bob)).toEqual([page]);
  expect(await listed()).toEqual([]);
  expect(await shown((await made({}, bob))['url'])).toEqual(['of the account', 'of the guest']);
  expect((await bob.call('DELETE', `${PAGES}/${page['id']}`)).status).toBe(200);
});

it('the pages of an account that is deleted end with it, and leave nothing behind', async () => {
  const bob = await signedIn(service);
  const [page, named] = [await made({}, bob), await made({ address: 'bobs-jobs' }, bob)];
  expect([await statusOf(page['url']), await statusOf(named['url'])]).toEqual([200, 200]);

  await bob.call('POST', '/api/account/delete', { confirm: bob.account.email });

  expect([await statusOf(page['url']), await statusOf(named['url'])]).toEqual([404, 404]);
  for (const run of [1, 2]) {
    service.clock.advance(run * 3_600);
    await service.erase();
  }
  const stored = JSON.stringify(await contentsOf(service));
  expect([stored.includes(page['id']), stored.includes('bobs-jobs')]).toEqual([false, false]);
  expect((await make({ address: 'bobs-jobs' }, account)).status).toBe(201);
});
