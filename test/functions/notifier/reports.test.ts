import { describe, expect, it } from 'vitest';
import { noteComplaint, noteBounce } from '../../../lib/data/alerts/stopped-addresses.ts';
import { getReportWish } from '../../../lib/data/statistics/report-wishes.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';
import { newOrganization } from '../../support/accounts/organization.ts';
import { notifyWith } from '../../support/alerts/alerting.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

const service = fresh(startTestService);
const ana = fresh(() => signedIn(service));

const place = (person: SignedIn = ana) => ({
  spaceId: person.account.spaces[0] ?? '',
  accountId: person.account.id,
});
const wish = () => getReportWish(service.core.table, place());
const want = (weekly: boolean, monthly: boolean) =>
  ana.call('PUT', '/api/account/reports', { weekly, monthly });
const reports = () => service.mailbox.messages().filter(({ subject }) => subject.startsWith('Rollcall'));

/** Lets time pass with the checks in it that matter, as long as a healthy job would need them. */
async function until(iso: string): Promise<void> {
  const sec = (Date.parse(iso) - service.clock.now()) / 1000;
  if (sec > 0) service.clock.advance(sec);
  for (let tick = 0; tick < 3; tick++) {
    await service.check();
    await service.drain();
    service.clock.advance(300);
  }
}

/** A job that failed and came back on a day, and one that fell silent. */
async function troubles(): Promise<{ failing: string; silent: string }> {
  const failing = await ana.createMonitor({ name: 'nightly backup', interval_sec: 30 * DAY_SEC });
  const silent = await ana.createMonitor({ name: 'hourly sync', interval_sec: HOUR_SEC });
  await service.ping(failing['id']);
  await service.ping(silent['id']);
  await service.fail(failing['id']);
  await service.check();
  service.clock.advance(HOUR_SEC / 2);
  await service.ping(failing['id']);
  await service.check();
  service.clock.advance(2 * HOUR_SEC);
  await service.check();
  await service.drain();
  return { failing: failing['id'], silent: silent['id'] };
}

// The clock of a test begins on Monday, 1 March 2027, at noon.
describe('a weekly report', () => {
  it('says what failed, what was late and what is still silent, on Monday morning, once', async () => {
    await want(true, false);
    await troubles();
    await until('2027-03-08T06:30:00Z');
    expect(reports()).toEqual([]);

    await until('2027-03-08T08:01:00Z');
    await until('2027-03-08T12:00:00Z');

    expect(reports()).toHaveLength(1);
    const [mail] = reports();
    expect(mail?.to).toBe(ana.account.email);
    expect(mail?.subject).toBe('Rollcall, week of 1 March 2027: 1 failed, 1 late');
    expect(mail?.text).toContain('Failed: 1 monitor\n    nightly backup: once, down for 30 min\n');
    expect(mail?.text).toContain('Late or silent: 1 monitor\n    hourly sync: once, down for ');
    expect(mail?.text).toContain(' and still down');
    expect(mail?.text).toContain('From: 2027-03-01 to 2027-03-07, UTC');
    expect(await wish()).toMatchObject({ week: '2027-03-08', month: null });
  });

  itThorough('comes each Monday, the same one under the same id', async () => {
    await want(true, false);
    await troubles();
    await until('2027-03-08T08:01:00Z');
    await until('2027-03-15T08:01:00Z');
    const ids = reports().map(
      ({ headers }) => headers.find(({ name }) => name === 'X-Rollcall-Message-Id')?.value,
    );
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });

  it('is not made up for weeks in which nothing ran: the newest alone', async () => {
    await want(true, true);
    await troubles();
    await until('2027-04-14T08:01:00Z');
    expect(reports().map(({ subject }) => subject.split(':')[0])).toEqual([
      'Rollcall, March 2027',
      'Rollcall, week of 5 April 2027',
    ]);
  });
});

const message = () => ({ kind: 'report', ...place() }) as const;
const mailer = (outcome: 'unavailable' | 'rejected', share = 0) => {
  const calls = { sent: 0 };
  const send = async () => {
    calls.sent += 1;
    return { sent: false, outcome, detail: 'No.' } as const;
  };
  return { calls, mailer: { send, shareOfDay: async () => share } };
};
const monday = (weeks: number) => new Date(Date.UTC(2027, 2, 1 + 7 * weeks, 8, 1)).toISOString();

