import { catalogue } from '../../lib/contract/catalogue.ts';
import { openApiDocument } from '../../lib/contract/openapi.ts';
import { told } from '../../lib/runtime/config.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getOpenApi: Handle<typeof catalogue.getOpenApi> = async (ctx) =>
  openApiDocument(catalogue, {
    build: told(ctx.config.build, 'its build'),
    baseUrl: ctx.origins.base,
    ingestOrigin: ctx.origins.ingest,
  });
