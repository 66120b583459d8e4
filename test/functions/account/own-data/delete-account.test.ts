import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCheck } from '../../../../functions/checker/checker.ts';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { openQueue } from '../../../../lib/adapters/queue.ts';
import { createAccount } from '../../../../lib/data/accounts/accounts.ts';
import { getPayment, writePayment } from '../../../../lib/data/billing/payments.ts';
import { PARTITIONS } from '../../../../lib/data/partitions.ts';
import { KEPT_AFTER_DELETION } from '../../../../lib/domain/accounts/kept-after-deletion.ts';
import { unconfirmedBy, paid } from '../../../../lib/domain/billing/payment-record.ts';
import { hashOfAddress } from '../../../../lib/flows/address-hash.ts';
import { noMetrics } from '../../../../lib/runtime/report/metrics.ts';
import { PICTURE } from '../../../fuzz/cast.ts';
import { purchaseOf, record } from '../../../support/money/bought.ts';
import { isKept } from '../../../support/table/kept.ts';
import { noChecks } from '../../../support/alerts/alerting.ts';
import { PAYER } from '../../../support/money/payment-builder.ts';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';
import { wholeTable } from '../../../support/table/whole-table.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = shared(startTestService);

const DELETE = '/api/account/delete';
const MINUTE = 60_000;
const deletion = (who: SignedIn) => who.call('POST', DELETE, { confirm: who.account.email });

/** Both passes of the eraser, with the time between them. */
async function erased(): Promise<void> {
  await service.erase();
  service.clock.advance(11 * MINUTE);
  await service.erase();
}

/** The organization of a new one's answer. */
async function organizationOf(owner: SignedIn, name: string): Promise<string> {
  const { json } = await owner.call('POST', '/api/organizations', { name });
  return json['organization'].id;
}

async function joins(owner: SignedIn, organization: string, who: SignedIn, role = 'member') {
  const path = `/api/organizations/${organization}`;
  await owner.call('POST', `${path}/invitations`, { email: who.account.email, role });
  expect((await who.call('POST', `${path}/join`, {})).status).toBe(200);
}

/** Whatever of these texts an item holds anywhere, keys included. */
const mentions = (items: readonly object[], texts: readonly string[]) =>
  items.filter((item) => texts.some((text) => JSON.stringify(item).includes(text)));

const PAID = { network: 'base', asset: `0x${'a1'.repeat(20)}`, from: PAYER, nonce: `0x${'b2'.repeat(32)}` };

/** A payment for a space, and what it bought there. */
async function pay(spaceId: string): Promise<void> {
  const at = service.clock.now();
  const charges = [{ sku: 'extra_endpoint', micros: 100_000 }] as const;
  const unconfirmed = unconfirmedBy(
    {
      ...PAID, fingerprint: 'f'.repeat(64), tries: 1, spaceId, charges, creditHash: null, createdAt: at,
      sent: null, asked: null, fromBlock: '1', validBefore: at + MINUTE,
    },
    { claim: 'a claim', leaseUntil: at },
  ); // prettier-ignore
  await writePayment(service.core.table, undefined, paid(unconfirmed, 'tx-erased', at));
  const chain = { network: 'base', transaction: 'tx-erased', payer: PAYER, isRehearsal: false } as const;
  await record(service.core.table, purchaseOf({ spaceId, chain }));
}