describe('whom a report reaches', () => {
  it('nobody who has no monitors', async () => {
    await want(true, true);
    await until('2027-04-01T08:01:00Z');
    expect(service.mailbox.messages()).toEqual([]);
    expect(await wish()).toMatchObject({ week: '2027-03-29', month: '2027-04-01' });
  });

  itThorough('nobody who did not ask, and nobody who takes it back', async () => {
    await troubles();
    await until(monday(1));
    await want(true, true);
    await want(false, false);
    await until(monday(6));
    expect(reports()).toEqual([]);
    expect(await wish()).toBeUndefined();
  });

  itThorough('its reader by the clock of its profile: a week of Tokyo ends nine hours sooner', async () => {
    await ana.call('PATCH', '/api/account/profile', { timeZone: 'Asia/Tokyo', revision: 1 });
    await want(true, false);
    await troubles();
    await until('2027-03-07T23:01:00Z');
    expect(reports()).toHaveLength(1);
    expect(reports()[0]?.text).toContain('2027-03-01 to 2027-03-07, Asia/Tokyo');
  });

  it('no address that mail came back from, and none that complained, until it asks again', async () => {
    const hash = hashOfAddress(ana.account.email);
    await want(true, false);
    await troubles();
    await noteComplaint(service.core.table, hash, ['reports'], service.clock.now());
    const stopped = async () => (await ana.call('GET', '/api/account/reports')).json['reports'].stopped;
    expect(await stopped()).toBe('complained');
    await until(monday(1));
    expect(reports()).toEqual([]);

    await want(true, false);
    expect(await stopped()).toBe(null);
    await until(monday(2));
    expect(reports()).toHaveLength(1);

    await noteBounce(service.core.table, hash, service.clock.now());
    expect(await stopped()).toBe('bounced');
    await until(monday(3));
    expect(reports()).toHaveLength(1);
  });

  it('no account that was deleted', async () => {
    await want(true, false);
    await ana.createMonitor();
    await ana.call('POST', '/api/account/delete', { confirm: ana.account.email });
    await until(monday(1));
    expect(service.mailbox.messages()).toEqual([]);
  });
});

