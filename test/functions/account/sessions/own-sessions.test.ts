import { describe, expect, it } from 'vitest';
import { browserWords } from '../../../../lib/domain/accounts/browser-words.ts';
import { sessionHashes } from '../../../../lib/data/accounts/sessions.ts';
import { putItem } from '../../../../lib/data/items.ts';
import { sessionPointerKey } from '../../../../lib/data/keys.ts';
import { COOKIES, CSRF_HEADER } from '../../../../lib/contract/cookies.ts';
import { expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';

const PATH = '/api/account/sessions';
const service = shared(startTestService);
const alice = fresh(() => signedIn(service, { proof: { browser: 'Firefox 128 on Linux' } }));
const phone = fresh(() =>
  signedIn(service, { account: alice.account, proof: { browser: 'Safari 17 on an iPhone', mfa: true } }),
);
const bob = fresh(() => signedIn(service));

const listed = async (who: SignedIn) => (await who.call('GET', PATH)).json['sessions'];
const otherOf = async (who: SignedIn) =>
  (await listed(who)).find(({ current }: { current: boolean }) => !current).id as string;
const statusOf = async (who: SignedIn) => (await who.call('GET', '/api/me')).status;

it('lists where somebody is signed in, this browser first, and nothing that opens it', async () => {
  await phone.call('GET', '/api/me');

  const day = new Date(START_AT).toISOString().slice(0, 10);
  const began = new Date(START_AT).toISOString();
  const id = expect.stringMatching(/^[0-9a-f]{24}$/);
  expect(await listed(alice)).toEqual([
    { id, browser: 'Firefox 128 on Linux', current: true, second_factor: false, began_at: began, last_used_on: day },
    { id, browser: 'Safari 17 on an iPhone', current: false, second_factor: true, began_at: began, last_used_on: day },
  ]); // prettier-ignore
  expect(await listed(bob)).toHaveLength(1);
});

it('says on which day each was used last, and leaves out what has ended', async () => {
  const aged = await startTestService();
  const first = await signedIn(aged);
  await signedIn(aged, { account: first.account });
  aged.clock.advance(10 * 86_400);
  expect((await listed(first)).map((each: { last_used_on: string }) => each.last_used_on)).toEqual([
    new Date(aged.core.clock.now()).toISOString().slice(0, 10),
    new Date(START_AT).toISOString().slice(0, 10),
  ]);

  aged.clock.advance(6 * 86_400);
  expect(await listed(first)).toHaveLength(1);
  await aged.stop();
});

describe('the end of one', () => {
  it('holds at once, for that browser alone', async () => {
    await phone.call('GET', '/api/me');
    const reply = await alice.call('DELETE', `${PATH}/${await otherOf(alice)}`);

    expect([reply.status, reply.json]).toEqual([200, { ok: true }]);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await statusOf(phone)).toBe(401);
    expect(await statusOf(alice)).toBe(200);
    expect(await listed(alice)).toHaveLength(1);
  });

  it('of this one takes the cookie back', async () => {
    const [{ id }] = await listed(alice);
    const reply = await alice.call('DELETE', `${PATH}/${id}`);

    expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining(`${COOKIES.session}=; `)]);
    expect(await statusOf(alice)).toBe(401);
  });

  it('of somebody else’s is as of none, and ends nothing', async () => {
    const [{ id }] = await listed(bob);
    for (const each of [id, 'a'.repeat(24), 'end', alice.secrets.session])
      await expectNothingWritten(service, () => alice.call('DELETE', `${PATH}/${each}`), {
        status: 404,
        error: 'not_found',
      });
    expect(await statusOf(bob)).toBe(200);
  });

  it('twice at once is one that is gone', async () => {
    await phone.call('GET', '/api/me');
    const path = `${PATH}/${await otherOf(alice)}`;
    const replies = await Promise.all([1, 2, 3].map(() => alice.call('DELETE', path)));

    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(replies.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(await statusOf(phone)).toBe(401);
  });
});

describe('the end of all others', () => {
  it('leaves this browser and the API keys', async () => {
    await phone.call('GET', '/api/me');
    const { json } = await alice.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null });

    const reply = await alice.call('DELETE', PATH);

    expect(reply.json).toEqual({ ok: true, ended: 1 });
    expect(await statusOf(phone)).toBe(401);
    expect(await statusOf(alice)).toBe(200);
    const byKey = await service.call('GET', '/api/endpoints', { headers: { 'x-api-key': json['secret'] } });
    expect(byKey.status).toBe(200);
    const left: string[] = [];
    for await (const hashes of sessionHashes(service.core.table, alice.account.id)) left.push(...hashes);
    expect(left).toHaveLength(1);
    expect((await alice.call('DELETE', PATH)).json).toEqual({ ok: true, ended: 0 });
  }); // prettier-ignore

  it('holds also behind more that have ended than a list shows', async () => {
    const { table } = service.core;
    await phone.call('GET', '/api/me');
    // Of hashes that come before any of a session.
    const pointers = Array.from({ length: 510 }, (_, at) =>
      sessionPointerKey(alice.account.id, String(at).padStart(64, '0')),
    );
    await Promise.all(pointers.map((pointer) => putItem(table, { ...pointer })));

    expect((await alice.call('DELETE', PATH)).json).toEqual({ ok: true, ended: 1 });
    expect([await statusOf(phone), await statusOf(alice)]).toEqual([401, 200]);
  });
});

it.each(['DELETE'])('needs the proof of this service’s own page to %s', async (method) => {
  await phone.call('GET', '/api/me');
  for (const path of [PATH, `${PATH}/${await otherOf(alice)}`]) {
    for (const headers of [{ [CSRF_HEADER]: 'x' }, { [CSRF_HEADER]: bob.csrf }, { origin: 'https://evil.example' }])
      expect((await alice.call(method, path, undefined, { headers })).status).toBe(403);
    const nobody = { origin: new URL(service.url).origin };
    expectRefusal(await service.call(method, path, { headers: nobody }), { status: 401, error: 'invalid_session' });
  }
  expect(await statusOf(phone)).toBe(200);
}); // prettier-ignore

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge 142 on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari 17 on an iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome 142 on Android',
  ],
  ['curl/8.5.0', 'A browser'],
  ['<script>alert(1)</script> Linux', 'A browser on Linux'],
  ['', 'A browser'],
])('calls %s %s', (userAgent, words) => {
  expect(browserWords(userAgent)).toBe(words);
});
