import { beforeEach, describe, expect, it } from 'vitest';
import { bridgeHandler } from '../../../functions/bridge/bridge.ts';
import type { Mailer } from '../../../lib/adapters/alerts/mail.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { getConsent, putConsentItem } from '../../../lib/data/alerts/consents.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { listMonitors } from '../../../lib/data/monitors/space-monitors.ts';
import { getStop, putAskedSpaceItem, stopConsent } from '../../../lib/data/alerts/stopped-addresses.ts';
import { transact, type Table } from '../../../lib/data/table.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import type { LocalMail } from '../../../lib/local/mail/mail-store.ts';
import type { BridgeDeps } from '../../../lib/runtime/deps.ts';
import { notifierDeps } from '../../../lib/runtime/lambda/live-notifier.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import {
  checkWithQueueDown,
  consentPathIn,
  ledgerOf,
  notifyWith,
  pendingOf,
} from '../../support/alerts/alerting.ts';
import { newOrganization, type TestOrganization } from '../../support/accounts/organization.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';
import { failing, watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

const ADDRESS = 'Alice@example.com';
const DAY_SEC = 86_400;

let id: string;

const service = fresh(startTestService);
const receiver = fresh(startReceiver);
const alice = fresh(() => service.guest());
beforeEach(async () => {
  id = await monitorOf(alice, { alert_url: receiver.url });
});

async function monitorOf(owner: Person, fields: Record<string, unknown> = {}): Promise<string> {
  const created = await owner.createMonitor({ interval_sec: DAY_SEC, alert_to: ADDRESS, ...fields });
  await service.drain();
  return String(created['id']);
}

const mails = () => service.mailbox.messages();
const questions = () => mails().filter(({ subject }) => subject.startsWith('Confirm'));
const shown = async (owner: Person, monitorId: string) => {
  const { json } = await owner.call('GET', `/api/endpoints/${monitorId}`);
  return [json['alert_to_confirmed'], json['failing_channels']];
};
const reports = () => receiver.received.filter(({ json }) => json['type'] === 'service.channel_failing');
const consentOf = async (monitorId: string) => {
  const monitor = await getMonitor(service.core.table, monitorId);
  return getConsent(service.core.table, monitor?.spaceId ?? '', hashOfAddress(ADDRESS));
};

/** Presses the button on the page that the newest question leads to. */
async function answer(word: 'confirm' | 'unsubscribe'): Promise<void> {
  const path = consentPathIn(questions()[0]?.text);
  expect((await service.call('POST', `${path}/${word}`)).status).toBe(200);
}

async function fail(monitorId = id): Promise<void> {
  await service.fail(monitorId);
  await service.check();
}

/** What SES reports on the newest mail to the address, or on another one. */
function event(
  kind: 'Permanent' | 'Transient' | 'Complaint',
  mailedAt = service.clock.now(),
  about: Pick<LocalMail, 'tags'> | undefined = mails().find((mail) => mail.to === ADDRESS),
): object {
  const to = ADDRESS.toLowerCase();
  const mail = { timestamp: new Date(mailedAt).toISOString(), destination: [to], tags: about?.tags };
  return kind === 'Complaint'
    ? {
        'detail-type': 'Email Complaint Received',
        detail: { mail, complaint: { complainedRecipients: [{ emailAddress: to }] } },
      }
    : {
        'detail-type': 'Email Bounced',
        detail: { mail, bounce: { bounceType: kind, bouncedRecipients: [{ emailAddress: to }] } },
      };
}

async function bring(what: unknown, changed: Partial<BridgeDeps> = {}): Promise<void> {
  const deps = { ...service.core, queue: openQueue(service.core.config), metrics: noMetrics, ...changed };
  await bridgeHandler(deps)(what);
  await service.drain();
}

it('has the ledger say which alerts came back, and leaves alone what went before and what only failed to arrive yet', async () => {
  await answer('confirm');
  await fail();
  service.clock.advance(DAY_SEC);
  await service.check();
  const mailStates = async () =>
    (await ledgerOf(service, id))
      .filter(({ channel, content }) => channel === 'email' && content.kind === 'miss')
      .map(({ state, attempts }) => [state, attempts.map(({ outcome }) => outcome)]);
  expect(await mailStates()).toEqual([
    ['sent', ['sent']],
    ['sent', ['sent']],
  ]);

  await bring(event('Transient'));
  await bring(event('Permanent'));
  await bring(event('Permanent'));

  expect(await mailStates()).toEqual([
    ['sent', ['sent']],
    ['undeliverable', ['sent', 'bounced']],
  ]);
  const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);
  expect(json['alerts']).toContainEqual(
    expect.objectContaining({ channel: 'email', state: 'undeliverable', incident: 1 }),
  );
});

