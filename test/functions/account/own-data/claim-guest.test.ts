import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { claimGuest } from '../../../../functions/account/own-data/claim-guest.ts';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { ownerKey } from '../../../../lib/data/keys.ts';
import { endSessions } from '../../../../lib/data/accounts/accounts.ts';
import { getOwner, ownerOfGuestToken } from '../../../../lib/data/owners.ts';
import { buySlots, purchaseOf, record } from '../../../support/money/bought.ts';
import { hashOfAddress } from '../../../../lib/flows/address-hash.ts';
import { noteBounce } from '../../../../lib/data/alerts/stopped-addresses.ts';
import { failTable } from '../../../support/table/failing-table.ts';
import { newMachine } from '../../../support/machines/machine.ts';
import type { Ctx } from '../../../../lib/runtime/context.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { tableBehind } from '../../../support/table/table-behind.ts';
import { startTableProxy } from '../../../support/table/table-proxy.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { describeThorough, itThorough } from '../../../support/thorough.ts';

const CLAIM = '/api/auth/claim';
const CREDIT = { sku: 'prepaid_credit', count: 1, micros: 5_000_000 } as const;

const service = fresh(startTestService);
const alice = fresh(() => signedIn(service));
const guest = fresh(() => service.guest());

const claim = (who = alice, token = guest.token) => who.call('POST', CLAIM, { guest_token: token });
const moved = (monitors: number, status_feeds = 0, ingest_keys = 0) => ({
  ok: true,
  claimed: {
    product: {
      movidos: { monitors, devices: 0, collections: 0, status_feeds, ingest_keys },
      apagados: 0,
      direitos: 0,
    },
  },
});
const namesOf = async (who: Pick<Person, 'call'>) =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'].map(({ name }: { name: string }) => name);
const keyOf = async (who: Pick<Person, 'call'>) => (await who.call('GET', '/api/ingest-key')).json['key'];
const feedOf = async (who: Pick<Person, 'call'>) => (await who.call('GET', '/api/status-feed')).json['token'];
const shownBy = async (feed: string) =>
  (await service.call('GET', `/s/${feed}.json`)).json['endpoints'].map(({ name }: { name: string }) => name);
const ping = (key: string, slug: string) => service.call('GET', `/in/${key}/${slug}`);
const owners = async () => ({
  account: await getOwner(service.core.table, alice.account.id),
  guest: await ownerOfGuestToken(service.core.table, hashOf(guest.token)),
});

describe('an address that a guest named', () => {
  const shown = async (id: string) => (await alice.call('GET', `/api/endpoints/${id}`)).json;

  it('has agreed with the claim where it is the account’s own', async () => {
    const { id } = await guest.createMonitor({ alert_to: alice.account.email.toUpperCase() });
    await claim();

    expect(await shown(id)).toMatchObject({ alert_to_confirmed: true });
    const before = service.mailbox.messages().length;
    await service.call('POST', `/in/${id}/fail`);
    await service.check();
    const [mail] = service.mailbox.messages();
    expect(service.mailbox.messages()).toHaveLength(before + 1);
    expect(mail?.subject).toContain('failure');
  });

  it('has not where its mail came back a short time ago', async () => {
    const { id } = await guest.createMonitor({ alert_to: alice.account.email });
    await noteBounce(service.core.table, hashOfAddress(alice.account.email), service.clock.now());
    await claim();

    expect(await shown(id)).toMatchObject({ alert_to_confirmed: false });
  });

  it('still has to where it is somebody else’s, or has answered no', async () => {
    const other = await guest.createMonitor({ alert_to: 'bob@example.com' });
    const { id } = await guest.createMonitor({ alert_to: alice.account.email });
    await service.drain();
    const mail = service.mailbox.messages().find(({ to }) => to === alice.account.email);
    const [path] = /\/email\/[A-Za-z0-9.]+/.exec(mail?.text ?? '') ?? [''];
    await service.call('POST', `${path}/unsubscribe`);
    await claim();

    expect(await shown(other['id'])).toMatchObject({ alert_to_confirmed: false });
    expect(await shown(id)).toMatchObject({ alert_to_confirmed: false });
  });
});