describe('the links of a report', () => {
  it('end it by one press on a page, or by one click of the mail program, and alerts go on', async () => {
    for (const [weeks, by] of [
      [1, 'page'],
      [2, 'header'],
    ] as const) {
      await want(true, true);
      await ana.createMonitor();
      await until(monday(weeks));
      const [mail] = reports();
      const header = (name: string) => mail?.headers.find((each) => each.name === name)?.value ?? '';
      expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      const oneClick = new URL(header('List-Unsubscribe').slice(1, -1)).pathname;
      const [link = ''] = /https?:\/\/\S+\/report\/\S+/.exec(mail?.text ?? '') ?? [];
      const { pathname } = new URL(link);

      const page = await service.call('GET', pathname);
      expect(page.text).toContain(`<form method="post" action="${pathname}/stop">`);
      expect(await wish()).toBeDefined();

      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const stopped = await service.call('POST', by === 'page' ? `${pathname}/stop` : oneClick, {
        body: by === 'page' ? '' : 'List-Unsubscribe=One-Click',
        headers: form,
      });
      expect(stopped.status).toBe(200);
      expect(stopped.text).toContain('No more reports');
      expect(await wish()).toBeUndefined();
    }
  });

  it('load nothing and name no reader in the mail: no image, no link but two', async () => {
    await want(true, false);
    await ana.createMonitor();
    await until(monday(1));
    const html = reports()[0]?.html ?? '';
    expect(html).not.toMatch(/<img|src=|url\(/);
    expect([...html.matchAll(/href="([^"]*)"/g)]).toHaveLength(2);
  });
});

describe('a mail service', () => {
  it('that is down has the report tried again, for a day', async () => {
    await want(true, false);
    await troubles();
    service.clock.advance((Date.parse(monday(1)) - service.clock.now()) / 1000);
    const down = mailer('unavailable');
    for (let tries = 0; tries < 3; tries++) {
      await notifyWith(service, down, message());
      service.clock.advance(600);
    }
    expect(down.calls.sent).toBe(3);
    expect(await wish()).toMatchObject({ week: '2027-03-01' });

    service.clock.advance(DAY_SEC);
    await notifyWith(service, down, message());
    expect(await wish()).toMatchObject({ week: '2027-03-08' });
  });

  itThorough(
    'that has sent half of what it takes in a day sends no report, which waits an hour',
    async () => {
      await want(true, false);
      await troubles();
      service.clock.advance((Date.parse(monday(1)) - service.clock.now()) / 1000);
      const busy = mailer('unavailable', 0.5);
      await notifyWith(service, busy, message());
      expect(busy.calls.sent).toBe(0);
      expect(await wish()).toMatchObject({ week: '2027-03-01', dueAt: service.clock.now() + 3_600_000 });

      await until(new Date(service.clock.now() + 3_600_000).toISOString());
      expect(reports()).toHaveLength(1);
    },
  );

  itThorough('that took a report whose process died takes it again, under the same id', async () => {
    await want(true, false);
    await troubles();
    service.clock.advance((Date.parse(monday(1)) - service.clock.now()) / 1000);
    const ids: (string | undefined)[] = [];
    const dying = {
      send: async ({ messageId }: { messageId?: string }) => {
        ids.push(messageId);
        throw new Error('The process dies here.');
      },
    };
    await notifyWith(service, { mailer: dying }, message());
    await until(new Date(service.clock.now() + 900_000).toISOString());
    const [mail] = reports();
    expect(mail?.headers.find(({ name }) => name === 'X-Rollcall-Message-Id')?.value).toBe(ids[0]);
  });
});

describe('reports of an organization', () => {
  const asked = (who: SignedIn, id: string, weekly = true) =>
    who.call('PUT', `/api/account/reports?organization=${id}`, { weekly, monthly: false });

  it('are of its monitors, for those of its members who ask, of any role', async () => {
    const shift = await newOrganization(service);
    await shift.join(ana, 'member');
    const { id } = await shift.createMonitor({ name: 'night job' });
    await ana.createMonitor({ name: 'mine' });
    const { json } = await asked(ana, shift.id);
    expect(json['reports']).toMatchObject({ weekly: true, to: ana.account.email, stopped: null });
    expect((await ana.call('GET', '/api/account/reports')).json['reports'].weekly).toBe(false);
    await service.fail(id);
    await until(monday(1));
    const mails = reports();
    expect(mails.map(({ to }) => to)).toEqual([ana.account.email]);
    expect(mails[0]?.subject).toBe('Rollcall of Night shift, week of 1 March 2027: 1 failed');
    expect(mails[0]?.text).not.toContain('mine');
    const stop = mails[0]?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '';
    await service.call('POST', new URL(stop.slice(1, -1)).pathname, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { json: after } = await ana.call('GET', `/api/account/reports?organization=${shift.id}`);
    expect(after['reports'].weekly).toBe(false);
  });

  itThorough('end with the membership, and do not come back with a new one', async () => {
    const shift = await newOrganization(service);
    await shift.join(ana, 'admin');
    await shift.createMonitor();
    await asked(ana, shift.id);
    await shift.remove(ana);
    await shift.join(ana, 'admin');
    await until(monday(1));
    expect(reports()).toEqual([]);
    const { json } = await ana.call('GET', `/api/account/reports?organization=${shift.id}`);
    expect(json['reports'].weekly).toBe(false);
  });

  it('are nobody else’s, and of no organization that there is not', async () => {
    const shift = await newOrganization(service);
    for (const id of [shift.id, 'nothing'])
      for (const call of [
        () => asked(ana, id),
        () => ana.call('GET', `/api/account/reports?organization=${id}`),
      ])
        expectRefusal(await call(), { status: 404, error: 'organization_not_found' });
  });
});

describe('what a report says of who is told', () => {
  it('names monitors that alert nobody, also those whose address has not agreed, and no others', async () => {
    await want(true, false);
    await ana.createMonitor({ name: 'told by mail' });
    await ana.createMonitor({ name: 'silent one', alert_to: null });
    await ana.createMonitor({ name: 'unanswered', alert_to: 'somebody@example.net' });
    await ana.call('POST', '/api/channels', { to: 'nobody-yet@example.net' });
    await ana.createMonitor({ name: 'by url', alert_to: null, alert_url: 'https://hooks.example.com/x' });
    await until(monday(1));
    const [mail] = reports();
    expect(mail?.subject).toBe('Rollcall, week of 1 March 2027: all well, 2 alert nobody');
    expect(mail?.text).toContain('Alert nobody: 2 monitors\n    silent one\n    unanswered\n');
  });
});
