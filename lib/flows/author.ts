import type { Author } from '../domain/monitor/settings-change.ts';
import type { Ctx } from '../runtime/context.ts';

/** The caller as the change log names it; at this moment, so that changes decided anew stand in the order of writing. */
export function authorOf({ caller, clock }: Pick<Ctx<'owner'>, 'caller' | 'clock'>): Author {
  return { by: caller.by, at: clock.now() };
}