/** Somebody who has all that an account can have, and every text by which the table could know of it. */
async function somebody(email: string) {
  const ana = await signedIn(service, { email, proof: { mfa: true } });
  const elsewhere = await signedIn(service, { account: ana.account });
  const other = await signedIn(service);
  const shared = await organizationOf(other, 'shared things');
  await joins(other, shared, ana, 'admin');
  const inviting = await organizationOf(other, 'inviting things');
  await other.call('POST', `/api/organizations/${inviting}/invitations`, { email, role: 'member' });
  await ana.call('POST', `/api/organizations/${shared}/invitations`, {
    email: 'x@example.com',
    role: 'member',
  });
  await ana.call('PUT', '/api/account/avatar', PICTURE, { headers: { 'content-type': 'image/webp' } });
  await ana.call('PATCH', '/api/account/profile', { name: 'Ana Erased', revision: 1 });
  const key = (
    await ana.call('POST', '/api/account/keys/create', { name: 'ci-erased', organizationId: null })
  ).json;
  const orgKey = (
    await ana.call('POST', '/api/account/keys/create', { name: 'org-erased', organizationId: shared })
  ).json;
  expect([typeof key['secret'], typeof orgKey['secret']]).toEqual(['string', 'string']);
  await ana.call(
    'POST',
    '/api/endpoints',
    { name: 'of all', interval_sec: 300 },
    { headers: { 'x-organization': shared } },
  );
  const ingest = (await ana.call('GET', '/api/ingest-key')).json['key'];
  const feed = (await ana.call('GET', '/api/status-feed')).json;
  const made = await ana.createMonitor({
    name: 'backup-erased',
    alert_to: 'ops-erased@example.com',
    alert_url: `${service.url}/hook-erased`,
  });
  const gone = await ana.createMonitor({ name: 'gone-erased' });
  await service.call('GET', `/in/${gone['id']}`);
  await ana.call('DELETE', `/api/endpoints/${gone['id']}`);
  const named = (await service.call('GET', `/in/${ingest}/job-erased`)).json;
  await service.call('POST', `/in/${made['id']}/fail`, { body: 'tar: erased disk full' });
  await service.check();
  const text = JSON.stringify((await ana.call('GET', '/api/export')).json).replaceAll(
    'backup-erased',
    'imported-erased',
  );
  await ana.call('POST', '/api/import/json?apply=1', JSON.parse(text));
  const monitors = (await ana.call('GET', '/api/endpoints')).json['endpoints'].map(
    ({ id }: { id: string }) => id,
  );
  const { id, spaces } = ana.account;
  await pay(spaces[0] ?? '');
  const hashes = [
    ana.secrets.session,
    elsewhere.secrets.session,
    key['secret'],
    orgKey['secret'],
    ingest,
    feed['token'],
  ].map(hashOf);
  const texts = [
    id,
    ...spaces,
    ...monitors,
    gone['id'],
    email,
    hashOfAddress(email),
    ...hashes,
    'Ana Erased',
    '-erased',
    'erased disk',
  ];
  return { ana, elsewhere, other, shared, key, orgKey, ingest, feed, made, named, texts };
}