itThorough('takes back what was mailed and then sent once more in vain', async () => {
  await answer('confirm');
  await fail();
  const mailedAt = service.clock.now();
  const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);
  const { id: alert } = json['alerts'].find((each: { channel: string }) => each.channel === 'email');
  service.clock.advance(120);
  await alice.patch(id, { alert_url: null });
  const send: Mailer['send'] = async () => ({ sent: false, outcome: 'rejected', detail: 'No.' });
  await alice.call('POST', `/api/endpoints/${id}/alerts/${alert}/resend`);
  for (let turn = 0; turn < 5; turn++) {
    await notifyWith(service, { mailer: { send } }, ...(await pendingOf(service, id)));
    service.clock.advance(4_320);
  }
  const mailOf = async () => (await ledgerOf(service, id)).find(({ channel }) => channel === 'email');
  expect((await mailOf())?.state).toBe('failed');

  for (let times = 0; times < 2; times++) await bring(event('Permanent', mailedAt));

  expect((await mailOf())?.state).toBe('failed');
  expect((await mailOf())?.attempts.filter(({ outcome }) => outcome === 'bounced')).toHaveLength(1);
});

itThorough(
  'takes in what comes back before it is written that it went out, when the event is brought again',
  async () => {
    await answer('confirm');
    await service.call('GET', `/in/${id}/fail`);
    await checkWithQueueDown(service);
    const { mailer } = notifierDeps(service.core, noMetrics);
    const early: Error[] = [];
    const send: Mailer['send'] = async (mail) => {
      const sent = await mailer.send(mail);
      await bring(event('Permanent')).catch((error: Error) => early.push(error));
      return sent;
    };
    await notifyWith(service, { mailer: { send } }, ...(await pendingOf(service, id)));
    expect(early).toHaveLength(1);
    expect(service.logged).toContain('run_failed');

    const mailedAt = service.clock.now();
    service.clock.advance(60);
    await bring(event('Permanent', mailedAt));

    const ofMail = (await ledgerOf(service, id)).filter(({ channel }) => channel === 'email');
    expect(ofMail).toMatchObject([
      { state: 'undeliverable', attempts: [{ outcome: 'sent' }, { outcome: 'bounced' }] },
    ]);
    expect(await shown(alice, id)).toMatchObject([false, [{ channel: 'email' }]]);
  },
);

