import { describe, expect, it } from 'vitest';
import { getInvitationMail } from '../../../../lib/data/accounts/invitation-mails.ts';
import { noteComplaint } from '../../../../lib/data/alerts/stopped-addresses.ts';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { hashOfAddress } from '../../../../lib/flows/address-hash.ts';
import { notifyWith } from '../../../support/alerts/alerting.ts';
import { newOrganization } from '../../../support/accounts/organization.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { itThorough } from '../../../support/thorough.ts';

const ADDRESS = 'new.colleague@example.com';
const DAY_SEC = 86_400;

const service = fresh(startTestService);
const organization = fresh(() => newOrganization(service));

const path = () => `/api/organizations/${organization.id}`;
const mails = (to?: string) =>
  service.mailbox.messages().filter((mail) => (to === undefined ? true : mail.to === to));
const known = () =>
  getInvitationMail(service.core.table, {
    addressHash: hashOfAddress(ADDRESS),
    organizationId: organization.id,
  });

async function invite(email = ADDRESS, by = organization): Promise<string> {
  const body = { email, role: 'admin' };
  const { status, json, text } = await by.owner.call('POST', `/api/organizations/${by.id}/invitations`, body);
  if (status !== 201) throw new Error(text);
  await service.drain();
  return json['organization'].invitations.find((each: { email: string }) => each.email === email).id;
}

async function later(sec: number): Promise<void> {
  service.clock.advance(sec);
  await service.check();
  await service.drain();
}

/** Runs work while the queue takes nothing. */
async function withQueueDown(work: () => Promise<unknown>): Promise<void> {
  const { queues } = service.core.config;
  const url = queues.alerts;
  queues.alerts = url.replace(/alerts$/, 'nowhere');
  await work();
  queues.alerts = url;
}

describe('the mail of an invitation', () => {
  it('says who invites, to what, as what and until when, with a link that holds no secret', async () => {
    await organization.owner.call('PATCH', '/api/account/profile', { name: 'Ana', revision: 1 });
    await invite();

    const [mail] = mails(ADDRESS);
    expect(mails()).toHaveLength(1);
    expect(mail?.subject).toBe('You have been invited to an organization on Rollcall');
    for (const part of [
      organization.owner.account.email,
      'Night shift',
      'an admin',
      '2027-03-08 12:00:00 UTC',
    ])
      expect(mail?.text).toContain(part);
    expect(mail?.text?.match(/https?:\/\/\S+/g)).toEqual([`${service.url}/account?tab=organizations`]);
    expect(mail?.headers.map(({ name }) => name)).not.toContain('List-Unsubscribe');
  });

  it('shows no name as a link or as markup', async () => {
    const evil = await newOrganization(service, '<b>https://evil.example/login</b>');
    await invite(ADDRESS, evil);

    const [mail] = mails(ADDRESS);
    expect(mail?.html).not.toContain('<b>');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
    expect(mail?.html?.match(/href="[^"]*"/g)).toEqual([`href="${service.url}/account?tab=organizations"`]);
  });

  itThorough('goes out by the next check when the queue was lost', async () => {
    await withQueueDown(() => invite());
    expect(mails()).toEqual([]);
    await later(300);
    expect(mails(ADDRESS)).toHaveLength(1);
    await later(3_600);
    expect(mails(ADDRESS)).toHaveLength(1);
  });

  it('is tried again when the mail service did not take it', async () => {
    await withQueueDown(() => invite());
    const message = {
      kind: 'invite',
      organizationId: organization.id,
      addressHash: hashOfAddress(ADDRESS),
    } as const;
    const busy = { send: async () => ({ sent: false, outcome: 'throttled', detail: 'No.' }) as const };
    await notifyWith(service, { mailer: busy }, message);
    expect(mails()).toEqual([]);
    await later(900);
    expect(mails(ADDRESS)).toHaveLength(1);
    expect(await known()).toMatchObject({ mails: 1, dueAt: null });
  });
});

describe('an invitation that is over before its mail', () => {
  it.each([
    ['taken back', async (id: string) => organization.owner.call('DELETE', `${path()}/invitations/${id}`)],
    ['ended', async () => service.clock.advance(7 * DAY_SEC)],
    [
      'accepted',
      async () => (await signedIn(service, { email: ADDRESS })).call('POST', `${path()}/join`, {}),
    ],
    [
      'declined',
      async () => (await signedIn(service, { email: ADDRESS })).call('POST', `${path()}/decline`, {}),
    ],
    [
      'to an address that complained',
      async () =>
        noteComplaint(service.core.table, hashOfAddress(ADDRESS), ['invitations'], service.clock.now()),
    ],
  ])('because it is %s is not mailed', async (_why, end) => {
    await withQueueDown(async () => end(await invite()));
    await later(900);

    expect(mails(ADDRESS)).toEqual([]);
    expect(await known()).toMatchObject({ mails: 0, dueAt: null });
  });

  itThorough('because whoever gave it lost its role is not mailed', async () => {
    const ben = await signedIn(service);
    await organization.join(ben, 'admin');
    await service.drain();
    await withQueueDown(() => ben.call('POST', `${path()}/invitations`, { email: ADDRESS, role: 'member' }));
    await organization.remove(ben);
    await later(900);

    expect(mails(ADDRESS)).toEqual([]);
  });
});

describe('inviting the same address again', () => {
  it('mails it once a day and three times in a month, whatever is taken back meanwhile', async () => {
    const again = async () => {
      const id = await invite();
      await organization.owner.call('DELETE', `${path()}/invitations/${id}`);
    };
    for (let turn = 0; turn < 5; turn++) await again();
    expect(mails(ADDRESS)).toHaveLength(1);
    for (let day = 0; day < 5; day++) {
      await later(DAY_SEC);
      await again();
    }
    expect(mails(ADDRESS)).toHaveLength(3);
    await later(30 * DAY_SEC);
    organization.owner = await signedIn(service, { account: organization.owner.account });
    await again();
    expect(mails(ADDRESS)).toHaveLength(4);
  });

  itThorough('has one mail, from whichever of many calls at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => invite()));
    await later(900);
    expect(mails(ADDRESS)).toHaveLength(1);
  });

  it('says the role that it has by then', async () => {
    await withQueueDown(() => invite());
    await organization.owner.call('POST', `${path()}/invitations`, { email: ADDRESS, role: 'member' });
    await later(300);
    expect(mails(ADDRESS)).toHaveLength(1);
    expect(mails(ADDRESS)[0]?.text).toContain('as a member');
  });
});

