import type { catalogue } from '../../lib/contract/catalogue.ts';
import { ingestUrlOf } from '../../lib/render/monitors/monitor-view.ts';
import { templatesFor } from '../../lib/render/monitors/templates.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getTemplates: Handle<typeof catalogue.getTemplates> = async (ctx) => ({
  origin: ctx.origins.ingest,
  templates: templatesFor({
    base: ctx.origins.base,
    ingestUrl: ingestUrlOf(ctx.origins.ingest, '<MONITOR_ID>'),
    monitor: null,
  }),
});
