import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COOKIES, CSRF_HEADER } from '../../../lib/contract/cookies.ts';
import { required } from '../../../lib/config/config.ts';
import type { IdentityConfig } from '../../../lib/config/groups.ts';
import { jsonLog } from '../../../lib/runtime/report/log.ts';
import { codeMailedTo, TestBrowser, toCallback } from '../../support/browser/browser.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { HostileIssuer, type Ways } from '../../support/accounts/hostile-issuer.ts';
import { captureOutputs, KeptSecrets } from '../../support/accounts/kept-secrets.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { pageHeaders } from '../../support/accounts/session.ts';

let secrets: KeptSecrets;
let written: string[];
beforeEach(() => {
  secrets = new KeptSecrets();
  written = captureOutputs();
});
afterEach(() => void vi.restoreAllMocks());

const codesWritten = () => new Set(written.flatMap((line) => /"code":"(\w+)"/.exec(line)?.[1] ?? []));

/** Begins a sign-in, and keeps what it is proven by; returns the way back. */
async function begun(service: TestService, issuer: HostileIssuer, browser: TestBrowser): Promise<string> {
  const { location } = await browser.open(`${service.url}/auth/login`);
  const asked = new URL(location ?? '').searchParams;
  for (const item of await contentsOf(service))
    if (item['verifier'] !== undefined) secrets.keep('code_verifier', String(item['verifier']));
  issuer.nonce = secrets.keep('nonce', asked.get('nonce'));
  const state = secrets.keep('state', asked.get('state'));
  const code = secrets.keep('code', `code-${crypto.randomUUID()}`);
  return `${service.url}/auth/callback?${new URLSearchParams({ state, code, iss: issuer.url })}`;
}

/** The callback of a sign-in, and what the browser and the issuer hold afterwards. */
async function finished(issuer: HostileIssuer, browser: TestBrowser, callback: string): Promise<number> {
  const { status } = await browser.open(callback);
  if (issuer.issued) {
    secrets.keep('id token', issuer.issued.id);
    secrets.keep('access token', issuer.issued.access);
  }
  for (const name of Object.values(COOKIES)) {
    const cookie = browser.cookie(callback, name);
    if (cookie !== undefined) secrets.keep(name, cookie);
  }
  return status;
}

/** Calls as a page does whose browser is signed in. */
async function pageOf(service: TestService, browser: TestBrowser) {
  const cookie = [COOKIES.session, COOKIES.browser]
    .map((name) => `${name}=${browser.cookie(service.url, name)}`)
    .join('; ');
  const bootstrap = await service.call('GET', '/api/auth/bootstrap', { headers: { cookie } });
  const csrf = secrets.keep('csrf', bootstrap.json['csrf']);
  return (method: string, path: string, body?: unknown) =>
    service.call(method, path, {
      headers: { ...pageHeaders(service, method), cookie, [CSRF_HEADER]: csrf },
      ...(body !== undefined && { body }),
    });
}

type Page = Awaited<ReturnType<typeof pageOf>>;

/** All that makes or takes a secret; keeps what is answered. */
async function everything(service: TestService, page: Page): Promise<void> {
  const guest = await service.call('POST', '/api/guest');
  const token = guest.status === 201 ? secrets.keep('guest token', guest.json['token']) : 'hp_none';
  const monitor = { name: 'nightly backup', interval_sec: 300 };
  const made = [
    await page('POST', '/api/endpoints', monitor),
    await service.call('POST', '/api/endpoints', { token, body: monitor }),
  ];
  for (const { json } of made) if (json['id']) secrets.keep('ping URL', json['id']);
  const key = await page('POST', '/api/account/keys/create', { name: 'ci', organizationId: null });
  if (key.status === 201) secrets.keep('API key', key.json['secret']);
  const ingest = await page('GET', '/api/ingest-key');
  if (ingest.status === 200) secrets.keep('ingest key', ingest.json['key']);
  const feed = await page('GET', '/api/status-feed');
  if (feed.status === 200) secrets.keep('feed', feed.json['token']);
  await useAll(service, page);
}

/** Uses what was kept so far, by the way that each is used. */
async function useAll(service: TestService, page: Page): Promise<void> {
  for (const id of secrets.of('ping URL')) await service.call('GET', `/in/${id}`);
  for (const key of secrets.of('ingest key')) await service.call('GET', `/in/${key}/backup`);
  for (const feed of secrets.of('feed')) await service.call('GET', `/s/${feed}.json`);
  for (const key of secrets.of('API key'))
    await service.call('GET', '/api/endpoints', { headers: { 'x-api-key': key } });
  for (const token of secrets.of('guest token'))
    await page('POST', '/api/auth/claim', { guest_token: token });
}

