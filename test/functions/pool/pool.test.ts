import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { poolHandler } from '../../../functions/pool/pool.ts';
import { CALL_LIMITS } from '../../../lib/adapters/call-limits.ts';
import { newId } from '../../../lib/adapters/ids.ts';
import { createAccount } from '../../../lib/data/accounts/accounts.ts';
import { getOwner } from '../../../lib/data/owners.ts';
import { identityHashOf } from '../../../lib/flows/address-hash.ts';
import { openTable } from '../../../lib/data/table.ts';
import { limitToRights } from '../../../lib/local/table/item-rights.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { KeptFigures } from '../../support/service/figures.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { refusal, startTableProxy } from '../../support/table/table-proxy.ts';
import { watchingTable } from '../../support/table/watching-table.ts';
import { itThorough } from '../../support/thorough.ts';

let figures: KeptFigures;
const service = fresh(startTestService);
beforeEach(() => void (figures = new KeptFigures()));

const POOL = { version: '1', region: 'eu-west-1', userPoolId: 'eu-west-1_AbCdEfGhI', userName: 'f00d' };
const issuer = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI';
const eventOf = (triggerSource: string, userAttributes: object, pool = POOL) => ({
  ...pool,
  triggerSource,
  request: { userAttributes },
  response: {},
});
const reset = (sub: string, pool = POOL) => eventOf('PostConfirmation_ConfirmForgotPassword', { sub }, pool);
const signUp = (email: string) => eventOf('PreSignUp_SignUp', { email });
/** With the rights that its declaration gives it. */
const hear = (event: unknown) =>
  poolHandler({ ...service.core, table: limitToRights(service.core.table, 'pool'), metrics: figures })(event);
const accountOf = (subject: string) =>
  createAccount(service.core.table, {
    ownerId: newId(),
    spaceId: newId(),
    identityHash: identityHashOf({ issuer, subject }),
    email: 'ana@example.com',
    now: service.clock.now(),
  });

describe('a password that is reset', () => {
  it('ends the sessions of the person at once, and those of nobody else', async () => {
    const ana = await signedIn(service, { account: await accountOf('ana') });
    const ben = await signedIn(service, { email: 'ben@example.com' });
    const event = reset('ana');

    expect(await hear(event)).toEqual(event);

    expect((await ana.call('GET', '/api/account/profile')).status).toBe(401);
    expect((await ben.call('GET', '/api/account/profile')).status).toBe(200);
  });

  it('may be told twice, and leaves an account that one signs in to again', async () => {
    const account = await accountOf('ana');
    await hear(reset('ana'));
    await hear(reset('ana'));

    const owner = await getOwner(service.core.table, account.id);

    expect(owner).toEqual({ ...account, epoch: 3, sessionsEndedAt: service.clock.now() });
    if (owner?.kind !== 'account') throw new Error('It is an account.');
    const again = await signedIn(service, { account: owner });
    expect((await again.call('GET', '/api/account/profile')).status).toBe(200);
  });

  it.each([
    ['a person who never signed in', reset('nobody')],
    ['a person of another pool', reset('ana', { ...POOL, userPoolId: 'eu-west-1_Other' })],
    ['a confirmed sign-up', eventOf('PostConfirmation_ConfirmSignUp', { sub: 'ana' })],
    ['a user of the operator', eventOf('PreSignUp_AdminCreateUser', { email: 'ana@example.com' })],
  ])('changes nothing for %s', async (_, event) => {
    await accountOf('ana');
    const before = await contentsOf(service);

    expect(await hear(event)).toEqual(event);

    expect(await contentsOf(service)).toEqual(before);
  });
});

describe('a sign-up', () => {
  it('is let through where anybody may have an account', async () => {
    await expect(hear(signUp('who@example.net'))).resolves.toEqual(signUp('who@example.net'));
  });

  it('is refused in one sentence before a mail is sent, but for the addresses that may', async () => {
    service.core.config.access = { signUp: 'closed', admins: ['ana@example.com'] };

    await expect(hear(signUp('who@example.net'))).rejects.toThrow(
      new Error('This service accepts no new account for this address.'),
    );
    await expect(hear(signUp('Ana@Example.com'))).resolves.toBeDefined();
    expect(service.logged).toEqual([]);
  });
});

/** An event before a mail of the pool. */
const code = (kind: string, email: string, status: string | null = 'CONFIRMED') =>
  eventOf(`CustomMessage_${kind}`, {
    sub: 'ana',
    email,
    ...(status !== null && { 'cognito:user_status': status }),
  });
