import { ROLES } from '../../lib/domain/accounts/organization.ts';
import { randomOf, type Random } from '../support/faults/fault-random.ts';
import type { Reply, TestService } from '../support/service/service.ts';
import { signedIn, type SignedIn } from '../support/accounts/session.ts';
import { getOwner, type Account } from '../../lib/data/owners.ts';
import { isLive, stopKeysOf, told, type OrganizationModel } from './people-model.ts';

const PEOPLE = 4;
const ORGANIZATIONS = 2;
const PATH = '/api/organizations';

/** Four people, two organizations, and what the model knows of them. */
export class PeopleLife {
  readonly broken: string[] = [];
  readonly statuses = new Map<string, number>();
  private readonly random: Random;
  private people: SignedIn[] = [];
  private organizations: OrganizationModel[] = [];
  private readonly own = new Map<string, number>();
  private readonly service: TestService;

  constructor(service: TestService, seed: number) {
    this.service = service;
    this.random = randomOf(seed);
  }

  async begin(): Promise<void> {
    for (let at = 0; at < PEOPLE; at++) this.people.push(await this.person());
    for (let at = 0; at < ORGANIZATIONS; at++) {
      const who = this.people[at] as SignedIn;
      const { id } = (await who.call('POST', PATH, { name: `team ${at}` })).json['organization'];
      const members = new Map([[who.account.id, 'owner' as const]]);
      this.organizations.push({ id, enabled: true, members, invitations: new Map(), monitors: 0, keys: [] });
    }
  }

  private async person(): Promise<SignedIn> {
    const who = await signedIn(this.service, { proof: { mfa: true } });
    this.own.set(who.account.id, 0);
    return who;
  }

