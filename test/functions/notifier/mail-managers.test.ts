import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMailer, type Mailer, type MailOutcome } from '../../../lib/adapters/alerts/mail.ts';
import { openQueue, type QueueMessage } from '../../../lib/adapters/queue.ts';
import { ownerKey } from '../../../lib/data/keys.ts';
import { getPace } from '../../../lib/data/alerts/paces.ts';
import { getMonitor, replaceMonitor } from '../../../lib/data/monitors/monitors.ts';
import { realertNow } from '../../../lib/domain/monitors/realert.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import { stopAddress } from '../../../lib/flows/alerts/stop-address.ts';
import { notifierDeps } from '../../../lib/runtime/lambda/live-notifier.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { checkWithQueueDown, ledgerOf, notifyWith, pendingOf } from '../../support/alerts/alerting.ts';
import { newOrganization } from '../../support/accounts/organization.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';
import { describeThorough, itThorough } from '../../support/thorough.ts';

let id: string;
const service = fresh(startTestService);
const organization = fresh(() => newOrganization(service));
const ana = fresh(() => organization.owner);
const ben = fresh(() => signedIn(service));
beforeEach(async () => {
  await organization.join(ben, 'admin');
  await service.drain();
  ({ id } = (await organization.createMonitor()) as { id: string });
  await service.ping(id);
  service.clock.advance(301);
  await checkWithQueueDown(service);
});

const mailed = () =>
  service.mailbox
    .messages()
    .filter(({ subject }) => subject.includes('nightly backup'))
    .map(({ to }) => to);
const addressOf = ({ account }: SignedIn) => account.email;
const ledger = () => ledgerOf(service, id);

/** The real mail service, which does something else with the mails of one address. */
function mailerWith(who: SignedIn, instead: () => ReturnType<Mailer['send']>): Mailer {
  const { mailer } = notifierDeps(service.core, noMetrics);
  return { send: (mail) => (mail.to === addressOf(who) ? instead() : mailer.send(mail)) };
}

const refusing = (who: SignedIn, outcome: MailOutcome) =>
  mailerWith(who, async () => ({ sent: false, outcome, detail: 'No.' }));

/** One try by a notifier with another mailer, after the time of the next one has come. */
async function tryWith(mailer?: Mailer): Promise<void> {
  service.clock.advance(4_320);
  await notifyWith(service, mailer ? { mailer } : {}, ...(await pendingOf(service, id)));
}

it('a manager whose record lacks the address keeps the others from no mail', async () => {
  const { client, name } = service.core.table;
  const Key = { ...ownerKey(ben.account.id) };
  await client.send(new UpdateCommand({ TableName: name, Key, UpdateExpression: 'REMOVE email' }));

  await tryWith();

  expect(mailed()).toEqual([addressOf(ana)]);
  expect((await ledger()).map(({ state }) => state)).toEqual(['sent']);
});

describe('a notifier that dies between two mails', () => {
  it('leaves those who were mailed out of the next try', async () => {
    const dying = mailerWith(ben, () => Promise.reject(new Error('The process died.')));
    await tryWith(dying);
    expect(mailed()).toEqual([addressOf(ana)]);
    expect(await ledger()).toMatchObject([
      { state: 'pending', attempts: [], reached: [hashOfAddress(addressOf(ana))] },
    ]);

    await tryWith();
    expect(mailed().toSorted()).toEqual([addressOf(ana), addressOf(ben)].toSorted());
    expect(await ledger()).toMatchObject([{ state: 'sent', attempts: [{ outcome: 'sent' }] }]);
  });

  itThorough('is followed by the check where the queue lost the message as well', async () => {
    await tryWith(mailerWith(ben, () => Promise.reject(new Error('The process died.'))));
    service.clock.advance(600);
    await service.check();
    await service.drain();

    expect(mailed().filter((to) => to === addressOf(ben)).length).toBeGreaterThan(0);
    expect((await ledger())[0]).toMatchObject({ state: 'sent' });
  });
});