/** What lies under `/_local`, by its path. */
async function localTexts(service: TestService): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of ['', '/clock', '/hold', '/mail', '/deliveries', '/elsewhere'])
    texts.set(path, await (await fetch(`${service.url}/_local${path}`)).text());
  texts.set('/check', await (await fetch(`${service.url}/_local/check`, { method: 'POST' })).text());
  return texts;
}

/** Sign-ins whose answer from the issuer does not hold, or does not come. */
async function failedSignIns(
  service: TestService,
  issuer: HostileIssuer,
  browser: TestBrowser,
): Promise<void> {
  const ways: Ways[] = [
    { signing: 'another key' },
    { claims: { aud: 'other' } },
    { claims: { auth_time: 'never' } },
    { status: 400 },
    { status: 500 },
  ];
  for (const way of ways) {
    issuer.ways = way;
    const status = await finished(issuer, browser, await begun(service, issuer, browser));
    expect([401, 503]).toContain(status);
  }
  issuer.ways = {};
}

/** All of it again with a table that fails, and says all that it may have been sent. */
async function failedCalls(service: TestService, issuer: HostileIssuer, browser: TestBrowser): Promise<void> {
  const page = await pageOf(service, browser);
  const { json } = await service.call('POST', '/api/guest');
  const token = secrets.keep('guest token', json['token']);
  await service.call('POST', '/api/endpoints', { token, body: { name: 'late', interval_sec: 300 } });
  const callback = await begun(service, issuer, browser);
  const words = () => secrets.text;
  failTable(service, () => true, { words });
  expect(await finished(issuer, browser, callback)).toBe(503);
  await everything(service, page);
  const failing = failTable(service, (command) => !/^(Get|Query|BatchGet)/.test(command), { words });
  await everything(service, page);
  failing.end();
}

it('no secret of an account is in a log or under /_local, whatever fails and whatever an error says', async () => {
  const issuer = await HostileIssuer.start();
  await using service = await startTestService({ identity: issuer.identity, log: jsonLog });
  const browser = new TestBrowser();
  secrets.keep('e-mail address', 'ana@example.com');
  keepClientSecret(issuer.identity);
  expect(await finished(issuer, browser, await begun(service, issuer, browser))).toBe(302);
  await everything(service, await pageOf(service, browser));
  await failedSignIns(service, issuer, browser);
  await failedCalls(service, issuer, browser);
  await issuer.stop();

  expect(secrets.kinds).toEqual(KINDS);
  expect([...codesWritten()]).toEqual(expect.arrayContaining(FAULTS));
  expect(secrets.in(written.join('\n'))).toEqual([]);
  for (const [path, text] of await localTexts(service)) expect([path, secrets.in(text)]).toEqual([path, []]);
});

/** What must have been there to be looked for, and the lines that must have been written. */
const KINDS = [
  'API key', COOKIES.session, COOKIES.browser, 'access token', 'client secret', 'code', 'code_verifier', 'csrf',
  'e-mail address', 'feed', 'guest token', 'id token', 'ingest key', 'nonce', 'ping URL', 'state',
].sort(); // prettier-ignore
const FAULTS = [
  'sign_in_refused', 'issuer_unavailable', 'sign_in_failed', 'credential_unreadable', 'operation_failed',
  'claim_unconfirmed',
]; // prettier-ignore

function keepClientSecret({ clientSecret }: IdentityConfig): void {
  secrets.keep('client secret', 'text' in clientSecret ? clientSecret.text : null);
}

it('the code that is mailed on one machine is shown in its mailbox, and nowhere else', async () => {
  await using service = await startTestService({ identity: 'own', log: jsonLog });
  const browser = new TestBrowser();
  const email = secrets.keep('e-mail address', 'ben@example.com');
  const back = new URL(await toCallback(browser, service, email));
  for (const name of ['state', 'code']) secrets.keep(name, back.searchParams.get(name));
  secrets.keep('mailed code', codeMailedTo(service, email));
  keepClientSecret(required(service.core.config.identity, 'who signs people in'));
  expect((await browser.open(back.href)).status).toBe(302);
  for (const name of [COOKIES.session, COOKIES.browser])
    secrets.keep(name, browser.cookie(service.url, name));

  const shown = ['e-mail address', 'mailed code'];
  for (const [path, text] of await localTexts(service))
    expect([path, secrets.in(text)]).toEqual([path, ['', '/mail'].includes(path) ? shown : []]);
  expect(secrets.in(written.join('\n'))).toEqual([]);
});
