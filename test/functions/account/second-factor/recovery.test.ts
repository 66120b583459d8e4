import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { getRecovery, spendCode } from '../../../../lib/data/accounts/recovery-codes.ts';
import { recoveryCodeIn } from '../../../../lib/domain/accounts/recovery-codes.ts';
import { codeNow, FACTOR_PAGE, keyOn, signIn, submit } from '../../../support/accounts/second-factor.ts';
import { pageHeaders, signedIn } from '../../../support/accounts/session.ts';
import { codeMailedTo, TestBrowser } from '../../../support/browser/browser.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { watchingTable } from '../../../support/table/watching-table.ts';

const service = shared(() => startTestService({ identity: 'own' }));

const RENEW = '/api/account/recovery-codes';
const PAGE = '/account/recovery';

let people = 0;
let email: string;
beforeEach(() => {
  people += 1;
  email = `ana-${people}@example.com`;
});

const api = async (browser: TestBrowser, path: string, json?: object) => {
  const { csrf } = JSON.parse((await browser.open(`${service.url}/api/auth/bootstrap`)).text);
  const headers = { ...pageHeaders(service, json ? 'POST' : 'GET'), 'x-csrf-token': csrf };
  const reply = await browser.open(service.url + path, { headers, ...(json && { json }) });
  return { status: reply.status, json: JSON.parse(reply.text) };
};

/** Somebody with an authenticator, in a browser that has just signed in with it. */
async function withApp() {
  const browser = new TestBrowser();
  await signIn(browser, service, { email });
  await signIn(browser, service, { email, path: '/auth/login?enrol=1' });
  const { text: page } = await browser.open(service.url + FACTOR_PAGE);
  const key = keyOn(page);
  await submit(browser, service, { page, path: FACTOR_PAGE, code: codeNow(key) });
  return { browser, key };
}

async function withCodes() {
  const { browser, key } = await withApp();
  const made = await api(browser, RENEW, {});
  expect(made.status).toBe(201);
  return { browser, key, codes: made.json.codes as string[] };
}

const useCode = (code: string, browser = new TestBrowser()) =>
  browser.open(service.url + PAGE, { form: { code } });
/** Signs in by mail alone, from where a code led a browser. */
async function proveAt(browser: TestBrowser, at: string, who = email) {
  const { url } = await browser.follow(at);
  await browser.open(url, { form: { email: who } });
  const { location } = await browser.open(url, { form: { code: codeMailedTo(service, who) } });
  const isBack = (there: string) => there.startsWith(`${service.url}/auth/callback`);
  return browser.open((await browser.follow(location ?? '', isBack)).url);
}

const mailsTo = (who: string) =>
  service.mailbox.messages().filter(({ to, subject }) => to === who && /recovery code/.test(subject));
const factorOf = async (browser: TestBrowser) =>
  (await api(browser, '/api/account')).json.account.second_factor;
const accountIdOf = async (browser: TestBrowser) =>
  (await api(browser, '/api/account')).json.account.id as string;

