import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { idOfUuid } from '../../../lib/domain/monitors/check-uuid.ts';
import { readCheck } from '../../../lib/domain/monitors/switch/healthchecks-check.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { importBrought } from './brought-import.ts';
import { sentChecks } from './sent-checks.ts';

export const importHealthchecks: Handle<typeof catalogue.importHealthchecks> = async (
  ctx,
  { query, body },
) => {
  const { checks, channels, pingKey } = await sentChecks(ctx, body);
  const beside = { now: ctx.now, channels, hasPingKey: pingKey !== undefined };
  return importBrought(ctx, query, {
    entries: checks.map((check) => ({ name: check.name ?? '', read: readCheck(check, beside) })),
    token: 'UUID',
    idOf: idOfUuid,
    shownAs: (uuid) => ({ uuid }),
    pingKey,
  });
};
