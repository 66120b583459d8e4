import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { idOfUuid } from '../../../lib/domain/monitors/check-uuid.ts';
import { readCheck } from '../../../lib/domain/monitors/switch/healthchecks-check.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { importBrought } from './brought-import.ts';

export const importHealthchecks: Handle<typeof catalogue.importHealthchecks> = (ctx, { query, body }) =>
  importBrought(ctx, query, {
    entries: body.checks.map((check) => ({ name: check.name ?? '', read: readCheck(check, ctx.now) })),
    token: 'UUID',
    idOf: idOfUuid,
    shownAs: (uuid) => ({ uuid }),
  });