describe.each([
  ['Permanent', 'bounced', 'Mail to the address bounced permanently.'],
  ['Complaint', 'complained', 'The address reported these e-mails as spam.'],
] as const)('an address of which SES reports %s', (kind, state, detail) => {
  it('gets no more alerts; its channel fails and the other one hears of it once', async () => {
    await answer('confirm');
    await fail();
    const since = new Date(service.clock.now()).toISOString();
    const before = mails().length;

    await bring(event(kind));
    await service.ping(id);
    service.clock.advance(1);
    await service.check();
    await fail();

    expect(await shown(alice, id)).toEqual([false, [{ channel: 'email', address: ADDRESS, since, detail }]]);
    expect(reports()).toHaveLength(1);
    const told = { endpoint_id: id, channel: 'email', address: 'A…@example.com', detail };
    expect(reports()[0]?.json).toMatchObject(told);
    expect(mails()).toHaveLength(before);
    const undeliverable = (await ledgerOf(service, id)).filter((alert) => alert.state === 'undeliverable');
    expect(undeliverable.at(-1)).toMatchObject({ channel: 'email', attempts: [{ outcome: state, detail }] });
    expect(service.logged).toEqual([]);
  });

  itThorough('is stopped once: the same report again changes nothing', async () => {
    const report = event(kind);
    await bring(report);
    const before = await contentsOf(service);

    await bring(report);
    await Promise.all([bring(report), bring(report)]);

    expect(await contentsOf(service)).toEqual(before);
    expect(reports()).toHaveLength(1);
  });

  itThorough('is stopped to its end when the first call died half-way', async () => {
    const { spaceId = '', addressHash = '' } = (await consentOf(id)) ?? {};
    const now = service.clock.now();
    await stopConsent(service.core.table, { spaceId, addressHash, reason: state, mailedAt: now }, now);

    await bring(event(kind));

    expect(await shown(alice, id)).toMatchObject([false, [{ channel: 'email' }]]);
    expect(reports()).toHaveLength(1);
  });

  itThorough('goes on when the mail is older than its last answer', async () => {
    service.clock.advance(60);
    await answer('confirm');

    await bring(event(kind, service.clock.now() - 1_000));

    expect(await shown(alice, id)).toEqual([true, []]);
    await fail();
    expect(mails()[0]?.subject).toContain('reported a failure');
  });

  itThorough('keeps what it said when it has unsubscribed', async () => {
    await answer('unsubscribe');
    service.clock.advance(1);

    await bring(event(kind));

    expect((await consentOf(id))?.state).toBe('unsubscribed');
    expect(reports()).toHaveLength(0);
  });

  it('may say itself that it wants the alerts after all', async () => {
    await bring(event(kind));
    service.clock.advance(60);

    const path = consentPathIn(questions()[0]?.text);
    expect((await service.call('GET', path)).text).toContain('receives no alerts because ');
    await answer('confirm');
    await fail();

    expect(await shown(alice, id)).toEqual([true, []]);
    expect(mails()[0]?.subject).toContain('reported a failure');
  });

  itThorough('holds its place among the five unanswered: who names dead addresses cannot go on', async () => {
    await bring(event(kind));
    for (let turn = 2; turn <= 5; turn++) await monitorOf(alice, { alert_to: `a${turn}@gmail.com` });

    const sixth = await alice.call('POST', '/api/endpoints', {
      name: 'n',
      interval_sec: 300,
      alert_to: 'a6@gmail.com',
    });

    expect(sixth.status).toBe(429);
  });

  itThorough('is not asked for an owner who names it later, whose channel fails at once', async () => {
    await bring(event(kind));
    const bob = await service.guest();

    const his = await monitorOf(bob);

    expect(questions()).toHaveLength(1);
    expect(await shown(bob, his)).toMatchObject([false, [{ channel: 'email', detail }]]);
  });
});