const repeat = (email: string) => code('ResendCode', email, 'UNCONFIRMED');
const reminder = (email: string) => code('ForgotPassword', email);
const NO_CODE = 'No code was sent: too many were requested. Try again in an hour, or tomorrow.';

/** How many of the events are let through; what is refused is refused in the one sentence. */
async function taken(events: readonly unknown[]): Promise<number> {
  let count = 0;
  for (const event of events)
    await hear(event).then(
      (answer) => {
        // Cognito sends its own text where nothing is changed.
        expect(answer).toEqual(event);
        count++;
      },
      (error: unknown) => expect(error).toEqual(new Error(NO_CODE)),
    );
  return count;
}
const times = (count: number, event: (index: number) => unknown) =>
  Array.from({ length: count }, (_, i) => event(i));

describe('codes that the pool mails', () => {
  it('are five a day for a mailbox that nobody has proved, sign-ups and repeats, however it is spelled', async () => {
    const spelled = (index: number) => `vic.tim+${index}@gmail.com`;

    expect(await taken(times(4, (index) => signUp(spelled(index))))).toBe(4);
    expect(await taken(times(6, (index) => repeat(spelled(index))))).toBe(1);
    expect(await taken([signUp('other@gmail.com')])).toBe(1);
    service.clock.advance(24 * 3_600);

    expect(await taken(times(6, () => repeat('victim@gmail.com')))).toBe(5);
  });

  it('are twenty sign-ups an hour for a domain where anybody may sign up, and for no large provider', async () => {
    expect(await taken(times(25, (index) => signUp(`person${index}@example.com`)))).toBe(20);
    expect(await taken(times(25, (index) => signUp(`person${index}@outlook.com`)))).toBe(25);
    service.clock.advance(3_600);
    expect(await taken(times(25, (index) => signUp(`more${index}@example.com`)))).toBe(20);

    service.core.config.access = { signUp: { domains: ['example.org'] }, admins: [] };
    expect(await taken(times(25, (index) => signUp(`person${index}@example.org`)))).toBe(25);
  });

  it('are so many sign-ups an hour in all, and the operator hears of each that is refused', async () => {
    service.core.config.signUpMails.perHour = 3;

    expect(await taken(times(10, (index) => signUp(`a@gmail${index}.example`)))).toBe(3);

    expect(figures.of('ConfirmationsHeld')).toEqual(times(7, () => 1));
    expect(service.logged).toEqual(times(7, () => 'code_held'));
    service.clock.advance(3_600);
    expect(await taken([signUp('b@gmail.com')])).toBe(1);
  });

  it('reach people who are known, whatever strangers have done in their name', async () => {
    service.core.config.signUpMails.perHour = 2;
    await taken(times(8, () => signUp('ana@example.com')));
    await taken(times(8, (index) => signUp(`b${index}@example.com`)));

    expect(await taken([reminder('ana@example.com'), code('Authentication', 'ana@example.com')])).toBe(2);
    expect(await taken(times(30, (index) => code('Authentication', `b${index}@example.com`)))).toBe(18);
  });

  it('to one who is known are fifty a day', async () => {
    expect(await taken(times(55, () => reminder('ana@example.com')))).toBe(50);
    expect(await taken([reminder('ben@example.com')])).toBe(1);
  });

  it.each(['UpdateUserAttribute', 'VerifyUserAttribute', 'SomethingNew'])(
    'after %s are counted as of somebody whose address nobody has proved',
    async (kind) => {
      expect(await taken(times(7, () => code(kind, 'new@gmail.com')))).toBe(5);
      expect(await taken([signUp('new@gmail.com')])).toBe(0);
    },
  );

  it.each([['UNCONFIRMED'], ['UNKNOWN'], [null]])(
    'count a person of status %s as a stranger, whatever is asked',
    async (status) => {
      expect(await taken(times(7, () => code('ForgotPassword', 'new@gmail.com', status)))).toBe(5);
    },
  );

  it.each(['RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD'])(
    'count a person of status %s as one who is known',
    async (status) => {
      expect(await taken(times(7, () => code('ForgotPassword', 'ana@example.com', status)))).toBe(7);
    },
  );

  it('are counted once for a sign-up, and not where the operator makes a user', async () => {
    const whole = [signUp('new@gmail.com'), code('SignUp', 'new@gmail.com', 'UNCONFIRMED')];
    expect(await taken(times(5, () => whole).flat())).toBe(10);
    const made = code('AdminCreateUser', 'new@gmail.com', 'FORCE_CHANGE_PASSWORD');

    expect(await taken(times(20, () => made))).toBe(20);
    expect(await taken([signUp('new@gmail.com')])).toBe(0);
  });

  itThorough('under one cap that is full use up no other', async () => {
    service.core.config.signUpMails.perHour = 1;
    await taken(times(9, () => signUp('new@gmail.com')));
    service.core.config.signUpMails.perHour = 100;

    expect(await taken(times(9, () => signUp('new@gmail.com')))).toBe(4);
  });

  it('that cannot be counted go to people who are known and to no stranger, and the operator hears of both', async () => {
    const failing = failTable(service, () => true);

    expect(await taken([reminder('ana@example.com'), signUp('b@gmail.com'), repeat('b@gmail.com')])).toBe(1);

    expect(service.logged).toEqual(['code_not_counted', 'code_not_counted', 'code_not_counted']);
    failing.end();
    expect(await taken([signUp('b@gmail.com')])).toBe(1);
  });

  it(
    'do not wait for a table that says nothing, for which Cognito would not',
    { timeout: 30_000 },
    async () => {
      const before = () => new Promise<void>(() => {});

      await watchingTable(service, { before }, async () => {
        const both = [hear(reminder('ana@example.com')), hear(signUp('b@gmail.com'))];
        const [known, stranger] = await Promise.allSettled(both);

        expect(known?.status).toBe('fulfilled');
        expect(stranger).toEqual({ status: 'rejected', reason: new Error(NO_CODE) });
      });
    },
  );

  it('that come all at once are counted one by one', async () => {
    service.core.config.signUpMails.perHour = 5;
    const all = times(20, (index) => hear(signUp(`a@gmail${index}.example`)));

    const ends = await Promise.allSettled(all);

    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  itThorough('to one who is known stay fifty a day, however many strangers ask at once', async () => {
    await usingBusyTable(async () => {
      const all = times(120, () => hear(reminder('ana@example.com')));

      const ends = await Promise.allSettled(all);

      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
      expect(new Set(service.logged)).toEqual(new Set(['code_held']));
    });
  });

  itThorough('go to nobody while the counter is asked for too much, as strangers may ask', async () => {
    const before = () => {
      throw Object.assign(new Error('Slow down.'), { name: 'ThrottlingException' });
    };

    await watchingTable(service, { before }, async () => {
      expect(await taken([reminder('ana@example.com'), signUp('b@gmail.com')])).toBe(0);
    });

    expect(service.logged).toEqual(['code_not_counted', 'code_not_counted']);
  });

  itThorough(
    'that the whole service has no room for are given back to their mailbox, also when that fails',
    async () => {
      service.core.config.signUpMails.perHour = 1;
      await taken(times(10, (index) => reminder(`b${index}@example.com`)));
      const failing = failTable(service, (_, before) => before === 2);

      expect(await taken([reminder('ana@example.com')])).toBe(0);

      expect(failing.commands).toHaveLength(3);
      expect(service.logged).toEqual(['code_held']);
    },
  );
});

/** How long a transaction of such a table is under way. */
const UNDER_WAY_MS = 40;

/** A table in which transactions take a while, and refuse each other where they meet, as those of DynamoDB do. */
async function usingBusyTable(work: () => Promise<void>): Promise<void> {
  const busy = new Set<string>();
  const { table, config } = service.core;
  const { client } = table;
  await using proxy = await startTableProxy(
    config.standIns.dynamodb,
    async ({ operation, input, forward }) => {
      if (operation !== 'TransactWriteItems') return forward();
      const keys: string[] = input['TransactItems'].map((item: object) =>
        JSON.stringify(Object.values(item)[0].Key),
      );
      const isMet = keys.map((key) => busy.has(key));
      if (isMet.includes(true)) {
        const { status, body } = refusal('TransactionCanceledException');
        const CancellationReasons = isMet.map((each) => ({ Code: each ? 'TransactionConflict' : 'None' }));
        return { status, body: { ...body, CancellationReasons } };
      }
      for (const key of keys) busy.add(key);
      await sleep(UNDER_WAY_MS);
      return forward().finally(() => keys.forEach((key) => busy.delete(key)));
    },
  );
  table.client = openTable({
    name: table.name,
    region: 'us-east-1',
    endpoint: proxy.url,
    limits: CALL_LIMITS.ping,
  }).client;
  await work().finally(() => (table.client = client));
}

it.each([
  [null],
  [{}],
  [eventOf('CustomMessage_ResendCode', {})],
  [eventOf('PreSignUp_SignUp', {})],
  [eventOf('PostConfirmation_ConfirmForgotPassword', {})],
])('fails without a word of what it was sent: %j', async (event) => {
  await expect(hear(event)).rejects.toThrow('The run failed; the line run_failed of this log says how.');
  expect(service.logged).toEqual(['run_failed']);
});
