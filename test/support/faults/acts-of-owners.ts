import { hashOf, newId, newToken } from '../../../lib/adapters/ids.ts';
import { putEnrolment } from '../../../lib/data/accounts/enrolments.ts';
import { keepAnswer } from '../../../lib/data/idempotency.ts';
import { renewCodes } from '../../../lib/data/accounts/recovery-codes.ts';
import { putLogin } from '../../../lib/data/accounts/logins.ts';
import { LOGIN_MS, ENROLMENT_MS } from '../../../lib/domain/accounts/login.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { PICTURE } from '../../fuzz/cast.ts';
import { PLANTED_DOMAIN } from '../machines/planted.ts';
import type { Reply, TestService } from '../service/service.ts';
import { signedIn, type SignedIn } from '../accounts/session.ts';

/** Fails where something was refused: then it is not kept, and a test would look at nothing. */
export async function done(call: Promise<Reply>): Promise<Reply['json']> {
  const { status, text, json } = await call;
  if (status >= 400) throw new Error(`It was answered ${status}: ${text}`);
  return json;
}

/** What people with an account do, each act by itself. */
export function actsOfOwners(service: TestService): (() => Promise<unknown>)[] {
  const people: { ana?: SignedIn } = {};
  const ana = () => people.ana as SignedIn;
  const { table, clock } = service.core;
  return [
    async () => void (people.ana = await signedIn(service, { email: `ana${PLANTED_DOMAIN}` })),
    () =>
      done(ana().call('PUT', '/api/account/avatar', PICTURE, { headers: { 'content-type': 'image/webp' } })),
    () => done(ana().call('PUT', '/api/account/reports', { weekly: true, monthly: true })),
    () => done(ana().call('POST', '/api/channels', { to: `ana${PLANTED_DOMAIN}` })),
    () => createdWithKey(ana()),
    () => done(ana().call('POST', '/api/v3/checks/', { name: 'nightly', desc: 'what it does' })),
    () => alertToAccount(service, ana()),
    () => service.check(),
    () => revokedKey(ana()),
    () => invitation(ana()),
    () => service.drain(),
    () => signInUnderWay(service),
    () => putEnrolment(table, { hash: newHash(), sealed: 'sealed', expiresAt: clock.now() + ENROLMENT_MS }),
    () => renewCodes(table, { ownerId: ana().account.id, subject: 'ana' }, [newHash()], clock.now()),
    () => longAnswer(service, ana()),
    () => deletedAccount(service),
  ];
}

const newHash = () => hashOf(newToken(''));

/** A monitor whose answer is kept for a repeat of the call. */
async function createdWithKey(ana: SignedIn): Promise<void> {
  const body = { name: 'nightly', interval_sec: 300, alert_to: `ops${PLANTED_DOMAIN}` };
  const headers = { 'idempotency-key': newId() };
  const { id } = await done(ana.call('POST', '/api/endpoints', body, { headers }));
  await done(ana.patch(id, { alert_to: `night${PLANTED_DOMAIN}` }));
}

/** A failure that is mailed to the address of the account, which has agreed. */
async function alertToAccount(service: TestService, ana: SignedIn): Promise<void> {
  const { id } = await ana.createMonitor();
  await done(service.call('POST', `/in/${id}/fail`, { body: 'disk full' }));
}

async function revokedKey(ana: SignedIn): Promise<void> {
  const named = (name: string) => ({ name, organizationId: null });
  await done(ana.call('POST', '/api/account/keys/create', named('kept')));
  const { key } = await done(ana.call('POST', '/api/account/keys/create', named('revoked')));
  await done(ana.call('POST', '/api/account/keys/revoke', { id: key.id }));
}

async function invitation(ana: SignedIn): Promise<void> {
  const { organization } = await done(ana.call('POST', '/api/organizations', { name: 'Night shift' }));
  const body = { email: `new${PLANTED_DOMAIN}`, role: 'member' };
  await done(ana.call('POST', `/api/organizations/${organization.id}/invitations`, body));
}

/** As its beginning leaves it: nobody comes back. */
function signInUnderWay({ core: { table, clock } }: TestService): Promise<void> {
  return putLogin(table, {
    hash: newHash(),
    nonce: newToken(''),
    verifier: newToken(''),
    browserHash: newHash(),
    returnTo: '/account',
    purpose: 'sign-in',
    ownerId: null,
    expiresAt: clock.now() + LOGIN_MS,
  });
}

/** An answer that takes several items, as of an import of thousands. */
async function longAnswer({ core: { table, clock } }: TestService, { account }: SignedIn): Promise<void> {
  const use = {
    ownerId: account.id,
    spaceId: account.spaces[0] ?? null,
    keyHash: newHash(),
    fingerprint: newHash(),
    claim: 'claim',
    leaseUntil: null,
    expiresAt: clock.now() + LIMITS.idempotencyKeyHours * 3_600_000,
    answer: null,
    parts: 0,
  };
  await keepAnswer(table, use, Buffer.alloc(400_000, 'long '));
}

async function deletedAccount(service: TestService): Promise<void> {
  const email = `gone${PLANTED_DOMAIN}`;
  const gone = await signedIn(service, { email });
  await done(gone.call('POST', '/api/account/delete', { confirm: email }));
}