describe('an address whose mail came back', () => {
  it('is stopped for every owner who mailed it, each with all monitors that name it', async () => {
    await answer('confirm');
    const second = await monitorOf(alice, { name: 'second', alert_url: receiver.url });
    const other = await monitorOf(alice, { name: 'other', alert_to: null });
    const bob = await service.guest();
    const his = await monitorOf(bob);
    await answer('confirm');
    service.clock.advance(1);

    await bring(event('Permanent'));

    for (const [owner, monitorId] of [
      [alice, id],
      [alice, second],
      [bob, his],
    ] as const) {
      expect(await shown(owner, monitorId)).toMatchObject([false, [{ channel: 'email' }]]);
    }
    expect((await shown(alice, other))[1]).toEqual([]);
    expect(reports()).toHaveLength(1);
  });

  const name = async () => {
    await alice.patch(id, { alert_to: ADDRESS });
    await service.drain();
  };

  itThorough('is asked again when it is named anew a month later', async () => {
    await bring(event('Permanent'));
    service.clock.advance(30 * DAY_SEC - 1);
    const before = await consentOf(id);
    await name();
    expect(questions()).toHaveLength(1);
    expect(await consentOf(id)).toEqual(before);

    service.clock.advance(1);
    await name();

    expect(questions()).toHaveLength(2);
    await answer('confirm');
    await fail();
    expect(await shown(alice, id)).toEqual([true, []]);
  });

  itThorough('and that complains besides is not asked again, whatever comes back later', async () => {
    await bring(event('Permanent'));
    await bring(event('Complaint'));
    await bring(event('Permanent'));
    service.clock.advance(31 * DAY_SEC);
    await name();
    await monitorOf(await service.guest());

    expect((await consentOf(id))?.state).toBe('complained');
    expect(questions()).toHaveLength(1);
  });

  itThorough('goes on when it was asked again since that mail', async () => {
    const mailedAt = service.clock.now();
    service.clock.advance(2 * DAY_SEC);
    await name();

    await bring(event('Permanent', mailedAt));

    expect((await consentOf(id))?.state).toBe('pending');
  });
});

itThorough(
  'an address that is stopped when it is named is told of though the process died in between',
  async () => {
    await bring(event('Permanent'));
    const bob = await service.guest();
    const isReport = ({ command, input }: TableCall) =>
      command === 'TransactWriteItemsCommand' && JSON.stringify(input).includes('CHANNEL#');
    const his = await watchingTable(service, { before: failing(isReport) }, () =>
      monitorOf(bob, { alert_url: receiver.url }),
    );
    expect(await shown(bob, his)).toEqual([false, []]);

    for (let passed = 0; passed < 5; passed++) {
      service.clock.advance(300);
      await service.check();
    }

    expect(await shown(bob, his)).toMatchObject([false, [{ channel: 'email' }]]);
    expect(reports().filter(({ json }) => json['endpoint_id'] === his)).toHaveLength(1);
    const before = await contentsOf(service);
    service.clock.advance(3_600);
    await service.check();
    expect(mails()).toHaveLength(1);
    expect((await contentsOf(service)).length).toBe(before.length);
  },
);

itThorough('a stop that cannot be told is given up a day later', async () => {
  await bring(event('Permanent'));
  const bob = await service.guest();
  const isReport = ({ command, input }: TableCall) =>
    command === 'TransactWriteItemsCommand' && JSON.stringify(input).includes('CHANNEL#');

  const his = await watchingTable(service, { before: failing(isReport) }, async () => {
    const named = await monitorOf(bob, { alert_url: receiver.url });
    service.clock.advance(DAY_SEC);
    await service.check();
    return named;
  });

  const consent = await consentOf(his);
  expect(consent).toMatchObject({ state: 'bounced', dueAt: null });
});