describe('a claim', () => {
  it('moves what the guest made, with its counters, and leaves the guest an empty space', async () => {
    await guest.createMonitor({ name: 'one', alert_to: 'one@example.com' });
    const { id } = await guest.createMonitor({ name: 'two' });
    await alice.createMonitor({ name: 'own' });

    expect((await claim()).json).toEqual(moved(2));

    expect((await namesOf(alice)).sort()).toEqual(['one', 'own', 'two']);
    expect(await namesOf(guest)).toEqual([]);
    expect((await guest.call('GET', `/api/endpoints/${id}`)).status).toBe(404);
    expect((await alice.call('PATCH', `/api/endpoints/${id}`, { name: 'renamed' })).status).toBe(200);
    expect(await owners()).toMatchObject({
      account: { monitors: 3, emailAlerts: 1 },
      guest: { monitors: 0, emailAlerts: 0 },
    });
    expect((await service.call('GET', `/in/${id}`)).status).toBe(200);
  });

  it('moves devices, what is collected of them and their readings, and the places that they take', async () => {
    const machine = await newMachine(service, ['loadavg', 'memoria'], { owner: guest });
    const { id } = (await guest.call('POST', '/api/ambientes', { nome: 'db-2' })).json['ambiente'];
    await alice.call('POST', '/api/ambientes', { nome: 'own' });

    const { movidos } = (await claim()).json['claimed'].product;

    expect(movidos).toEqual({ ...moved(0).claimed.product.movidos, devices: 2, collections: 2 });
    const devicesOf = async (who: Pick<Person, 'call'>) =>
      (await who.call('GET', '/api/ambientes')).json['ambientes'].map((each: { id: string }) => each.id);
    expect(await devicesOf(guest)).toEqual([]);
    expect(await devicesOf(alice)).toEqual(expect.arrayContaining([id, machine.device.id]));
    expect((await guest.call('DELETE', `/api/ambientes/${id}`)).status).toBe(404);
    expect(await owners()).toMatchObject({
      account: { devices: 3, collections: 2 },
      guest: { devices: 0, collections: 0 },
    });
    // The machine goes on as it did.
    expect((await machine.send()).status).toBe(200);
    expect((await alice.call('PATCH', `/api/ambientes/${id}`, { nome: 'renamed' })).status).toBe(200);
    expect((await alice.call('DELETE', `/api/ambientes/${machine.device.id}`)).status).toBe(200);
    expect(await owners()).toMatchObject({ account: { devices: 2, collections: 0 } });
  });

  it('moves a device although there is nothing else', async () => {
    const { id } = (await guest.call('POST', '/api/ambientes', { nome: 'db-2' })).json['ambiente'];

    await claim();

    expect((await alice.call('GET', `/api/ambientes/${id}`)).status).toBe(200);
  });

  it('counts the purchases that move, and moves the places that were bought, also where nothing else moves, and fast monitors as what they are', async () => {
    const { table } = service.core;
    await buySlots(table, (await owners()).guest?.id ?? '', { monitors: 2, emailAlerts: 1 });
    const spaceId = (await owners()).guest?.spaces[0] ?? '';
    await record(table, purchaseOf({ spaceId }), purchaseOf({ spaceId }));
    expect((await claim()).json['claimed'].product).toEqual({ ...moved(0).claimed.product, direitos: 2 });

    await guest.createMonitor({ interval_sec: 60 });
    await buySlots(table, (await owners()).guest?.id ?? '', { fast: 1 });
    expect((await claim()).json).toEqual(moved(1));

    const slots = { monitorSlots: 2, fastSlots: 1, emailAlertSlots: 1 };
    expect(await owners()).toMatchObject({
      account: { monitors: 1, fast: 1, ...slots },
      guest: { monitors: 0, fast: 0, monitorSlots: 0, fastSlots: 0, emailAlertSlots: 0 },
    });
    expect((await claim()).json).toEqual(moved(0));
  });

  it('moves nothing when it is repeated, also when repeats come at once', async () => {
    await guest.createMonitor();
    const replies = await Promise.all([claim(), claim(), claim()]);
    const before = await contentsOf(service);

    expect(replies.map(({ json }) => json['claimed'].product.movidos.monitors).sort()).toEqual([0, 0, 1]);
    expect((await claim()).json).toEqual(moved(0));
    expect(await contentsOf(service)).toEqual(before);
  });

  it('moves nothing of a guest that has made nothing', async () => {
    const before = await contentsOf(service);

    expect((await claim()).json).toEqual(moved(0));
    expect(await contentsOf(service)).toEqual(before);
  });

  it('moves deleted monitors, which are listed and not counted', async () => {
    const { id } = await guest.createMonitor({ name: 'gone' });
    await guest.call('DELETE', `/api/endpoints/${id}`);

    expect((await claim()).json).toEqual(moved(0));
    expect(await namesOf(alice)).toEqual(['gone']);
    expect(await namesOf(guest)).toEqual([]);
  });

  it('moves what was paid for, also where no place and no monitor was', async () => {
    const [spaceId = ''] = (await owners()).guest?.spaces ?? [];
    await record(service.core.table, purchaseOf({ spaceId, items: [CREDIT], totalMicros: CREDIT.micros }));

    expect((await claim()).json['claimed'].product).toEqual({ ...moved(0).claimed.product, direitos: 1 });

    expect((await owners()).account?.spaces).toContain(spaceId);
    expect((await owners()).guest?.spaces).not.toContain(spaceId);
  });

  it('takes what the guest makes later with the next one', async () => {
    await guest.createMonitor({ name: 'first' });
    await claim();
    await guest.createMonitor({ name: 'second' });

    expect((await claim()).json).toEqual(moved(1));
    expect((await namesOf(alice)).sort()).toEqual(['first', 'second']);
  });

  it('is of the guest of this browser where none is named', async () => {
    await guest.createMonitor();
    const cookie = `${alice.cookie}; ${COOKIES.guest}=${guest.token}`;

    const reply = await alice.call('POST', CLAIM, undefined, { headers: { cookie } });

    expect(reply.json).toEqual(moved(1));
  });

  it('gives one guest to one of two accounts that claim it at once', async () => {
    await guest.createMonitor();
    const bob = await signedIn(service);
    const replies = await Promise.all([claim(alice), claim(bob)]);

    expect(replies.map(({ json }) => json['claimed'].product.movidos.monitors).sort()).toEqual([0, 1]);
    expect([...(await namesOf(alice)), ...(await namesOf(bob))]).toEqual(['nightly backup']);
  });
});