describe('deleting an account', () => {
  it('ends all that opened it at once, and leaves nothing but what docs/privacy.md says', async () => {
    const bystander = await signedIn(service);
    const { id: kept } = await bystander.createMonitor({ name: 'stays' });
    const before = (await wholeTable(service)).filter((item) =>
      JSON.stringify(item).includes(bystander.account.id),
    );
    const { ana, elsewhere, other, shared, key, orgKey, ingest, feed, made, texts } =
      await somebody('ana-deleted@example.com');
    expect(mentions(await wholeTable(service), texts).length).toBeGreaterThan(30);

    const reply = await deletion(ana);

    expect([reply.status, reply.json]).toEqual([200, { ok: true }]);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^__Host-mm-auth=; .*Max-Age=0/);
    const opened = async () => [
      (await ana.call('GET', '/api/me')).status,
      (await elsewhere.call('GET', '/api/endpoints')).status,
      (await service.call('GET', '/api/endpoints', { headers: { 'x-api-key': key['secret'] } })).status,
      (await service.call('GET', '/api/endpoints', { headers: { 'x-api-key': orgKey['secret'] } })).status,
      (await service.call('GET', `/in/${ingest}/new-job`)).status,
      (await service.call('GET', new URL(feed['json']).pathname)).status,
    ];
    expect(await opened()).toEqual([401, 401, 401, 401, 404, 404]);
    const members = (await other.call('GET', `/api/organizations/${shared}`)).json['organization'].members;
    expect(members.map(({ id }: { id: string }) => id)).toEqual([other.account.id]);

    await service.erase();
    expect((await service.call('GET', `/in/${made['id']}`)).status).toBe(404);
    const sent = service.mailbox.messages().length;
    service.clock.advance(11 * MINUTE);
    await service.check();
    expect(service.mailbox.messages().length).toBe(sent);
    await service.erase();

    const left = await wholeTable(service);
    expect(
      mentions(
        left.filter((item) => !isKept(item)),
        texts,
      ),
    ).toEqual([]);
    expect(left.filter(({ pk }) => pk === PARTITIONS.erasure)).toEqual([]);
    expect(await getPayment(service.core.table, PAID)).toMatchObject({ state: 'done', spaceId: texts[1] });
    expect(await opened()).toEqual([401, 401, 401, 401, 404, 404]);
    const after = left.filter((item) => JSON.stringify(item).includes(bystander.account.id));
    expect(after).toHaveLength(before.length);
    expect((await service.call('GET', `/in/${kept}`)).status).toBe(200);
  });

  it('is said in docs/privacy.md to the word', () => {
    const page = readFileSync('docs/privacy.md', 'utf8').replaceAll(/\s+/g, ' ');
    for (const { what } of KEPT_AFTER_DELETION) expect(page).toContain(what);
  });

  it('lets the person sign up again at once, with the trial that there was', async () => {
    const email = 'again@example.com';
    const one = await signedIn(service, { email });
    await one.createMonitor();
    const { trial } = (await one.call('GET', '/api/me')).json;
    await deletion(one);
    service.clock.advance(MINUTE);
    const anew = await createAccount(service.core.table, {
      ownerId: 'anew', spaceId: 'anew-home', email, now: service.clock.now(),
      identityHash: one.identityHash,
    }); // prettier-ignore
    const two = await signedIn(service, { account: anew });
    // Before it is used: what it is told is what it has.
    const shown = { ...trial, days_left: 90 };
    expect((await two.call('GET', '/api/me')).json['trial']).toEqual(shown);
    expect((await two.call('GET', '/api/account/export')).json['account'].trial).toEqual(shown);
    await two.createMonitor();
    const mine = mentions(await wholeTable(service), [two.account.id, 'anew-home']).length;

    await erased();

    const again = (await two.call('GET', '/api/me')).json;
    expect(again['endpoints']).toHaveLength(1);
    expect(again['trial'].ends_at).toBe(trial.ends_at);
    expect(mentions(await wholeTable(service), [two.account.id, 'anew-home'])).toHaveLength(mine);
  });

  it('is refused without a fresh sign-in, with another address, and for a sole owner', async () => {
    const ben = await signedIn(service);
    const one = await organizationOf(ben, 'one of his');
    await organizationOf(ben, 'another of his');
    const old = await signedIn(service, {
      account: ben.account,
      proof: { authTime: service.clock.now() - 301_000 },
    });
    const unsaid = await signedIn(service, { account: ben.account, proof: { person: null } });
    const refused = (who: SignedIn, body: unknown, expected: Parameters<typeof expectRefusal>[1]) =>
      expectNothingWritten(service, () => who.call('POST', DELETE, body), expected);

    const confirm = ben.account.email;
    await refused(old, { confirm }, { status: 401, error: 'reauth_required' });
    await refused(unsaid, { confirm }, { status: 401, error: 'reauth_required' });
    await refused(
      ben,
      { confirm: 'x@example.com' },
      { status: 400, error: 'invalid_confirmation', names: ['confirm', 'x@example.com'] },
    );
    await refused(ben, {}, { status: 400, error: 'invalid_confirmation', names: ['confirm'] });
    await refused(ben, { confirm, force: true }, { status: 400, error: 'invalid_request' });
    await refused(
      ben,
      { confirm },
      { status: 409, error: 'sole_owner', names: ['one of his', 'another of his', one] },
    );
    const anyone = await service.call('POST', DELETE, {
      body: { confirm },
      headers: { origin: service.url, 'sec-fetch-site': 'same-origin' },
    });
    expectRefusal(anyone, { status: 401, error: 'invalid_session' });
  });
});