describe('the caps', { timeout: 240_000 }, () => {
  it('hold three a day for one mailbox, by however many organizations; what is past them waits', async () => {
    for (let turn = 0; turn < 5; turn++)
      await invite(`vic.tim+${turn}@gmail.com`, await newOrganization(service));
    expect(mails()).toHaveLength(3);
    expect(service.logged).toEqual(['invitation_held', 'invitation_held']);
    await later(DAY_SEC);
    expect(mails()).toHaveLength(5);
  });

  itThorough('count for the account that invites, however many organizations it makes', async () => {
    const max = LIMITS.accountConsentMailsPerHour;
    const ids = [organization.id];
    for (let turn = 0; turn < 2; turn++) {
      const { json } = await organization.owner.call('POST', '/api/organizations', { name: `Shift ${turn}` });
      ids.push(json['organization'].id);
    }
    for (let turn = 0; turn < max + 4; turn++)
      await invite(`person${turn}@gmail.com`, { ...organization, id: ids[turn % ids.length] ?? '' });
    expect(mails()).toHaveLength(max);
    // That of the account's day is as low, so an hour makes no room.
    await later(3_600);
    expect(mails()).toHaveLength(max);
    await later(DAY_SEC);
    expect(mails()).toHaveLength(max + 4);
  });

  itThorough('let nobody mail a stranger after the other by taking invitations back', async () => {
    for (let at = 0; at < 30; at++) {
      const id = await invite(`stranger-${at}@example-${at}.com`);
      await organization.owner.call('DELETE', `${path()}/invitations/${id}`);
      if (at % 10 === 9) await later(3_600);
    }

    expect(mails()).toHaveLength(LIMITS.invitationMailsPerDay);
  });

  itThorough('count for the organization, whoever invites', async () => {
    const max = LIMITS.accountConsentMailsPerHour;
    const inviters = [organization.owner];
    for (let turn = 0; turn < 2; turn++) {
      const person = await signedIn(service);
      await organization.join(person, 'owner');
      inviters.push(person);
    }
    await later(3_600);
    const before = mails().length;
    for (let turn = 0; turn < max; turn++) {
      const by = inviters[turn % inviters.length] ?? organization.owner;
      await invite(`person${turn}@gmail.com`, { ...organization, owner: by });
    }
    const [first] = inviters;
    await first?.call('DELETE', `${path()}/invitations/${hashOfAddress('person0@gmail.com')}`);
    await invite('one-more@gmail.com');
    expect(mails().length - before).toBe(max);
    await later(3_600);
    expect(mails().length - before).toBe(max + 1);
  });
});
