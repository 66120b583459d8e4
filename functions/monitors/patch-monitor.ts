import type { catalogue } from '../../lib/contract/catalogue.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { patched } from './apply-patch.ts';
import { wantedOf } from './requested-settings.ts';

export const patchMonitor: Handle<typeof catalogue.patchMonitor> = (ctx, { params, body }) =>
  patched(ctx, params.id, () => wantedOf(body));
