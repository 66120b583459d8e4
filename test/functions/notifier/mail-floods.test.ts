import { describe, expect, it } from 'vitest';
import { getConsent, listConsents } from '../../../lib/data/alerts/consents.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import type { MetricName } from '../../../lib/runtime/report/metrics.ts';
import { notifyWith } from '../../support/alerts/alerting.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { describeThorough, itThorough, rounds } from '../../support/thorough.ts';

const HOUR_SEC = 3_600;
/** Far more than any quota below lets through at once. */
const MANY = rounds(20, 100);
/** More than one mailbox gets in two days. */
const SOME = rounds(8, 100);
/** Floods of calls take longer than other tests while the machine is busy. */
const LONG = { timeout: 240_000 };

const service = fresh(startTestService);

const mailed = () => service.mailbox.messages().length;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

/** So many guests at once, each of whom names one address. */
async function flood(count: number, addressOf: (turn: number) => string): Promise<void> {
  await Promise.all(
    numbered(count).map(async (turn) => {
      const stranger = await service.guest();
      await stranger.createMonitor({ alert_to: addressOf(turn) });
    }),
  );
  await service.drain();
}

/** How many mails went out in each of the next windows. */
async function mailsIn(windows: number, lengthSec: number): Promise<number[]> {
  const counts: number[] = [];
  for (let window = 0; window < windows; window++) {
    const before = mailed();
    service.clock.advance(lengthSec);
    await service.check();
    counts.push(mailed() - before);
  }
  return counts;
}

/** So many mails in windows that let so many through. */
function inTurns(count: number, each: number): number[] {
  return numbered(Math.ceil(count / each)).map((turn) => Math.min(each, count - turn * each));
}

async function spaceOf(id: string): Promise<string> {
  return (await getMonitor(service.core.table, id))?.spaceId ?? '';
}

describe('many guests', LONG, () => {
  it('put three mails a day into one mailbox, however they spell it, each in its turn', async () => {
    await flood(SOME, (turn) => `${turn % 2 ? 'vic.tim' : 'Victim'}+${turn}@gmail.com`);

    const [first, ...later] = inTurns(SOME, 3).slice(0, 11);
    expect(mailed()).toBe(first);
    expect(service.logged).toEqual(Array.from({ length: SOME - 3 }, () => 'confirmation_held'));
    expect(await mailsIn(later.length, 24 * HOUR_SEC)).toEqual(later);
  });

  it('put twenty mails an hour into one domain; the others wait and go out later', async () => {
    await flood(MANY, (turn) => `person${turn}@victims.example`);

    const [first, ...later] = inTurns(MANY, 20);
    expect(mailed()).toBe(first);
    expect(await mailsIn(later.length + 1, HOUR_SEC)).toEqual([...later, 0]);
    expect(new Set(service.mailbox.messages().map(({ to }) => to)).size).toBe(MANY);
  });

  itThorough('may all have other mailboxes of a large mail provider', async () => {
    await flood(MANY, (turn) => `person${turn}@gmail.com`);

    expect(mailed()).toBe(MANY);
  });

  itThorough('share one quota an hour; what is past it waits in turn', async () => {
    service.core.config.guestMails.perHour = 10;

    await flood(25, (turn) => `person${turn}@gmail.com`);

    expect(mailed()).toBe(10);
    expect(await mailsIn(3, HOUR_SEC)).toEqual([10, 5, 0]);
  });

  itThorough(
    'cannot have the question of another dropped unheard by filling the quota of three days',
    async () => {
      service.core.config.guestMails.perHour = 1;
      await flood(75, (turn) => `person${turn}@gmail.com`);
      const honest = await service.guest();
      const { id } = await honest.createMonitor({ alert_to: 'honest@gmail.com' });
      await service.drain();

      await mailsIn(80, HOUR_SEC);

      expect(service.mailbox.messages().filter(({ to }) => to === 'honest@gmail.com')).toHaveLength(1);
      const of = await getConsent(service.core.table, await spaceOf(id), hashOfAddress('honest@gmail.com'));
      expect(of).toMatchObject({ dueAt: null, mails: 1 });
    },
  );

  itThorough('do not use up a quota with mails that another cap holds back', async () => {
    service.core.config.guestMails.perHour = 10;
    await flood(20, (turn) => `victim+${turn}@gmail.com`);

    await flood(7, (turn) => `person${turn}@gmail.com`);

    expect(mailed()).toBe(3 + 7);
  });
});