describe('an account without tokens of its own', () => {
  it('takes the feed, which goes on showing the claimed space alone until it is rotated', async () => {
    await guest.createMonitor({ name: 'claimed' });
    await alice.createMonitor({ name: 'own' });
    const feed = await feedOf(guest);

    expect((await claim()).json).toEqual(moved(1, 1));

    expect(await feedOf(alice)).toBe(feed);
    expect(await shownBy(feed)).toEqual(['claimed']);
    expect(await feedOf(guest)).not.toBe(feed);
    const rotated = (await alice.call('DELETE', '/api/status-feed')).json['token'];
    expect((await shownBy(rotated)).sort()).toEqual(['claimed', 'own']);
    expect((await service.call('GET', `/s/${feed}.json`)).status).toBe(404);
    expect(await feedOf(alice)).toBe(rotated);
  });

  it('takes the ingest key: machines reach the same monitors, and new names are the account’s', async () => {
    const key = await keyOf(guest);
    const { json } = await ping(key, 'backup');

    expect((await claim()).json).toEqual(moved(1, 0, 1));

    expect(await keyOf(alice)).toBe(key);
    expect((await ping(key, 'backup')).json).toMatchObject({
      endpoint_id: json['endpoint_id'],
      created: false,
    });
    expect((await ping(key, 'other')).json).toMatchObject({ created: true });
    expect((await namesOf(alice)).sort()).toEqual(['backup', 'other']);
    expect(await keyOf(guest)).not.toBe(key);
    const rotated = (await alice.call('DELETE', '/api/ingest-key')).json['key'];
    expect((await ping(key, 'backup')).status).toBe(404);
    expect((await ping(rotated, 'backup')).json).toMatchObject({ endpoint_id: json['endpoint_id'] });
  });
});

