import type { Reply, TestService } from '../service/service.ts';
import { verbsBy, type Verbs } from '../service/verbs.ts';
import { signedIn, type SignedIn } from './session.ts';

/** An organization with an owner, and what tests do with it most. */
export interface TestOrganization extends Omit<Verbs, 'remove'> {
  id: string;
  owner: SignedIn;
  /** Has somebody invited by the owner and joined. */
  join(who: SignedIn, role: 'owner' | 'admin' | 'member'): Promise<void>;
  remove(who: SignedIn): Promise<Reply>;
  /** A call of a member for the organization; of the owner unless another is named. */
  call(method: string, path: string, body?: unknown, who?: SignedIn): Promise<Reply>;
}

export async function newOrganization(service: TestService, name = 'Night shift'): Promise<TestOrganization> {
  const owner = await signedIn(service);
  const made = await owner.call('POST', '/api/organizations', { name });
  const { id } = made.json['organization'];
  const path = `/api/organizations/${id}`;
  const call: TestOrganization['call'] = (method, to, body, who = owner) =>
    who.call(method, to, body, { headers: { 'x-organization': id } });
  return {
    ...verbsBy(call),
    id,
    owner,
    call,
    join: async (who, role) => {
      const invited = await owner.call('POST', `${path}/invitations`, { email: who.account.email, role });
      const joined = await who.call('POST', `${path}/join`, {});
      if (invited.status !== 201 || joined.status !== 200)
        throw new Error(`Nobody joined: ${invited.text} ${joined.text}`);
    },
    remove: (who) => owner.call('DELETE', `${path}/members/${who.account.id}`),
  };
}