  private see(what: string, reply: Reply, status: number): boolean {
    const name = `${what} ${reply.status}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    if (reply.status !== status)
      this.broken.push(`${what}: ${status} was due, ${reply.status} ${reply.text}`);
    return reply.status < 300;
  }

  /** One act of chance; its answer must be the model's. */
  async act(): Promise<void> {
    const { random } = this;
    const one = random.pick(this.organizations);
    const [by, whom] = [this.mostly(one.members), this.mostly(random.chance(0.5) ? one.members : new Map())];
    const role = random.pick(ROLES);
    const path = `${PATH}/${one.id}`;
    const [byId, whomId] = [by.account.id, whom.account.id];
    const acts: [number, () => Promise<void>][] = [
      [
        4,
        async () => {
          const reply = await by.call('POST', `${path}/invitations`, { email: whom.account.email, role });
          this.see('invite', reply, told.invite(one, byId, whomId, role));
        },
      ],
      [1, () => this.withdraw(one, by, whom)],
      [
        4,
        async () => {
          const who = this.mostly(one.invitations);
          this.see('join', await who.call('POST', `${path}/join`, {}), told.join(one, who.account.id));
        },
      ],
      [
        3,
        async () => {
          const reply = await by.call('PATCH', `${path}/members/${whomId}`, { role });
          this.see('change', reply, told.change(one, byId, whomId, role));
        },
      ],
      [
        2,
        async () => {
          const reply = await by.call('DELETE', `${path}/members/${whomId}`);
          this.see('remove', reply, told.remove(one, byId, whomId));
        },
      ],
      [
        1,
        async () => {
          const enabled = random.chance(0.7);
          this.see('turn', await by.call('PATCH', path, { enabled }), told.turn(one, byId, enabled));
        },
      ],
      [
        1,
        async () => {
          const who = this.mostly(one.invitations);
          const reply = await who.call('POST', `${path}/decline`, {});
          this.see('decline', reply, told.decline(one, who.account.id));
        },
      ],
      [2, () => this.monitor(one, by)],
      [3, () => this.key(one, by)],
      [3, () => this.callWithKeys(one)],
      [1, () => this.claim(by)],
      [1, () => this.endSessions(by)],
      [1, () => this.deleteAccount(by)],
    ];
    await random.pick(acts.flatMap(([weight, run]) => Array.from({ length: weight }, () => run)))();
  }

  /** Most often one of these, else anybody. */
  private mostly(of: ReadonlyMap<string, unknown>): SignedIn {
    const some = this.people.filter(({ account }) => of.has(account.id));
    return this.random.pick(some.length > 0 && this.random.chance(0.8) ? some : this.people);
  }

  private async withdraw(one: OrganizationModel, by: SignedIn, whom: SignedIn): Promise<void> {
    const manager = this.people.find((each) =>
      ['owner', 'admin'].includes(one.members.get(each.account.id) ?? ''),
    );
    const shown = manager && (await manager.call('GET', `${PATH}/${one.id}`)).json['organization'];
    const id = shown?.invitations.find(({ email }: { email: string }) => email === whom.account.email)?.id;
    const reply = await by.call('DELETE', `${PATH}/${one.id}/invitations/${id ?? '0'.repeat(32)}`);
    this.see('withdraw', reply, told.withdraw(one, by.account.id, whom.account.id));
  }

  private async monitor(one: OrganizationModel, by: SignedIn): Promise<void> {
    const reply = await as(by, one, 'POST', { name: 'nightly', interval_sec: 300 });
    const status = told.act(one, by.account.id);
    if (this.see('monitor', reply, status === 200 ? 201 : status)) one.monitors += 1;
  }

  private async key(one: OrganizationModel, by: SignedIn): Promise<void> {
    const body = { name: 'ci', organizationId: one.id };
    const reply = await by.call('POST', '/api/account/keys/create', body);
    if (!this.see('key', reply, told.makeKey(one, by.account.id))) return;
    const { key, secret } = reply.json as { key: { id: string }; secret: string };
    one.keys.push({ id: key.id, secret, maker: by.account.id, isStopped: false });
  }

  private async callWithKeys(one: OrganizationModel): Promise<void> {
    for (const key of one.keys.slice(-4)) {
      const reply = await this.service.call('GET', '/api/endpoints', {
        headers: { 'x-api-key': key.secret },
      });
      this.see('call', reply, isLive(one, key) ? 200 : 401);
    }
  }

  private async claim(by: SignedIn): Promise<void> {
    const guest = await this.service.guest();
    await guest.createMonitor();
    this.see('claim', await by.call('POST', '/api/auth/claim', { guest_token: guest.token }), 200);
    this.own.set(by.account.id, (this.own.get(by.account.id) ?? 0) + 1);
  }

  private async endSessions(by: SignedIn): Promise<void> {
    this.see('end', await by.call('POST', '/api/account/sessions/end', {}), 200);
    for (const one of this.organizations) stopKeysOf(one, by.account.id);
    const account = await this.accountNow(by);
    this.people = [
      ...this.people.filter((each) => each !== by),
      await signedIn(this.service, { account, proof: { mfa: true } }),
    ];
  }

  private async deleteAccount(by: SignedIn): Promise<void> {
    const reply = await by.call('POST', '/api/account/delete', { confirm: by.account.email });
    if (!this.see('delete', reply, told.delete(this.organizations, by.account.id))) return;
    this.see('gone', await by.call('GET', PATH), 401);
    this.people = [...this.people.filter((each) => each !== by), await this.person()];
  }

  private async accountNow({ account }: SignedIn): Promise<Account> {
    const now = await getOwner(this.service.core.table, account.id);
    if (now?.kind !== 'account') throw new Error('An account is gone.');
    return now;
  }

  /** Compares all that can be read with the model. */
  async compare(): Promise<void> {
    for (const one of this.organizations) await this.compareOne(one);
    for (const who of this.people) {
      const { json } = await who.call('GET', PATH);
      const listed = json['organizations'].map(
        ({ id, role }: { id: string; role: string }) => `${id} ${role}`,
      );
      const due = this.organizations.flatMap(({ id, members }) => {
        const role = members.get(who.account.id);
        return role ? [`${id} ${role}`] : [];
      });
      this.equal('organizations', listed.toSorted(), due.toSorted());
      const { endpoints } = (await who.call('GET', '/api/endpoints')).json;
      this.equal('own monitors', endpoints.length, this.own.get(who.account.id));
    }
  }

  private async compareOne(one: OrganizationModel): Promise<void> {
    const [first] = this.people.filter(({ account }) => one.members.has(account.id));
    if (!first) return void this.broken.push('an organization has no member');
    const shown = (await first.call('GET', `${PATH}/${one.id}`)).json['organization'];
    const members = shown.members.map(({ id, role }: { id: string; role: string }) => `${id} ${role}`);
    this.equal('members', members.toSorted(), [...one.members].map((each) => each.join(' ')).toSorted());
    if (![...one.members.values()].includes('owner')) this.broken.push('an organization has no owner');
    const seen = await as(first, one, 'GET');
    if (this.see('act', seen, told.act(one, first.account.id)))
      this.equal('monitors', seen.json['endpoints'].length, one.monitors);
  }

  private equal(what: string, seen: unknown, due: unknown): void {
    if (JSON.stringify(seen) === JSON.stringify(due)) return;
    this.broken.push(`${what}: ${JSON.stringify(due)} was due, ${JSON.stringify(seen)} is`);
  }
}

function as(who: SignedIn, { id }: OrganizationModel, method: string, body?: unknown): Promise<Reply> {
  return who.call(method, '/api/endpoints', body, { headers: { 'x-organization': id } });
}
