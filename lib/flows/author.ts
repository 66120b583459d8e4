import type { Author } from '../domain/monitor/settings-change.ts';
import type { Ctx } from '../runtime/context.ts';

/** The caller as the change log names it. */
export function authorOf({ caller, now }: Pick<Ctx<'owner'>, 'caller' | 'now'>): Author {
  return { by: caller.by, at: now };
}