describe('a mail service that takes the mail of one and not of the other', () => {
  it('is asked again for the other alone', async () => {
    await tryWith(refusing(ben, 'unavailable'));
    expect(await ledger()).toMatchObject([
      {
        state: 'pending',
        attempts: [{ outcome: 'sent_to_some', detail: expect.stringContaining('1 of the 2') }],
      },
    ]);

    await tryWith();
    expect(mailed().toSorted()).toEqual([addressOf(ana), addressOf(ben)].toSorted());
    expect(await ledger()).toMatchObject([{ state: 'sent' }]);
  });

  itThorough('since it asks us to slow down is asked for the other later, which is no try', async () => {
    await tryWith(refusing(ben, 'throttled'));
    expect(await ledger()).toMatchObject([
      { state: 'pending', attempts: [], pace: { place: expect.any(Number) } },
    ]);

    await tryWith();
    expect(mailed().toSorted()).toEqual([addressOf(ana), addressOf(ben)].toSorted());
    expect(await ledger()).toMatchObject([{ state: 'sent', attempts: [{ outcome: 'sent' }] }]);
  });

  itThorough('holds nothing up once it has refused it twice', async () => {
    await tryWith(refusing(ben, 'rejected'));
    await tryWith(refusing(ben, 'rejected'));

    expect(await ledger()).toMatchObject([
      { state: 'sent', attempts: [{ outcome: 'sent_to_some' }, { outcome: 'sent' }] },
    ]);
    expect((await ledger())[0]?.attempts[1]?.detail).toContain('did not take the mails of 1');
    expect(mailed()).toEqual([addressOf(ana)]);
  });

  itThorough('is given up on in the end without having the others told again', async () => {
    const failing = refusing(ben, 'unavailable');
    for (let turn = 0; turn < 5; turn++) await tryWith(failing);
    expect(await ledger()).toMatchObject([{ state: 'failed' }]);

    service.clock.advance(2 * 3_600);
    await service.check();
    await service.drain();
    expect(mailed().filter((to) => to === addressOf(ana))).toHaveLength(1);
  });
});

describe('mail that comes back from one of them', () => {
  const comesBack = async (who: SignedIn, mailedAt: number) => {
    const deps = { ...service.core, queue: openQueue(service.core.config) };
    const { spaceId = '' } = (await getMonitor(deps.table, id)) ?? {};
    const addressHash = hashOfAddress(addressOf(who));
    await stopAddress(deps, { spaceId, addressHash, reason: 'bounced', mailedAt });
  };

  it('while the other is tried for reaches nobody, and the incident is told again', async () => {
    await tryWith(refusing(ben, 'unavailable'));
    await comesBack(ana, service.clock.now());
    expect(await ledger()).toMatchObject([{ state: 'pending', reached: [] }]);
    for (let turn = 0; turn < 4; turn++) await tryWith(refusing(ben, 'rejected'));
    expect(await ledger()).toMatchObject([{ state: 'failed' }]);

    service.clock.advance(2 * 3_600);
    await service.check();
    await service.drain();

    expect(mailed().filter((to) => to === addressOf(ben))).toHaveLength(1);
  });

  itThorough(
    'once the other was given up on has reached nobody, and the incident is told again',
    async () => {
      let mailedAt = 0;
      for (let turn = 0; turn < 5; turn++) {
        await tryWith(refusing(ben, 'unavailable'));
        mailedAt ||= service.clock.now();
      }
      for (let times = 0; times < 2; times++) await comesBack(ana, mailedAt);
      const [alert] = await ledger();
      expect(alert?.state).toBe('failed');
      expect(alert?.attempts.map(({ outcome }) => outcome).slice(4)).toEqual(['sent_to_some', 'bounced']);

      service.clock.advance(2 * 3_600);
      await service.check();
      await service.drain();

      expect(mailed().filter((to) => to === addressOf(ben))).toHaveLength(1);
    },
  );

  itThorough(
    'and from another, told again while it is taken in, ends what was given up on once',
    async () => {
      const cy = await signedIn(service);
      await organization.join(cy, 'admin');
      let mailedAt = 0;
      for (let turn = 0; turn < 5; turn++) {
        await tryWith(refusing(ben, 'unavailable'));
        mailedAt ||= service.clock.now();
      }
      expect(await ledger()).toMatchObject([
        { state: 'failed', reached: [expect.anything(), expect.anything()] },
      ]);

      const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let writes = 0;
      service.core.table.client.middlewareStack.add((next) => async (args) => {
        const { UpdateExpression: update = '' } = args.input as { UpdateExpression?: string };
        if (update.startsWith('SET reached') && ++writes === 1) {
          held.resolve();
          await goOn.promise;
        }
        return next(args);
      });
      const late = comesBack(cy, mailedAt);
      await held.promise;
      for (const who of [ana, cy]) await comesBack(who, mailedAt);
      goOn.resolve();
      await late;

      const [alert] = await ledger();
      expect(alert?.attempts.filter(({ outcome }) => outcome === 'bounced')).toHaveLength(1);
    },
  );

  itThorough('that went out before an alert says nothing of it', async () => {
    await tryWith();
    const firstAt = service.clock.now();
    service.clock.advance(4_320);
    await service.ping(id);
    service.clock.advance(60);
    await service.fail(id);
    await service.check();

    await comesBack(ana, firstAt);

    const reached = (await ledger()).map(({ content, reached: to }) => [content.incident, to?.length]);
    expect(reached).toEqual([
      [1, 1],
      [1, 2],
      [2, 2],
    ]);
  });

  itThorough('is known by when it was mailed, though a turn that ended early is no try', async () => {
    await tryWith(refusing(ben, 'throttled'));
    const firstAt = service.clock.now();
    await tryWith();
    expect(await ledger()).toMatchObject([{ state: 'sent', attempts: [{ outcome: 'sent' }] }]);

    await comesBack(ana, firstAt);
    await comesBack(ben, service.clock.now());

    expect(await ledger()).toMatchObject([
      { state: 'undeliverable', attempts: [{ outcome: 'sent' }, { outcome: 'bounced' }] },
    ]);
  });
});