describe('an address of somebody who looks after an organization', () => {
  const toldOf = async (organization: TestOrganization, kind: 'Permanent' | 'Complaint', who: SignedIn) => {
    const to = who.account.email;
    const mail = mails().find((each) => each.to === to && each.subject.includes('nightly backup'));
    const report = JSON.stringify(event(kind, service.clock.now(), mail)).replaceAll(
      ADDRESS.toLowerCase(),
      to,
    );
    await bring(JSON.parse(report));
    const [{ id: of }] = await organization.monitors();
    const { json } = await organization.call('GET', `/api/endpoints/${of}`);
    const ledger = (await ledgerOf(service, of)).filter(
      ({ channel, content }) => channel === 'email' && content.kind === 'miss',
    );
    return {
      failing: json['failing_channels'].length,
      states: ledger.map(({ state }) => state),
      reports: reports().length,
    };
  };
  const failed = async (organization: TestOrganization) => {
    const { id: of } = await organization.createMonitor({ alert_url: receiver.url });
    await fail(of);
  };

  it.each(
    casesOf(1, [
      ['Permanent', 'undeliverable'],
      ['Complaint', 'sent'],
    ] as const),
  )(
    'alone, of which SES reports %s, fails, and the other channel hears of it at once',
    async (kind, state) => {
      const organization = await newOrganization(service);
      await failed(organization);

      expect(await toldOf(organization, kind, organization.owner)).toEqual({
        failing: 1,
        states: [state],
        reports: 1,
      });
      expect(service.logged).toEqual([]);
    },
  );

  itThorough('beside another fails when both have come back', async () => {
    const organization = await newOrganization(service);
    const ben = await signedIn(service);
    await organization.join(ben, 'admin');
    await failed(organization);

    expect(await toldOf(organization, 'Permanent', ben)).toEqual({
      failing: 0,
      states: ['sent'],
      reports: 0,
    });
    expect(await toldOf(organization, 'Permanent', ben)).toEqual({
      failing: 0,
      states: ['sent'],
      reports: 0,
    });
    expect(await toldOf(organization, 'Permanent', organization.owner)).toEqual({
      failing: 1,
      states: ['undeliverable'],
      reports: 1,
    });
  });

  itThorough('beside another has reached nobody when both come back in the same moment', async () => {
    const organization = await newOrganization(service);
    const ben = await signedIn(service);
    await organization.join(ben, 'admin');
    await failed(organization);
    const isNoted = ({ command, input }: TableCall) =>
      command === 'UpdateItemCommand' && JSON.stringify(input).includes('SET reached = :reached');
    let isFirst = true;

    const told = await watchingTable(
      service,
      {
        before: async (call) => {
          if (!isNoted(call) || !isFirst) return;
          isFirst = false;
          await toldOf(organization, 'Permanent', organization.owner);
        },
      },
      () => toldOf(organization, 'Permanent', ben),
    );

    expect(isFirst).toBe(false);
    expect(told).toEqual({ failing: 1, states: ['undeliverable'], reports: 1 });
  });
});