describe('the mailbox of somebody who wants to be asked', LONG, () => {
  const DAY_SEC = 24 * HOUR_SEC;
  const asked = (address: string) => service.mailbox.messages().filter(({ to }) => to === address).length;
  const ask = async (owner: Person, address: string): Promise<string> => {
    const { id } = await owner.createMonitor({ alert_to: address });
    await service.drain();
    return id;
  };

  it('cannot be kept by guests from an account, nor its domain', async () => {
    await flood(SOME, (turn) => `vic.tim+${turn}@gmail.com`);
    await flood(MANY, (turn) => `person${turn}@victims.example`);
    const carol = await signedIn(service, { email: 'carol@example.com' });
    const before = mailed();

    for (const address of ['victim@gmail.com', 'me@victims.example'])
      await carol.createMonitor({ alert_to: address });
    await service.drain();

    expect(mailed() - before).toBe(2);
  });

  it('cannot be kept by one guest from another, nor by one account from another', async () => {
    for (const [stranger, victim] of [
      [await service.guest(), await service.guest()],
      [
        await signedIn(service, { email: 'a@example.com' }),
        await signedIn(service, { email: 'b@example.com' }),
      ],
    ] as const) {
      for (let turn = 0; turn < 4; turn++)
        await stranger.createMonitor({ alert_to: `victim+${turn}@gmail.com` });
      await service.drain();
      const before = asked('victim@gmail.com');
      await victim.createMonitor({ alert_to: 'victim@gmail.com' });
      await service.drain();
      expect(asked('victim@gmail.com') - before).toBe(1);
    }
  });

  it('gets six questions a day at most, whoever asks', async () => {
    for (let turn = 0; turn < 5; turn++) {
      await ask(await service.guest(), `victim+g${turn}@gmail.com`);
      const account = await signedIn(service, { email: `a${turn}@example.com` });
      await account.createMonitor({ alert_to: `victim+a${turn}@gmail.com` });
      await service.drain();
    }

    expect(mailed()).toBe(6);
  });

  itThorough(
    'hears the question that waits in its turn, though new guests are quicker each day',
    async () => {
      await flood(3, (turn) => `victim+${turn}@gmail.com`);
      await ask(await service.guest(), 'victim@gmail.com');
      expect(asked('victim@gmail.com')).toBe(0);

      service.clock.advance(DAY_SEC - ((service.clock.now() / 1000) % DAY_SEC));
      await flood(4, (turn) => `victim+early${turn}@gmail.com`);
      await service.check();

      expect(asked('victim@gmail.com')).toBe(1);
      expect(mailed()).toBe(6);
    },
  );
});

describeThorough('thirty questions at once', LONG, () => {
  it('put three mails into one mailbox', async () => {
    const queueUrl = service.core.config.queues.alerts;
    service.core.config.queues.alerts = queueUrl.replace(/alerts$/, 'nowhere');
    const messages = await Promise.all(
      numbered(30).map(async (turn) => {
        const address = `victim+${turn}@gmail.com`;
        const { id } = await (await service.guest()).createMonitor({ alert_to: address });
        return {
          kind: 'confirm',
          spaceId: await spaceOf(id),
          addressHash: hashOfAddress(address),
        } as const;
      }),
    );
    service.core.config.queues.alerts = queueUrl;
    const figures: Partial<Record<MetricName, number>>[] = [];

    const failed = await notifyWith(
      service,
      { metrics: { put: (put) => void figures.push(put) } },
      ...messages,
    );

    expect(failed).toEqual([]);
    expect(mailed()).toBe(3);
    expect(figures).toEqual(Array.from({ length: 27 }, () => ({ ConfirmationsHeld: 1 })));
  });
});