describe('two alerts that go together, one of them at its second try', () => {
  let other: string;
  const group = async (): Promise<QueueMessage> => {
    const messages = [...(await pendingOf(service, id)), ...(await pendingOf(service, other))];
    const alerts = messages.filter((message) => message.kind === 'alert');
    return { kind: 'group', tenant: '', alerts: alerts.map(({ monitorId, sk }) => ({ monitorId, sk })) };
  };
  beforeEach(async () => {
    await tryWith(refusing(ben, 'rejected'));
    ({ id: other } = (await organization.createMonitor({ name: 'weekly copy' })) as { id: string });
    await service.ping(other);
    service.clock.advance(4_320);
    await checkWithQueueDown(service);
  });

  it('are told to each who has not heard of them, and to nobody twice', async () => {
    await notifyWith(service, {}, await group());

    const namedTo = (who: SignedIn) =>
      service.mailbox
        .messages()
        .flatMap(({ to, text }) => (to === addressOf(who) ? [text ?? ''] : []))
        .map((text) => ['nightly backup', 'weekly copy'].filter((name) => text.includes(name)))
        .filter((names) => names.length > 0)
        .toReversed();
    expect(namedTo(ana)).toEqual([['nightly backup'], ['weekly copy']]);
    expect(namedTo(ben)).toEqual([['nightly backup', 'weekly copy']]);
  });

  itThorough('both come again to whom the mail service refused once more', async () => {
    await notifyWith(service, { mailer: refusing(ben, 'rejected') }, await group());

    expect(await ledgerOf(service, other)).toMatchObject([
      { state: 'pending', attempts: [{ outcome: 'sent_to_some' }] },
    ]);
  });
});

describe('between two tries', () => {
  it('whoever becomes an admin is mailed, and whoever is removed is not', async () => {
    await tryWith(refusing(ben, 'unavailable'));
    await organization.remove(ben);
    const cy = await signedIn(service);
    await organization.join(cy, 'admin');
    await tryWith();

    expect(mailed().toSorted()).toEqual([addressOf(ana), addressOf(cy)].toSorted());
    expect(await ledger()).toMatchObject([{ state: 'sent' }]);
  });
});

itThorough(
  'a repeat for one who agreed since says to the others that it is none of a first alert',
  async () => {
    const { table } = service.core;
    await tryWith();
    const told = await getMonitor(table, id);
    if (!told) throw new Error('The monitor is gone.');
    await replaceMonitor(table, told, realertNow(told, ['email'], service.clock.now()));
    await service.check();

    const toAna = service.mailbox.messages().filter(({ to }) => to === addressOf(ana));
    expect(toAna[0]?.subject).toMatch(/is still silent \(alert 2\)$/);
  },
);

describe('a service without a sender', () => {
  it('says that nobody could be told', async () => {
    const senderless = openMailer({ client: {}, from: null, configurationSet: null, timeoutMs: 1_000 });
    await tryWith(senderless);

    expect(await ledger()).toMatchObject([{ state: 'undeliverable', attempts: [{ outcome: 'no_sender' }] }]);
  });
});

describeThorough('an organization of many', () => {
  it('is mailed whole in one go', { timeout: 120_000 }, async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signedIn(service)));
    for (const person of people) await organization.join(person, 'admin');
    await tryWith();

    expect(new Set(mailed()).size).toBe(14);
    expect(mailed()).toHaveLength(14);
    expect((await ledger())[0]?.reached).toHaveLength(14);
  });

  itThorough(
    'takes no more in a second than the mail service does, so the mails of others are not slowed down',
    async () => {
      const people = await Promise.all(Array.from({ length: 9 }, () => signedIn(service)));
      for (const person of people) await organization.join(person, 'admin');
      service.mailbox.perSecond = 4;
      const placesBefore = (await getPace(service.core.table, 'mails'))?.next ?? 0;
      await tryWith();
      expect(mailed()).toHaveLength(4);
      // A place for each mail of that second, and for each of the next: whoever comes then stands behind all of them.
      expect((await getPace(service.core.table, 'mails'))?.next).toBe(placesBefore + 8);
      for (let second = 0; second < 5; second++) {
        service.clock.sleep(1);
        await service.drain();
      }

      expect(new Set(mailed()).size).toBe(11);
      expect(mailed()).toHaveLength(11);
      expect(await ledger()).toMatchObject([{ state: 'sent', attempts: [{ outcome: 'sent' }] }]);
      expect(await getPace(service.core.table, 'mails')).toMatchObject({ slowedAt: null });
    },
  );
});
