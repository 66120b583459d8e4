import { newId, newToken } from '../../../lib/adapters/ids.ts';
import { COOKIES, CSRF_FIELD, CSRF_HEADER } from '../../../lib/contract/cookies.ts';
import { FORM_TYPE } from '../../../lib/contract/operation.ts';
import { createAccount } from '../../../lib/data/accounts/accounts.ts';
import type { Account } from '../../../lib/data/owners.ts';
import { identityHashOf } from '../../../lib/flows/address-hash.ts';
import { beginSession, type SignInProof } from '../../../lib/flows/accounts/new-session.ts';
import { csrfTokenOf, type BrowserSecrets } from '../../../lib/runtime/callers/csrf.ts';
import type { CallOptions, Reply, TestService } from '../service/service.ts';
import { verbsBy, type Verbs } from '../service/verbs.ts';

/** A person at a browser that is signed in; its calls are those of a page of the service. */
export interface SignedIn extends Verbs {
  /** As it was made: the table knows it as it is now. */
  account: Account;
  /** By which its person is found. */
  identityHash: string;
  secrets: BrowserSecrets & { session: string };
  cookie: string;
  csrf: string;
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** Sends a form of a page, whose hidden field is the proof. */
  submit(path: string, fields?: Record<string, string>): Promise<Reply>;
}

/** How a test signs in; every person has an address of its own unless one is given. */
export interface SignInOptions {
  email?: string;
  /** An account that there is; a second session of it then. */
  account?: Account;
  proof?: Partial<SignInProof>;
}

let people = 0;
const ISSUER = 'https://issuer.example';
/** What the issuer calls the person of an account, by the account's id. */
const subjects = new Map<string, string>();

/** A new account with a session, made as a sign-in makes them. */
export async function signedIn(service: TestService, options: SignInOptions = {}): Promise<SignedIn> {
  const { table, clock } = service.core;
  const now = clock.now();
  const account = options.account ?? (await newAccount(service, options.email));
  const person = { issuer: ISSUER, subject: subjects.get(account.id) ?? account.id };
  const proof = {
    authTime: now,
    mfa: false,
    acr: null,
    amr: ['otp'],
    person,
    browser: null,
    ...options.proof,
  };
  const session = await beginSession(table, account, proof, now);
  const identityHash = identityHashOf({ ...person, ...proof.person });
  return { ...browserOf(service, account, { session, browser: newToken('') }), identityHash };
}

/** An account that nobody is signed in to. */
export async function newAccount(service: TestService, email?: string): Promise<Account> {
  const { table, clock } = service.core;
  people += 1;
  const subject = `person-${people}`;
  const ownerId = newId();
  subjects.set(ownerId, subject);
  return createAccount(table, {
    ownerId,
    spaceId: newId(),
    identityHash: identityHashOf({ issuer: ISSUER, subject }),
    email: email ?? `${subject}@example.com`,
    now: clock.now(),
  });
}

function browserOf(service: TestService, account: Account, secrets: SignedIn['secrets']) {
  const cookie = `${COOKIES.browser}=${secrets.browser}; ${COOKIES.session}=${secrets.session}`;
  const csrf = csrfTokenOf(secrets);
  const call: SignedIn['call'] = (method, path, body, options = {}) =>
    service.call(method, path, {
      ...options,
      ...(body !== undefined && { body }),
      headers: { ...pageHeaders(service, method), cookie, [CSRF_HEADER]: csrf, ...options.headers },
    });
  const submit: SignedIn['submit'] = (path, fields = {}) =>
    service.call('POST', path, {
      body: String(new URLSearchParams({ [CSRF_FIELD]: csrf, ...fields })),
      headers: { ...pageHeaders(service, 'POST'), cookie, 'content-type': FORM_TYPE },
    });
  return { account, secrets, cookie, csrf, call, submit, ...verbsBy(call) };
}

/** What a browser sends by itself from a page of the service: no origin with what only reads. */
export function pageHeaders(service: Pick<TestService, 'url'>, method: string): Record<string, string> {
  const site = { 'sec-fetch-site': 'same-origin' };
  return method === 'GET' || method === 'HEAD' ? site : { ...site, origin: new URL(service.url).origin };
}