describe('a mail that fails', () => {
  const refusing = { send: async () => ({ sent: false, outcome: 'throttled', detail: 'No.' }) as const };

  it('keeps its place: the next try of the same question is not counted again', async () => {
    service.core.config.guestMails.perHour = 1;
    const { id } = await (await service.guest()).createMonitor({ alert_to: 'first@gmail.com' });
    const first = {
      kind: 'confirm',
      spaceId: await spaceOf(id),
      addressHash: hashOfAddress('first@gmail.com'),
    } as const;
    await notifyWith(service, { mailer: refusing }, first);
    await flood(1, () => 'second@gmail.com');
    expect(mailed()).toBe(0);

    service.clock.advance(72);
    await notifyWith(service, {}, first);

    expect(service.mailbox.messages().map(({ to }) => to)).toEqual(['first@gmail.com']);
    expect(await mailsIn(2, HOUR_SEC)).toEqual([1, 0]);
  });

  itThorough('is tried for a day from its turn on, however long it waited for that', async () => {
    await flood(6, (turn) => `victim+${turn}@gmail.com`);
    const { id } = await (await service.guest()).createMonitor({ alert_to: 'victim@gmail.com' });
    await service.drain();
    const last = {
      kind: 'confirm',
      spaceId: await spaceOf(id),
      addressHash: hashOfAddress('victim@gmail.com'),
    } as const;
    service.clock.advance(48 * HOUR_SEC);
    await notifyWith(service, { mailer: refusing }, last);

    await mailsIn(1, HOUR_SEC);

    expect(service.mailbox.messages().filter(({ to }) => to === 'victim@gmail.com')).toHaveLength(1);
  });
});

describe('sixty calls of one owner at once', LONG, () => {
  const created = { name: 'n', interval_sec: 300 };
  const isAsked = async (id: string) => (await listConsents(service.core.table, await spaceOf(id))).size;

  async function statusesOf(calls: Promise<{ status: number }>[]): Promise<Record<number, number>> {
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    const groups = Map.groupBy(statuses, (status) => status);
    return Object.fromEntries([...groups].map(([status, all]) => [status, all.length]));
  }

  it('that create monitors have five addresses asked', async () => {
    const alice = await service.guest();
    const { id } = await alice.createMonitor();

    const statuses = await statusesOf(
      numbered(60).map((turn) =>
        alice.call('POST', '/api/endpoints', { ...created, alert_to: `person${turn}@gmail.com` }),
      ),
    );

    expect(statuses).toEqual({ 201: 5, 429: 55 });
    expect(await isAsked(id)).toBe(5);
    await service.drain();
    expect(mailed()).toBe(5);
  });

  itThorough('that patch monitors have five addresses asked', async () => {
    const alice = await service.guest();
    const ids = await Promise.all(numbered(8).map(async () => String((await alice.createMonitor())['id'])));

    const statuses = await statusesOf(
      numbered(60).map((turn) => alice.patch(ids[turn % 8], { alert_to: `person${turn}@gmail.com` })),
    );

    expect(statuses).toEqual({ 200: 5, 429: 55 });
    expect(await isAsked(ids[0] ?? '')).toBe(5);
  });

  itThorough('by which a crontab is imported have nobody asked: an import names no address', async () => {
    const alice = await service.guest();
    const reply = await service.call('POST', '/api/import/crontab?apply=1', {
      token: alice.token,
      headers: { 'content-type': 'text/plain' },
      body: 'MAILTO=victim@example.com\n0 3 * * * /usr/local/bin/backup.sh\n',
    });

    const [monitor] = reply.json['created'] as { id: string }[];
    expect(await isAsked(monitor?.id ?? '')).toBe(0);
  });
});

describeThorough('an address that is asked again', () => {
  const DAY_SEC = 24 * HOUR_SEC;
  const ask = (alice: Person, id: string, address: string) => alice.patch(id, { alert_to: address });

  it('takes a place among the five of the week, like one that is asked first', async () => {
    const alice = await service.guest();
    const { id } = await alice.createMonitor();
    for (const turn of numbered(5)) await ask(alice, id, `old${turn}@gmail.com`);
    await service.drain();
    service.clock.advance(7 * DAY_SEC);
    for (const turn of numbered(4)) await ask(alice, id, `new${turn}@gmail.com`);

    for (const turn of numbered(5)) expect((await ask(alice, id, `old${turn}@gmail.com`)).status).toBe(200);
    await service.drain();

    expect(mailed()).toBe(5 + 4 + 1);
    const consent = await getConsent(service.core.table, await spaceOf(id), hashOfAddress('old0@gmail.com'));
    expect(consent).toMatchObject({ state: 'pending', mails: 2 });
  });
});