describe('at the same moment', () => {
  it('two co-owners who go leave the organization with one', async () => {
    const [ann, bea] = [await signedIn(service), await signedIn(service)];
    const id = await organizationOf(ann, 'of both');
    await joins(ann, id, bea, 'owner');

    const replies = await Promise.all([deletion(ann), deletion(bea)]);

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const left = replies[0]?.status === 200 ? bea : ann;
    const { members } = (await left.call('GET', `/api/organizations/${id}`)).json['organization'];
    expect(members).toMatchObject([{ id: left.account.id, role: 'owner' }]);
    await erased();
  });

  itThorough('nothing else that is done for the account leaves anything behind', async () => {
    let gone = 0;
    for (let round = 0; round < 5; round += 1) {
      const email = `busy-${round}@example.com`;
      const dan = await signedIn(service, { email });
      const twin = await signedIn(service, { account: dan.account });
      const monitor = await dan.createMonitor({ name: 'busy-monitor' });
      const ingest = (await dan.call('GET', '/api/ingest-key')).json['key'];
      const other = await signedIn(service);
      const shared = await organizationOf(other, 'busy organization');
      await other.call('POST', `/api/organizations/${shared}/invitations`, { email, role: 'member' });
      const guest = await service.guest();
      const claimed = await guest.createMonitor({ name: 'busy-guest' });

      const replies = await Promise.all([
        deletion(dan),
        deletion(twin),
        service.call('GET', `/in/${monitor['id']}`),
        service.call('GET', `/in/${ingest}/busy-job`),
        service.call('POST', `/in/${monitor['id']}/fail`, { body: 'busy output' }),
        twin.call('POST', '/api/account/keys/create', { name: 'busy-key', organizationId: null }),
        twin.call('POST', '/api/endpoints', { name: 'busy-new', interval_sec: 300 }),
        twin.call('POST', `/api/organizations/${shared}/join`, {}),
        // The only owner of one may not go: what comes first decides.
        twin.call('POST', '/api/organizations', { name: round === 4 ? 'busy-own' : ' ' }),
        twin.call('POST', '/api/auth/claim', { guest_token: guest.token }),
        twin.call('GET', '/api/status-feed'),
        twin.call('PUT', '/api/account/avatar', PICTURE, { headers: { 'content-type': 'image/webp' } }),
        service.check(),
      ]);
      for (const { status, text } of replies.slice(0, -1) as { status: number; text: string }[])
        expect([status < 500 || status === 503, text]).toContain(true);
      const isGone = replies.slice(0, 2).some((reply) => (reply as { status: number }).status === 200);
      if (!isGone) expect(replies[0]).toMatchObject({ status: 409 });
      else {
        gone += 1;
        await erased();
        const { id, spaces } = dan.account;
        const texts = [id, ...spaces, monitor['id'], email, hashOfAddress(email)];
        const left = (await wholeTable(service)).filter((item) => !isKept(item));
        expect(mentions(left, texts)).toEqual([]);
        // The guest's monitor went with the account, or stayed with the guest.
        const status = (await service.call('GET', `/in/${claimed['id']}`)).status;
        const isGuests = (await guest.call('GET', `/api/endpoints/${claimed['id']}`)).status === 200;
        expect(status).toBe(isGuests ? 200 : 404);
      }
    }
    expect(gone).toBeGreaterThan(0);
  });
});

it('a guest keeps the token that it was left when its space was claimed', async () => {
  const guest = await service.guest();
  await guest.createMonitor();
  const left = (await guest.call('GET', '/api/ingest-key')).json['key'];
  const eve = await signedIn(service);
  // Her own comes first, so the guest's stays the guest's.
  const own = (await eve.call('GET', '/api/ingest-key')).json['key'];
  const claim = await eve.call('POST', '/api/auth/claim', { guest_token: guest.token });
  expect(claim.status).toBe(200);

  expect((await deletion(eve)).status).toBe(200);
  await erased();

  expect((await service.call('GET', `/in/${left}/a-job`)).status).toBe(200);
  expect((await service.call('GET', `/in/${own}/a-job`)).status).toBe(404);
  expect(await contentsOf(service)).not.toEqual([]);
});

it('an alert that was on its way is told to nobody', async () => {
  await using receiver = await startReceiver();
  const fay = await signedIn(service, { email: 'fay-alerted@example.com' });
  const { id } = await fay.createMonitor({ alert_url: receiver.url });
  await service.call('GET', `/in/${id}/fail`);
  // The check records the alert; nothing has taken it from the queue yet.
  const { config } = service.core;
  const deps = { ...service.core, queue: openQueue(config), checks: noChecks, metrics: noMetrics };
  expect((await runCheck(deps, () => true)).alerts).toBeGreaterThan(0);
  expect((await deletion(fay)).status).toBe(200);

  await service.drain();
  await service.check();
  await erased();
  await service.check();

  expect(JSON.stringify(service.mailbox.messages())).not.toContain('fay-alerted');
  expect(receiver.received).toEqual([]);
});