describe('an address that complains', () => {
  const complaintOf = (mail: LocalMail | undefined) => event('Complaint', service.clock.now(), mail);
  const alerts = () => mails().filter(({ subject }) => subject.includes('reported a failure'));
  const name = async (owner: Person, monitorId: string) => {
    const { status } = await owner.patch(monitorId, { alert_to: ADDRESS });
    expect(status).toBe(200);
    await service.drain();
  };

  it('of a question keeps the alerts that it has agreed to, a guest’s and an account’s own', async () => {
    await answer('confirm');
    const carol = await signedIn(service, { email: ADDRESS });
    const own = await carol.createMonitor({ interval_sec: DAY_SEC });
    const stranger = await service.guest();
    const strange = await monitorOf(stranger, { name: 'strange' });
    service.clock.advance(1);

    await bring(complaintOf(questions()[0]));
    for (const monitorId of [id, own['id'], strange]) await fail(monitorId);

    expect(await shown(alice, id)).toEqual([true, []]);
    expect((await carol.read(own['id']))['alert_to_confirmed']).toBe(true);
    expect(await shown(stranger, strange)).toMatchObject([false, [{ channel: 'email' }]]);
    expect(alerts()).toHaveLength(2);
  });

  itThorough('of a question is asked by no guest any more, and by an account as before', async () => {
    await bring(complaintOf(questions()[0]));
    const bob = await service.guest();
    const his = await monitorOf(bob);
    expect(questions()).toHaveLength(1);
    expect(await shown(bob, his)).toMatchObject([false, [{ channel: 'email' }]]);
    expect((await consentOf(id))?.state).toBe('complained');
    for (let day = 0; day < 3; day++) {
      service.clock.advance(40 * DAY_SEC);
      await name(alice, id);
      await name(bob, his);
    }
    expect(questions()).toHaveLength(1);

    const dan = await signedIn(service, { email: 'dan@example.com' });
    await dan.createMonitor({ alert_to: ADDRESS });
    await service.drain();

    expect(questions()).toHaveLength(2);
  });

  it('of an alert gets none of that owner any more, whatever others send it', async () => {
    await answer('confirm');
    const bob = await service.guest();
    const his = await monitorOf(bob);
    await answer('confirm');
    service.clock.advance(1);
    await fail();

    await bring(complaintOf(alerts()[0]));
    await fail(his);

    expect(await shown(alice, id)).toMatchObject([false, [{ channel: 'email' }]]);
    expect(reports()).toHaveLength(1);
    expect(await shown(bob, his)).toEqual([true, []]);
    expect(alerts()).toHaveLength(2);
  });

  itThorough(
    'of an alert may be asked again a day later, by mails a day apart, three in all, and is whole when it agrees',
    async () => {
      await answer('confirm');
      await fail();
      await bring(complaintOf(alerts()[0]));
      const asked: number[] = [];
      for (const waitSec of [DAY_SEC - 1, 1, DAY_SEC - 1, 1, DAY_SEC, DAY_SEC, DAY_SEC]) {
        service.clock.advance(waitSec);
        await name(alice, id);
        asked.push(questions().length - 1);
      }
      expect(asked).toEqual([0, 1, 1, 2, 3, 3, 3]);

      await answer('confirm');
      service.clock.advance(1);
      await service.check();

      expect((await shown(alice, id))[0]).toBe(true);
      expect(alerts().length).toBeGreaterThanOrEqual(1);
    },
  );

  itThorough('of its own account’s alerts may be asked like any other', async () => {
    const carol = await signedIn(service, { email: ADDRESS });
    const { id: own } = await carol.createMonitor({ interval_sec: DAY_SEC });
    await fail(own);
    await bring(complaintOf(alerts()[0]));
    expect((await carol.read(own))['alert_to_confirmed']).toBe(false);

    service.clock.advance(DAY_SEC);
    const before = questions().length;
    await carol.patch(own, { alert_to: ADDRESS });
    await service.drain();
    expect(questions()).toHaveLength(before + 1);
    await answer('confirm');

    expect((await carol.read(own))['alert_to_confirmed']).toBe(true);
  });

  it.each([
    ['a message to the team', { tags: { 'rollcall-mail': ['contact'] } }],
    ['a code of the user pool, which says nothing of itself', {}],
  ])('of %s ends nothing', async (_, mail) => {
    await answer('confirm');
    const bob = await service.guest();
    const his = await monitorOf(bob);
    service.clock.advance(1);

    await bring(event('Complaint', service.clock.now(), mail));

    expect(await shown(alice, id)).toEqual([true, []]);
    expect(await shown(bob, his)).toEqual([false, []]);
    expect(await getStop(service.core.table, hashOfAddress(ADDRESS))).toBeUndefined();
  });
});

describe('the bridge', () => {
  itThorough(
    'counts what it takes in, and does nothing about a mail that may arrive another time',
    async () => {
      await answer('confirm');
      const before = await contentsOf(service);
      const figures: object[] = [];
      const metrics = { put: (put: object) => void figures.push(put) };

      await bring(event('Transient'), { metrics });
      expect(await contentsOf(service)).toEqual(before);
      await bring(event('Permanent'), { metrics });
      await bring(event('Complaint'), { metrics });

      expect(figures).toEqual([{ MailsDelayed: 1 }, { MailsBounced: 1 }, { MailsComplainedOf: 1 }]);
    },
  );

  it('says by a code alone that it could not read an event', async () => {
    const before = await contentsOf(service);

    await bring({ 'detail-type': 'Email Bounced', detail: { to: ADDRESS } });

    expect(service.logged).toEqual(['mail_event_unreadable']);
    expect(await contentsOf(service)).toEqual(before);
  });

  itThorough(
    'stops an address for all others when it fails for one owner, and fails, to be called again',
    async () => {
      const { table } = service.core;
      const known = await consentOf(id);
      if (!known) throw new Error('The address was not asked.');
      const spaces = Array.from({ length: 12 }, (_, turn) => `!space ${String(turn).padStart(2, '0')}`);
      for (const spaceId of spaces) {
        const asked = { ...known, spaceId };
        await transact(table, [putConsentItem(table, asked), putAskedSpaceItem(table, asked)]);
      }
      const states = () =>
        Promise.all(
          spaces.map(async (spaceId) => (await getConsent(table, spaceId, known.addressHash))?.state),
        );

      await expect(bring(event('Permanent'), { table: failingAt(table, 'SPACE#!space 01') })).rejects.toThrow(
        'The run failed; the line run_failed of this log says how.',
      );

      expect(await states()).toEqual(spaces.map((_, turn) => (turn === 1 ? 'pending' : 'bounced')));
      expect((await consentOf(id))?.state).toBe('bounced');
      expect(service.logged).toEqual(['run_failed']);
      await bring(event('Permanent'));
      expect((await states())[1]).toBe('bounced');
    },
  );
});