describe('an account with tokens of its own', () => {
  it('keeps them; the feed stays with the guest and shows its fresh space', async () => {
    await guest.createMonitor({ name: 'claimed' });
    const [own, feed] = [await feedOf(alice), await feedOf(guest)];

    expect((await claim()).json).toEqual(moved(1));

    expect([await feedOf(alice), await feedOf(guest)]).toEqual([own, feed]);
    expect(await shownBy(own)).toEqual(['claimed']);
    await guest.createMonitor({ name: 'later' });
    expect(await shownBy(feed)).toEqual(['later']);
    const rotated = (await guest.call('DELETE', '/api/status-feed')).json['token'];
    expect([await shownBy(rotated), await feedOf(guest)]).toEqual([['later'], rotated]);
    expect((await service.call('GET', `/s/${feed}.json`)).status).toBe(404);
  });

  itThorough('is not shown by a feed that the guest makes while it claims', async () => {
    await guest.createMonitor({ name: 'claimed' });
    await feedOf(alice);
    let made: string | undefined;
    const before = async ({ command }: TableCall) => {
      if (command !== 'TransactWriteItemsCommand' || made !== undefined) return;
      made = '';
      made = await feedOf(guest);
    };

    expect((await watchingTable(service, { before }, () => claim())).json).toEqual(moved(1));

    expect(await shownBy(made ?? '')).toEqual([]);
    expect(await feedOf(guest)).toBe(made);
  });

  it('keeps its ingest key: the guest’s reaches the same monitors, and makes new ones for the guest', async () => {
    const [own, key] = [await keyOf(alice), await keyOf(guest)];
    const { json } = await ping(key, 'backup');

    expect((await claim()).json).toEqual(moved(1));

    expect([await keyOf(alice), await keyOf(guest)]).toEqual([own, key]);
    expect((await ping(key, 'backup')).json).toMatchObject({
      endpoint_id: json['endpoint_id'],
      created: false,
    });
    await ping(key, 'other');
    expect([await namesOf(alice), await namesOf(guest)]).toEqual([['backup'], ['other']]);
    expect((await claim()).json).toEqual(moved(1));
    expect((await claim()).json).toEqual(moved(0));
    expect(await keyOf(guest)).toBe(key);
    expect((await ping(key, 'third')).json).toMatchObject({ created: true });
    expect(await namesOf(guest)).toEqual(['third']);
  });

  itThorough('leaves a key that stayed to the next account that has none', async () => {
    const [, key] = [await keyOf(alice), await keyOf(guest)];
    await ping(key, 'backup');
    await claim();
    const bob = await signedIn(service);

    expect((await claim(bob)).json).toEqual(moved(0, 0, 1));
    expect(await keyOf(bob)).toBe(key);
    expect((await ping(key, 'new')).json).toMatchObject({ created: true });
    expect(await namesOf(bob)).toEqual(['new']);
    expect((await ping(key, 'backup')).json).toMatchObject({ created: false });
  });
});

itThorough('a claim of a guest that changes all the while is pending, and moves nothing', async () => {
  await guest.createMonitor();
  const { config, clock } = service.core;
  const cancelled = {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
  };
  await using proxy = await startTableProxy(config.standIns?.dynamodb ?? '', async (request) =>
    request.operation === 'TransactWriteItems' ? { status: 400, body: cancelled } : request.forward(),
  );
  const changing = tableBehind(service, proxy.url);
  const caller = { kind: 'owner', owner: alice.account, by: 'session', session: { epoch: 1 } };
  const ctx = { ...service.core, table: changing, caller, now: clock.now() } as unknown as Ctx<'session'>;

  await expect(claimGuest(ctx, { body: { guest_token: guest.token }, cookies: {} } as never)).rejects.toMatchObject({
    code: 'product_claim_pending', status: 503, retryAfterSec: 1,
  }); // prettier-ignore
  expect(await namesOf(guest)).toEqual(['nightly backup']);
});

describeThorough('a claim of which it is not known whether it was written', () => {
  /** Claims while the table fails from the claim's one write on. */
  async function claimUnknown(answerLost: boolean) {
    let hasBegun = false;
    const isBroken = (command: string) => (hasBegun ||= command === 'TransactWriteItemsCommand');
    const failing = failTable(service, isBroken, { answerLost });
    const reply = await claim();
    failing.end();
    return reply;
  }

  it.each([
    ['was not: the repeat does it', false, 1],
    ['was: the repeat moves nothing', true, 0],
  ])('is pending, and when it %s', async (_, answerLost, movedByRepeat) => {
    const { id } = await guest.createMonitor();
    const reply = await claimUnknown(answerLost);

    expectRefusal(reply, { status: 503, error: 'product_claim_pending' });
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(service.logged).toContain('claim_unconfirmed');
    expect((await claim()).json).toEqual(moved(movedByRepeat));
    expect((await alice.call('GET', `/api/endpoints/${id}`)).status).toBe(200);
    expect(await namesOf(guest)).toEqual([]);
    expect((await claim()).json).toEqual(moved(0));
  });

  it('is answered when it is found to be written', async () => {
    await guest.createMonitor();
    const failing = failTable(service, (command) => command === 'TransactWriteItemsCommand', {
      answerLost: true,
    });
    const reply = await claim();
    failing.end();

    expect([reply.status, reply.json]).toEqual([200, moved(1)]);
  });
});