describe('recovery codes', () => {
  it('are ten, shown once and kept as hashes alone', async () => {
    const { browser, codes } = await withCodes();

    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect((await factorOf(browser)).recovery_codes_left).toBe(10);
    const kept = JSON.stringify(await contentsOf(service));
    for (const code of codes) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(recoveryCodeIn(code));
      expect(kept).toContain(hashOf(recoveryCodeIn(code)));
    }
    const { json } = await api(browser, '/api/account/export');
    expect(json.account.recovery_codes_left).toBe(10);
    expect(JSON.stringify(json)).not.toContain(hashOf(recoveryCodeIn(codes[0] ?? '')));
  });

  it('work once in the place of the six digits, are mailed about and counted', async () => {
    const { browser, key, codes } = await withCodes();
    const [code = ''] = codes;
    const lost = new TestBrowser();
    const used = await useCode(` ${code.toUpperCase().replaceAll('-', ' ')} `, lost);

    expect(used.status).toBe(303);
    // The authenticator is asked for no more, and the sign-in counts as one with it.
    const back = await proveAt(lost, used.location ?? '');
    expect(back.location).toBe(`${service.url}/app/account?tab=sign-in&done=recovered`);
    expect(await factorOf(lost)).toEqual({ shown: true, set_up_here: true, recovery_codes_left: 9 });
    await service.drain();
    const mail = service.mailbox.messages().find(({ to, subject }) => to === email && /recovery code/.test(subject));
    expect(mail?.text).toContain('9 of your recovery codes are left');
    expect(mail?.text).not.toContain(code);
    const again = new TestBrowser();
    await signIn(again, service, { email });
    expect((await factorOf(again)).shown).toBe(false);

    const twice = await useCode(code);
    expect([twice.status, twice.text.includes('each works once')]).toEqual([400, true]);
    // The browser that was signed in before stays so.
    expect((await factorOf(browser)).recovery_codes_left).toBe(9);
    expect(key).not.toBe('');
  }); // prettier-ignore

  it('work once also where one is used many times at once', async () => {
    const { browser, codes } = await withCodes();
    const [code = ''] = codes;
    const replies = await Promise.all(Array.from({ length: 8 }, () => useCode(code)));

    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(7);
    expect((await factorOf(browser)).recovery_codes_left).toBe(9);
    await service.drain();
    const mails = service.mailbox.messages().filter(({ to, subject }) => to === email && /recovery code/.test(subject));
    expect(mails).toHaveLength(1);
  }); // prettier-ignore

  it('work once where all who use one have read it before any writes', async () => {
    const { browser, codes } = await withCodes();
    const { table, clock } = service.core;
    const hash = hashOf(recoveryCodeIn(codes[3] ?? ''));
    const spent = await Promise.all(Array.from({ length: 8 }, () => spendCode(table, hash, clock.now())));

    expect(spent.filter((each) => each !== undefined)).toHaveLength(1);
    expect((await factorOf(browser)).recovery_codes_left).toBe(9);
  });

  it('work also where another transaction is at the same items at that moment', async () => {
    const { codes } = await withCodes();
    const { table, clock } = service.core;
    const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
    let met = 0;
    const before = () => {
      if (++met === 3)
        throw Object.assign(new Error('met'), { name: 'TransactionCanceledException', CancellationReasons });
    };
    const spend = () => spendCode(table, hashOf(recoveryCodeIn(codes[0] ?? '')), clock.now());

    expect(await watchingTable(service, { before }, spend)).toBeDefined();
    expect(met).toBe(6);
  });

  it('are mailed about by the next check where the queue was lost', async () => {
    const { codes } = await withCodes();
    const { queues } = service.core.config;
    const url = queues.alerts;
    queues.alerts = url?.replace(/alerts$/, 'nowhere') ?? null;
    expect((await useCode(codes[0] ?? '')).status).toBe(303);
    queues.alerts = url;
    await service.drain();
    expect(mailsTo(email)).toHaveLength(0);

    service.clock.advance(900);
    await service.check();
    await service.drain();
    expect(mailsTo(email)).toHaveLength(1);
    service.clock.advance(900);
    await service.check();
    await service.drain();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('are mailed about also where whoever used one ended the others before the queue was there', async () => {
    const { codes } = await withCodes();
    const { queues } = service.core.config;
    const url = queues.alerts;
    queues.alerts = url?.replace(/alerts$/, 'nowhere') ?? null;
    const thief = new TestBrowser();
    await proveAt(thief, (await useCode(codes[0] ?? '', thief)).location ?? '');
    await signIn(thief, service, { email, path: '/auth/login?enrol=1' });
    const { text: page } = await thief.open(service.url + FACTOR_PAGE);
    await submit(thief, service, { page, path: `${FACTOR_PAGE}/remove` });
    queues.alerts = url;
    expect((await useCode(codes[1] ?? '')).status).toBe(400);

    service.clock.advance(900);
    await service.check();
    await service.drain();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('go with the account', async () => {
    const { browser } = await withCodes();
    const hashes = Object.keys((await getRecovery(service.core.table, await accountIdOf(browser)))?.codes ?? {});
    expect(JSON.stringify(await contentsOf(service))).toContain(hashes[0]);
    await api(browser, '/api/account/delete', { confirm: email });
    await service.erase();
    const kept = JSON.stringify(await contentsOf(service));
    expect(hashes.filter((hash) => kept.includes(hash))).toEqual([]);
  }); // prettier-ignore

  it('end with new ones, and with the authenticator', async () => {
    const { browser, key, codes } = await withCodes();
    const { json } = await api(browser, RENEW, {});
    expect((await useCode(codes[0] ?? '')).status).toBe(400);

    await signIn(browser, service, { email, path: '/auth/login?enrol=1', key });
    const { text: page } = await browser.open(service.url + FACTOR_PAGE);
    await submit(browser, service, { page, path: `${FACTOR_PAGE}/remove` });
    expect((await useCode(json.codes[0])).status).toBe(400);
    expect((await factorOf(browser)).recovery_codes_left).toBeNull();
    expect((await api(browser, RENEW, {})).json.error).toBe('no_second_factor');
  });

  it('lead nobody else into the account: who signs in then has to be the same person', async () => {
    const { codes } = await withCodes();
    const thief = new TestBrowser();
    const { location } = await useCode(codes[0] ?? '', thief);
    const done = await proveAt(thief, location ?? '', `eve-${people}@example.com`);

    expect(done.status).toBe(403);
    expect((await api(thief, '/api/me')).status).toBe(401);
  });
});

describe('making codes', () => {
  it('needs a sign-in of the last five minutes, and this service’s own page', async () => {
    const old = await signedIn(service, { proof: { authTime: service.core.clock.now() - 301_000 } });
    await expectNothingWritten(service, () => old.call('POST', RENEW, {}), {
      status: 401,
      error: 'reauth_required',
    });
    const recent = await signedIn(service);
    expectRefusal(await recent.call('POST', RENEW, {}), { status: 409, error: 'no_second_factor' });
    const foreign = { headers: { 'x-csrf-token': old.csrf } };
    expectRefusal(await recent.call('POST', RENEW, {}, foreign), { status: 403, error: 'invalid_csrf' });
  });

  it('is not for who signed in without the app, a minute before it was set up', async () => {
    const thief = new TestBrowser();
    await signIn(thief, service, { email });
    const { browser, key } = await withApp();

    const refused = await api(thief, RENEW, {});
    expect([refused.status, refused.json.error]).toEqual([401, 'reauth_required']);
    expect((await factorOf(browser)).recovery_codes_left).toBeNull();

    const later = new TestBrowser();
    await signIn(later, service, { email, key });
    expect((await api(later, RENEW, {})).status).toBe(201);
    expect((await api(browser, RENEW, {})).status).toBe(201);
  });

  it('twice at once leaves one set', async () => {
    const { browser } = await withApp();
    const sets = await Promise.all([1, 2, 3].map(() => api(browser, RENEW, {})));

    expect(sets.map(({ status }) => status)).toEqual([201, 201, 201]);
    const left = await getRecovery(service.core.table, await accountIdOf(browser));
    const hashes = Object.keys(left?.codes ?? {}).toSorted();
    const made = sets.map(({ json }) => (json.codes as string[]).map((code) => hashOf(recoveryCodeIn(code))).toSorted());
    expect(made).toContainEqual(hashes);
  }); // prettier-ignore
});

it('tells a hundred who guess nothing, and writes nothing', async () => {
  const { browser, codes } = await withCodes();
  const before = await contentsOf(service);
  const guesses = Array.from({ length: 100 }, (_, at) => `${codes[0]?.slice(0, 15)}${1000 + at}`);
  const replies = await Promise.all(guesses.map((guess) => useCode(guess)));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]));
  expect(replies.every(({ text }) => text.includes('no recovery code that can be used'))).toBe(true);
  expect(await contentsOf(service)).toEqual(before);
  expect((await factorOf(browser)).recovery_codes_left).toBe(10);
}); // prettier-ignore

it.each(['', '123456', 'a'.repeat(17), '<script>', 'ü'.repeat(16)])('is no code: %j', async (code) => {
  expect((await useCode(code)).status).toBe(400);
});

it('takes the letters that look like digits for these', () => {
  expect(recoveryCodeIn('OIL0 abcd-EFGH 1234')).toBe('0110abcdefgh1234');
});
