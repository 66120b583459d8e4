import type { Role } from '../../lib/domain/accounts/organization.ts';

/** An organization as the rules have it, written down a second time and apart from the service. */
export interface OrganizationModel {
  id: string;
  enabled: boolean;
  members: Map<string, Role>;
  /** By the invited account, and who invited it. */
  invitations: Map<string, { role: Role; by: string }>;
  monitors: number;
  keys: KeyModel[];
}

export interface KeyModel {
  id: string;
  secret: string;
  maker: string;
  isStopped: boolean;
}

const may = (role: Role | undefined, other: Role) =>
  role === 'owner' || (role === 'admin' && other !== 'owner');
const owners = ({ members }: OrganizationModel) => [...members.values()].filter((role) => role === 'owner');

export const isSoleOwner = (one: OrganizationModel, who: string) =>
  one.members.get(who) === 'owner' && owners(one).length === 1;

/** The statuses that calls must answer; those that work change the model. */
export const told = {
  invite(one: OrganizationModel, by: string, whom: string, role: Role): number {
    const own = one.members.get(by);
    if (!own) return 404;
    if (!may(own, role)) return 403;
    one.invitations.set(whom, { role, by });
    return 201;
  },
  withdraw(one: OrganizationModel, by: string, whom: string): number {
    const invitation = one.invitations.get(whom);
    if (!invitation || !one.members.has(by)) return 404;
    if (!may(one.members.get(by), invitation.role)) return 403;
    one.invitations.delete(whom);
    return 200;
  },
  join(one: OrganizationModel, who: string): number {
    const invitation = one.invitations.get(who);
    if (!one.members.has(who)) {
      if (!invitation || !may(one.members.get(invitation.by), invitation.role)) return 404;
      one.members.set(who, invitation.role);
    }
    one.invitations.delete(who);
    return 200;
  },
  decline(one: OrganizationModel, who: string): number {
    one.invitations.delete(who);
    return 200;
  },
  change(one: OrganizationModel, by: string, whom: string, role: Role): number {
    const [own, before] = [one.members.get(by), one.members.get(whom)];
    if (!own || !before) return 404;
    if (!may(own, before) || !may(own, role)) return 403;
    if (role !== before && isSoleOwner(one, whom)) return 409;
    one.members.set(whom, role);
    if (role === 'member') stopKeysOf(one, whom);
    return 200;
  },
  remove(one: OrganizationModel, by: string, whom: string): number {
    const [own, before] = [one.members.get(by), one.members.get(whom)];
    if (!own || !before) return 404;
    if (by !== whom && !may(own, before)) return 403;
    if (isSoleOwner(one, whom)) return 409;
    one.members.delete(whom);
    stopKeysOf(one, whom);
    return 200;
  },
  turn(one: OrganizationModel, by: string, enabled: boolean): number {
    const own = one.members.get(by);
    if (!own) return 404;
    if (own !== 'owner') return 403;
    one.enabled = enabled;
    return 200;
  },
  delete(all: readonly OrganizationModel[], who: string): number {
    if (all.some((one) => isSoleOwner(one, who))) return 409;
    for (const one of all) {
      one.members.delete(who);
      one.invitations.delete(who);
      stopKeysOf(one, who);
    }
    return 200;
  },
  act(one: OrganizationModel, by: string): number {
    if (!one.members.has(by)) return 404;
    return one.enabled ? 200 : 403;
  },
  makeKey(one: OrganizationModel, by: string): number {
    if (!one.enabled || !may(one.members.get(by), 'member')) return 403;
    return one.keys.filter((key) => isLive(one, key)).length >= 10 ? 409 : 201;
  },
};

export function stopKeysOf(one: OrganizationModel, maker: string): void {
  for (const key of one.keys) if (key.maker === maker) key.isStopped = true;
}

/** Whether a key opens the organization. */
export function isLive(one: OrganizationModel, { maker, isStopped }: KeyModel): boolean {
  return !isStopped && one.enabled && may(one.members.get(maker), 'member');
}
