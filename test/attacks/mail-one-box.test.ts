import { expect, it } from 'vitest';
import { newOrganization } from '../support/accounts/organization.ts';
import { signedIn } from '../support/accounts/session.ts';
import { startTestService, type Person } from '../support/service/service.ts';
import { fresh } from '../support/service/shared.ts';

const service = fresh(startTestService);

/** One mailbox in the spellings that lead to it. */
const SPELLINGS = ['victim@gmail.com', 'v.ictim@gmail.com', 'Victim+1@gmail.com', 'victim+2@gmail.com'];

/** Names the box by each spelling, and has queue and checks do their work. */
async function name(owners: readonly Pick<Person, 'createMonitor'>[]): Promise<void> {
  for (const owner of owners)
    for (const alert_to of SPELLINGS)
      await owner.createMonitor({ interval_sec: 86_400, alert_to }).catch(() => {});
  for (let check = 0; check < 3; check++) {
    await service.drain();
    await service.check();
    service.clock.advance(60);
  }
}

it(
  'into one mailbox go six mails a day, whoever they are who name and invite it',
  { timeout: 120_000 },
  async () => {
    const guests = await Promise.all(Array.from({ length: 12 }, () => service.guest()));
    const accounts = await Promise.all(Array.from({ length: 4 }, () => signedIn(service)));
    const organizations = await Promise.all(Array.from({ length: 3 }, () => newOrganization(service)));
    const intoBox = () => service.mailbox.messages().filter(({ to }) => /^v\.?ictim/i.test(to)).length;

    await name([...guests, ...accounts, ...organizations]);
    for (const { id, owner } of organizations)
      for (const email of SPELLINGS)
        await owner.call('POST', `/api/organizations/${id}/invitations`, { email, role: 'member' });
    await name([]);
    expect(intoBox()).toBe(6);

    // The same again, an hour later and by others.
    service.clock.advance(3_600);
    await name([await service.guest(), await signedIn(service), await newOrganization(service)]);
    expect(intoBox()).toBe(6);
  },
);