itThorough(
  'shows all monitors that mail an address as failing but one that cannot be written, and fails, to be called again',
  async () => {
    const ids = [id, await monitorOf(alice), await monitorOf(alice)];
    const failing = async () =>
      (await Promise.all(ids.map((each) => shown(alice, each)))).map(([, channels]) => channels.length);
    const { table } = service.core;
    const first = (await listMonitors(table, [(await consentOf(id))?.spaceId ?? ''], service.clock.now()))[0]
      ?.id;

    await expect(
      bring(event('Permanent'), { table: failingAt(table, monitorKey(first ?? '').pk) }),
    ).rejects.toThrow('The run failed');

    expect((await failing()).toSorted()).toEqual([0, 1, 1]);
    await bring(event('Permanent'));
    expect(await failing()).toEqual([1, 1, 1]);
  },
);

/** The table, which fails for what is written under one key. */
function failingAt(table: Table, pk: string): Table {
  const client = new Proxy(table.client, {
    get: (target, property) =>
      property === 'send'
        ? (command: { input: { Key?: { pk?: string }; TransactItems?: unknown } }) =>
            command.input.Key?.pk === pk || JSON.stringify(command.input.TransactItems)?.includes(pk)
              ? Promise.reject(new Error(`no table for ${ADDRESS}`))
              : target.send(command as never)
        : Reflect.get(target, property),
  });
  return { ...table, client };
}

describe('the mailbox of one machine', () => {
  it.each(
    casesOf(1, [
      ['bounce@simulator.amazonses.com', 'Mail to the address bounced permanently.'],
      ['bounce+label@simulator.amazonses.com', 'Mail to the address bounced permanently.'],
      ['complaint@simulator.amazonses.com', 'The address reported these e-mails as spam.'],
    ]),
  )('has %s answer as SES has it', async (alert_to, detail) => {
    const monitorId = await monitorOf(alice, { alert_to, alert_url: receiver.url });

    expect(await shown(alice, monitorId)).toMatchObject([false, [{ channel: 'email', detail }]]);
    expect(reports()).toHaveLength(1);
  });

  itThorough('brings a report again that could not be taken in', async () => {
    const alert_to = 'bounce@simulator.amazonses.com';
    const isNoted = ({ command, input }: TableCall) =>
      command === 'UpdateItemCommand' && JSON.stringify(input).includes('SET bouncedAt = :at');
    let isFirst = true;
    const failOnce = failing((call) => isFirst && isNoted(call) && !(isFirst = false));

    const monitorId = await watchingTable(service, { before: failOnce }, () =>
      monitorOf(alice, { alert_to, alert_url: receiver.url }),
    );
    expect(service.logged).toEqual(['run_failed']);
    await service.drain();

    expect(await shown(alice, monitorId)).toMatchObject([false, [{ channel: 'email' }]]);
    expect(service.logged).toEqual(['run_failed']);
  });

  it('is content with every other address', async () => {
    const monitorId = await monitorOf(alice, { alert_to: 'success@simulator.amazonses.com' });

    expect(await shown(alice, monitorId)).toEqual([false, []]);
  });
});
