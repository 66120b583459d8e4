import type { catalogue } from '../../lib/contract/catalogue.ts';
import { ingestUrlOf } from '../../lib/contract/monitor-view.ts';
import { templatesFor } from '../../lib/domain/alert/templates.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getTemplates: Handle<typeof catalogue.getTemplates> = async (ctx) => ({
  origin: ctx.origins.ingest,
  templates: templatesFor({ ingestUrl: ingestUrlOf(ctx.origins.ingest, '<MONITOR_ID>'), monitor: null }),
});
