import { expect, it } from 'vitest';
import { getOwner, type Organization } from '../../lib/data/owners.ts';
import { randomOf } from '../support/faults/fault-random.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn, type SignedIn } from '../support/accounts/session.ts';
import { rounds } from '../support/thorough.ts';
import { PeopleLife } from './people-life.ts';

const service = shared(startTestService);

const ACTS = 80;

it(
  'people join, leave, change roles and keys in any order as the model says',
  { timeout: 3_600_000 },
  async () => {
    const statuses = new Map<string, number>();
    const lives = rounds(3, 60);
    for (let seed = 1; seed <= lives; seed++) {
      const life = new PeopleLife(service, seed);
      await life.begin();
      for (let at = 0; at < ACTS; at++) await life.act();
      await life.compare();
      expect([seed, life.broken]).toEqual([seed, []]);
      for (const [name, count] of life.statuses) statuses.set(name, (statuses.get(name) ?? 0) + count);
    }
    // What never occurs is never judged.
    const rare = [
      'change 409',
      'remove 409',
      'change 403',

      'invite 403',
      'key 403',
      'call 401',
      'call 200',
      'delete 200',
      'delete 409',
    ];
    expect(rare.filter((name) => !statuses.has(name))).toEqual([]);
  },
);

it(
  'owners who leave, remove and demote each other at once leave an owner',
  { timeout: 600_000 },
  async () => {
    for (let seed = 1; seed <= rounds(1, 60); seed++) {
      const random = randomOf(seed);
      const people = await Promise.all(Array.from({ length: 3 }, () => signedIn(service)));
      const path = await ownedByAll(people);
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => {
          const [by, whom] = [random.pick(people), random.pick(people)];
          const member = `${path}/members/${whom.account.id}`;
          return random.chance(0.5)
            ? by.call('DELETE', member)
            : by.call('PATCH', member, { role: 'member' });
        }),
      );

      for (const { status } of replies) expect([200, 403, 404, 409]).toContain(status);
      const roles = await Promise.all(people.map((who) => who.call('GET', '/api/organizations')));
      const own = roles.flatMap(({ json }) =>
        json['organizations'].map(({ role }: { role: string }) => role),
      );
      expect(own).toContain('owner');
      const { members } = (await getOwner(service.core.table, path.split('/').at(-1) ?? '')) as Organization;
      expect(Object.keys(members)).toHaveLength(own.length);
    }
  },
);

async function ownedByAll(people: SignedIn[]): Promise<string> {
  const [first, ...others] = people as [SignedIn, ...SignedIn[]];
  const { id } = (await first.call('POST', '/api/organizations', { name: 'team' })).json['organization'];
  const path = `/api/organizations/${id}`;
  for (const other of others) {
    await first.call('POST', `${path}/invitations`, { email: other.account.email, role: 'owner' });
    await other.call('POST', `${path}/join`, {});
  }
  return path;
}
