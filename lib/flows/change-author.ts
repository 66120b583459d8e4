import type { Author, Doer } from '../domain/monitors/settings/settings-change.ts';
import type { Ctx } from '../runtime/context.ts';

/** The caller as the change log names it; at this moment, so that changes decided anew stand in the order of writing. */
export function authorOf({ caller, clock }: Pick<Ctx<'owner'>, 'caller' | 'clock'>): Author {
  return { ...doerOf(caller), at: clock.now() };
}

/** By what a caller acts, and, for an organization by a session, who of its members. */
export function doerOf(caller: Ctx<'owner'>['caller']): Doer {
  return { by: caller.by, ...('member' in caller && { member: caller.member.id }) };
}