describe('a claim is refused', () => {
  itThorough('when all sessions of the account end while it is made', async () => {
    const { table } = service.core;
    await guest.createMonitor({ name: 'claimed' });
    let hasEnded = false;
    const before = async ({ command }: TableCall) => {
      if (command !== 'TransactWriteItemsCommand' || hasEnded) return;
      hasEnded = true;
      await endSessions(table, alice.account.id, service.clock.now());
    };

    const reply = await watchingTable(service, { before }, () => claim());

    expectRefusal(reply, { status: 401, error: 'invalid_session' });
    expect(await namesOf(guest)).toEqual(['claimed']);
  });

  it.each([
    ['of a token of another kind', { guest_token: `hpk_${'0'.repeat(43)}` }, 'invalid_product_claim'],
    ['of a token that is cut off', { guest_token: `hp_${'0'.repeat(42)}` }, 'invalid_product_claim'],
    ['of what is no text', { guest_token: 7 }, 'invalid_product_claim'],
    ['of nobody', {}, 'invalid_product_claim'],
    ['with another field', { token: 'x' }, 'invalid_body'],
    ['without JSON', 'guest_token=hp_', 'invalid_body'],
  ])('%s', async (_what, body, error) => {
    await expectNothingWritten(service, () => alice.call('POST', CLAIM, body), { status: 400, error });
  });

  it('of nobody, without a body', async () => {
    const refused = { status: 400, error: 'invalid_product_claim', names: [COOKIES.guest] };
    await expectNothingWritten(service, () => alice.call('POST', CLAIM), refused);
  });

  it('of a guest that nobody is', async () => {
    const before = await contentsOf(service);
    const { status, json } = await claim(alice, `hp_${'0'.repeat(43)}`);

    expect(status).toBe(409);
    expect(json).toEqual({
      error: 'unknown_guest',
      detail: expect.any(String),
      claimed: { reason: 'unknown_guest' },
    });
    expect(await contentsOf(service)).toEqual(before);
  });

  it('without a session, whoever else calls', async () => {
    const { origin } = new URL(service.url);
    const call = () =>
      service.call('POST', CLAIM, { headers: { origin, 'x-guest-token': guest.token }, body: {} });
    await expectNothingWritten(service, call, { status: 401, error: 'invalid_session' });
  });

  /** The account holds so many spaces beside its own. */
  async function holdBeside(count: number): Promise<void> {
    const { table } = service.core;
    const others = Array.from({ length: count }, (_, index) => `space-${index}`);
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...ownerKey(alice.account.id) },
        UpdateExpression: 'SET #spaces = :spaces',
        ExpressionAttributeNames: { '#spaces': 'spaces' },
        ExpressionAttributeValues: { ':spaces': [...alice.account.spaces, ...others] },
      }),
    );
  }

  itThorough('when another claim makes them fifty spaces while it is made', async () => {
    const other = await service.guest();
    for (const each of [guest, other]) await each.createMonitor({ name: 'claimed' });
    await holdBeside(48);
    let isFull = false;
    const before = async ({ command }: TableCall) => {
      if (command !== 'TransactWriteItemsCommand' || isFull) return;
      isFull = true;
      expect((await claim(alice, other.token)).status).toBe(200);
    };

    const reply = await watchingTable(service, { before }, () => claim());

    expectRefusal(reply, { status: 409, error: 'claim_limit_reached' });
    expect((await owners()).account?.spaces).toHaveLength(50);
    expect(await namesOf(guest)).toEqual(['claimed']);
  });

  it('when the account holds fifty spaces', async () => {
    await guest.createMonitor();
    await holdBeside(49);

    const refused = { status: 409, error: 'claim_limit_reached', names: ['50'] };
    await expectNothingWritten(service, () => claim(), refused);
  });
});
