import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { ownerKey, sessionKey } from '../../../../lib/data/keys.ts';
import { getSession } from '../../../../lib/data/accounts/sessions.ts';
import { idleEndOf, isUnexpired, newSessionTimes } from '../../../../lib/domain/accounts/session.ts';
import { failTable } from '../../../support/table/failing-table.ts';
import { expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

const DAY_SEC = 86_400;

const service = fresh(startTestService);
const alice = fresh(() => signedIn(service));

const listed = async () => (await alice.call('GET', '/api/endpoints')).status;
const sessionNow = () => getSession(service.core.table, hashOf(alice.secrets.session));

describe('a session', () => {
  it('lasts 30 days however often it is seen, and is noted once a day', async () => {
    const seen: (number | undefined)[] = [];
    for (let day = 0; day < 29; day += 7) {
      expect(await listed()).toBe(200);
      seen.push((await sessionNow())?.seenDay);
      service.clock.advance(7 * DAY_SEC);
    }

    expect(seen.map((day) => Number(day) - Number(seen[0]))).toEqual([0, 7, 14, 21, 28]);
    expect(await listed()).toBe(401);
  });

  it('is kept by the table as long as it goes on', async () => {
    const { table } = service.core;
    service.clock.advance(10 * DAY_SEC);
    expect(await listed()).toBe(200);

    const Key = { ...sessionKey(hashOf(alice.secrets.session)) };
    const { Item: item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));

    expect(item?.['ttl']).toBe(idleEndOf(Number((await sessionNow())?.seenDay)) / 1000);
    expect(item?.['ttl']).toBeGreaterThan(START_AT / 1000 + 24 * DAY_SEC);
  });

  it('ends when it was not seen for 14 days', async () => {
    service.clock.advance(14 * DAY_SEC);
    expect(await listed()).toBe(200);

    service.clock.advance(15 * DAY_SEC);
    const refused = { status: 401, error: 'invalid_session' };
    await expectNothingWritten(service, () => alice.call('GET', '/api/endpoints'), refused);
  });

  it('ends with all others of its account, at once', async () => {
    const elsewhere = await signedIn(service, { account: alice.account });
    const { table } = service.core;
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...ownerKey(alice.account.id) },
        UpdateExpression: 'SET epoch = epoch + :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );

    for (const each of [alice, elsewhere])
      expect((await each.call('GET', '/api/endpoints')).status).toBe(401);
  });

  it('ends at an instant of its own or at the end of a day', () => {
    const times = newSessionTimes(START_AT);

    expect(isUnexpired(times, START_AT + 14.4 * DAY_SEC * 1000)).toBe(true);
    expect(isUnexpired(times, START_AT + 14.5 * DAY_SEC * 1000)).toBe(false);
    const seen = { ...times, seenDay: times.seenDay + 29 };
    expect(isUnexpired(seen, times.expiresAt - 1)).toBe(true);
    expect(isUnexpired(seen, times.expiresAt)).toBe(false);
  });
});

describe('where accounts cannot be read', () => {
  it('nobody is signed out: 503, no cookie, and nobody else acts instead', async () => {
    const guest = await service.guest();
    const failing = failTable(service, () => true);

    for (const path of ['/api/endpoints', '/api/auth/bootstrap']) {
      const reply = await alice.call('GET', path, undefined, { token: guest.token });
      expectRefusal(reply, { status: 503, error: 'auth_unavailable' });
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect(reply.headers.get('retry-after')).toBe('5');
    }
    failing.end();
    expect(await listed()).toBe(200);
    expect(service.logged).toEqual(['credential_unreadable', 'credential_unreadable']);
  });

  it('a call does not fail because it could not be noted that the session was seen', async () => {
    service.clock.advance(DAY_SEC);
    failTable(service, (command) => command === 'UpdateItemCommand');

    expect(await listed()).toBe(200);
    expect(service.logged).toEqual(['session_not_noted']);
  });
});
