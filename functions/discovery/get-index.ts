import { catalogue } from '../../lib/contract/catalogue.ts';
import { AUTH_LABEL, waysOf } from '../../lib/contract/credentials.ts';
import { OFFERED } from '../../lib/contract/offered.built.ts';
import type { Operation } from '../../lib/contract/operation.ts';
import { ALL_TOOLSETS } from '../../lib/contract/toolsets.ts';
import { quotaView } from '../../lib/render/billing/pricing-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { told, type Urls } from '../../lib/runtime/config.ts';
import { offerOf } from '../../lib/runtime/terms.ts';

/** SPEC.md `GET /api/`: the endpoints come from the catalogue, so the index cannot leave one out. */
export const getIndex: Handle<typeof catalogue.getIndex> = async (ctx) => ({
  name: 'Rollcall',
  description:
    'A dead-man switch for cron jobs and webhooks: every job answers the roll call, and you hear about the one that does not.',
  build: told(ctx.config.build, 'its build'),
  base_url: ctx.origins.base,
  docs: {
    openapi: `${ctx.origins.base}/openapi.json`,
    mcp: `${ctx.origins.base}/mcp`,
    pricing: `${ctx.origins.base}/api/pricing`,
    billing: `${ctx.origins.base}/api/billing`,
  },
  conventions: {
    errors:
      'Failures are 4xx or 5xx with { error, detail? }; error is one of the codes in the OpenAPI document.',
    cors: 'Access-Control-Allow-Origin: * on the API.',
    x402: 'A call past the free allowance answers 402 with accepts[] (x402 version 1, scheme exact, USDC): have a wallet sign one of them and repeat the same call with X-PAYMENT. After 503 pagamento_em_confirmacao repeat it with the same X-PAYMENT and sign no other. X-PAYMENT-RESPONSE is the receipt; GET /api/purchases lists what was paid for. X-Credito, the token of a prepaid credit (POST /api/credit), pays without a wallet.',
    parity: 'Whatever a person can do here, an agent can do with the same operation.',
  },
  auth: {
    [AUTH_LABEL.owner]: waysOf('owner'),
    [AUTH_LABEL.hook]: waysOf('hook'),
    [AUTH_LABEL.credit]: waysOf('credit'),
    [AUTH_LABEL.none]: 'No credential. Of /in/* the id in the path is the secret.',
  },
  endpoints: Object.entries(catalogue).map(([name, operation]) => entryOf(name, operation, ctx.origins)),
  quota: quotaView(offerOf(ctx)),
  mcp: `${ctx.origins.base}/mcp?tools=${ALL_TOOLSETS}`,
  mcp_tools: OFFERED.map(({ tool }) => tool.name),
  quickstart: quickstart(ctx.origins, told(ctx.config.guests, 'whether guests are made').areMade),
});

function entryOf(name: string, operation: Operation, origins: Urls) {
  const origin = operation.area === 'ingest' ? origins.ingest : origins.base;
  return {
    name,
    method: operation.method,
    ...(operation.also && { also: operation.also }),
    path: operation.path,
    auth: AUTH_LABEL[operation.auth],
    url: origin + operation.path,
    returns: operation.summary,
  };
}

/** Begins with how to become an owner: as a guest, or by a key of the account page where no guest is made. */
function quickstart(origins: Urls, hasGuests: boolean): string[] {
  const [first, credential] = hasGuests
    ? [`curl -X POST ${origins.base}/api/guest`, 'X-Guest-Token: <GUEST_TOKEN>']
    : [`Sign in at ${origins.base}/account and create an API key there.`, 'X-Api-Key: <API_KEY>'];
  return [
    first,
    `curl -X POST ${origins.base}/api/endpoints -H '${credential}' -H 'Content-Type: application/json' -d '{"name":"nightly backup","interval_sec":86400}'`,
    `curl -fsS -m 10 --retry 5 -o /dev/null ${origins.ingest}/in/<MONITOR_ID>`,
  ];
}
