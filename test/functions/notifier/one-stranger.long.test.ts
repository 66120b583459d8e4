import { describe, expect, it } from 'vitest';
import { newOrganization } from '../../support/accounts/organization.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';

const service = fresh(startTestService);

const BOXES = Array.from({ length: 30 }, (_, index) => `person${index}@gmail.com`);
const SPELLINGS = Array.from({ length: 30 }, (_, index) => `victim+${index}@gmail.com`);

/** Mails by what they are, since nothing else tells a receiver. */
function mailed(): Record<string, number> {
  const kinds = service.mailbox.messages().map(({ tags }) => tags?.['rollcall-mail']?.[0] ?? 'none');
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));
}

/** Names the addresses in turn, three times each, and has the queue and the checks of an hour do their work. */
async function nameAll(owner: Pick<Person, 'call'>, addresses: readonly string[]): Promise<void> {
  const { json } = await owner.call('POST', '/api/endpoints', { name: 'n', interval_sec: 86_400 });
  for (let tick = 0; tick < 3; tick++) {
    for (const alert_to of addresses) await owner.call('PATCH', `/api/endpoints/${json['id']}`, { alert_to });
    await service.drain();
    service.clock.advance(900);
    await service.check();
  }
}

describe('what one stranger has mailed within an hour', { timeout: 120_000 }, () => {
  it('is five questions as a guest, and two into one mailbox', async () => {
    await nameAll(await service.guest(), BOXES);
    expect(mailed()).toEqual({ question: 5 });

    await nameAll(await service.guest(), SPELLINGS);
    expect(mailed()).toEqual({ question: 5 + 2 });
  });

  it('is a test alert to nobody who has not agreed, as often as it asks', async () => {
    const guest = await service.guest();
    const { id } = await guest.createMonitor({ alert_to: 'victim@gmail.com' });
    for (let turn = 0; turn < 5; turn++) {
      await guest.call('POST', `/api/endpoints/${id}/test-alert`);
      await service.call('GET', `/in/${id}/fail`);
      await service.check();
      service.clock.advance(300);
    }

    expect(mailed()).toEqual({ question: 1 });
  });

  it('is twenty questions and invitations together with an account and its organizations, three into one mailbox', async () => {
    const { owner, id, call } = await newOrganization(service);
    const invite = async (addresses: readonly string[]) => {
      for (const email of addresses)
        await owner.call('POST', `/api/organizations/${id}/invitations`, { email, role: 'member' });
      await service.drain();
    };
    await nameAll(owner, SPELLINGS);
    await nameAll({ call }, SPELLINGS);
    await invite(SPELLINGS.slice(0, 5));
    expect(Object.values(mailed()).reduce((sum, count) => sum + count, 0)).toBe(3);

    service.clock.advance(3_600);
    const before = service.mailbox.messages().length;
    await nameAll(owner, BOXES.slice(0, 5));
    await invite(BOXES);

    expect(service.mailbox.messages().length - before).toBeLessThanOrEqual(20);
  });
});
