import * as z from 'zod';
import { quota } from '../billing/billing.ts';
import type { Operation } from '../operation.ts';

/** A document is the same for everybody and changes with a deployment. */
const document = {
  area: 'discovery',
  method: 'GET',
  auth: 'none',
  status: 200,
  conditional: true,
  keptSec: 300,
  // Long, and to an agent its tools say the same.
  toolset: false,
  errors: [],
} as const;

/** Kept nowhere between: file and checksum would not fit each other for a while after a deployment. */
const { keptSec: _kept, ...unkept } = document;

const markdown = { contentType: 'text/markdown; charset=utf-8' } as const;
const text = { contentType: 'text/plain; charset=utf-8' } as const;

const words = z.array(z.string());

const skill = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: words,
  operations: words.meta({ description: 'By their `operationId` in the OpenAPI document.' }),
});

const connection = z.strictObject({
  url: z.url(),
  protocolBinding: z.string(),
  protocolVersion: z.string(),
});

/** SPEC.md "Discovery", and what A2A 1.0 requires of a card. */
const agentCard = {
  json: z.strictObject({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    provider: z.strictObject({ organization: z.string(), url: z.url() }),
    protocol: z.enum(['mcp', 'http']).meta({ description: 'Of the first interface.' }),
    interfaces: z.array(
      z.strictObject({ type: z.enum(['mcp', 'http']), url: z.url(), description: z.string() }),
    ),
    supportedInterfaces: z.array(connection),
    capabilities: z.strictObject({
      streaming: z.boolean(),
      pushNotifications: z.boolean(),
      extendedAgentCard: z.boolean(),
    }),
    defaultInputModes: words,
    defaultOutputModes: words,
    skills: z.array(skill),
    documentationUrl: z.url(),
  }),
};

const property = z.strictObject({ type: z.string(), url: z.url(), mediaType: z.string().optional() });

/** APIs.json 0.19. */
const apis = {
  json: z.strictObject({
    aid: z.string(),
    name: z.string(),
    description: z.string(),
    url: z.url(),
    created: z.iso.date(),
    modified: z.iso.date(),
    specificationVersion: z.literal('0.19'),
    tags: words,
    apis: z.array(
      z.strictObject({
        aid: z.string(),
        name: z.string(),
        description: z.string(),
        humanURL: z.url(),
        baseURL: z.url(),
        tags: words,
        properties: z.array(property),
      }),
    ),
    maintainers: z.array(z.strictObject({ FN: z.string(), url: z.url() })),
  }),
};

const price = z.strictObject({ price_usd: z.number(), amount: z.string() });
const method = z.string();

const paymentManifest = z.strictObject({
  version: z.literal(1),
  x402Version: z.literal(1),
  resources: z.array(z.url()).meta({
    description:
      'What may answer 402 and has no id in its path: by POST, depending on who calls and what is sent.',
  }),
  operations: z
    .array(z.strictObject({ method, path: z.string(), skus: words }))
    .meta({ description: 'All that takes a payment; `:name` in a path stands for an id, a key or a name.' }),
  mode: z.enum(['live', 'dev']),
  homolog: z.boolean(),
  network: z.enum(['base', 'base-sepolia']),
  chain_id: z.int(),
  asset: z.literal('USDC'),
  asset_address: z.string(),
  pay_to: z.string().nullable(),
  facilitator: z.string(),
  prices: z.record(z.string(), price),
  gratis: words,
  instructions: z.string(),
});

/** SPEC.md "Discovery": documents by which people and programs find out what this is and how it is used. */
export const documentOperations = {
  getIndex: {
    ...document,
    path: '/api/',
    summary: 'The index of the API: documents, conventions, credentials, quota and every endpoint.',
    output: {
      json: z.looseObject({
        name: z.string(),
        description: z.string(),
        build: z.string(),
        base_url: z.string(),
        docs: z.record(z.string(), z.string().nullable()),
        conventions: z.record(z.string(), z.string()),
        auth: z.record(z.string(), z.string()),
        endpoints: z.array(z.looseObject({ method: z.string(), path: z.string() })),
        quota,
        mcp: z.string().nullable(),
        mcp_tools: words,
        quickstart: words,
        sponsors: z
          .array(z.strictObject({ name: z.string(), url: z.url(), text: z.string() }))
          .optional()
          .meta({ description: 'Who pays to be named here; absent if nobody does.' }),
      }),
    },
  },
  getOpenApi: {
    ...document,
    path: '/openapi.json',
    summary: 'The OpenAPI 3.1.0 description of this API.',
    output: { json: z.looseObject({ openapi: z.literal('3.1.0') }) },
  },
  getLlmsText: {
    ...document,
    path: '/llms.txt',
    summary: 'What this is and where to find the rest, for language models (llms.txt).',
    output: text,
  },
  getLlmsFullText: {
    ...document,
    path: '/llms-full.txt',
    summary: 'The same with everything it links to, in one text.',
    output: text,
  },
  getAgentCard: {
    ...document,
    path: '/agent.json',
    summary: 'The agent card: who this is, how to reach it and what it can do.',
    output: agentCard,
  },
  getWellKnownCard: {
    ...document,
    path: '/.well-known/agent-card.json',
    summary: 'The agent card, where A2A looks for it.',
    output: agentCard,
  },
  getApis: { ...document, path: '/apis.json', summary: 'The APIs.json 0.19 document.', output: apis },
  getWellKnownApis: {
    ...document,
    path: '/.well-known/apis.json',
    summary: 'The APIs.json 0.19 document, at its well-known address.',
    output: apis,
  },
  getApiCatalog: {
    ...document,
    path: '/.well-known/api-catalog',
    summary: 'The API catalog (RFC 9727): a linkset of what describes the API.',
    output: {
      contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    },
  },
  getSecurityText: {
    ...document,
    path: '/.well-known/security.txt',
    onlyWith: 'securityContact',
    summary: 'Where vulnerabilities are reported (RFC 9116); 404 if not set.',
    output: text,
    errors: ['not_found'],
  },
  getPaymentManifest: {
    ...document,
    path: '/.well-known/x402',
    summary: 'What may cost something, and how it is paid (x402).',
    output: { json: paymentManifest },
  },
  getRegistryKey: {
    ...document,
    path: '/.well-known/mcp-registry-auth',
    onlyWith: 'registryKey',
    summary: 'The key by which the MCP registry knows whose domain this is; 404 where none is set.',
    output: text,
    errors: ['not_found'],
  },
  getCommand: {
    ...unkept,
    path: '/rollcall.sh',
    summary: 'The command `rollcall`, one file of POSIX sh: `rollcall run NAME -- COMMAND` monitors a job.',
    output: text,
  },
  getCommandChecksum: {
    ...unkept,
    path: '/rollcall.sh.sha256',
    summary: 'The SHA-256 of `/rollcall.sh`, as `sha256sum -c` reads it.',
    output: text,
  },
  getPowershellCommand: {
    ...unkept,
    path: '/rollcall.ps1',
    summary:
      'The command `rollcall` for PowerShell 5.1 and 7 on Windows: `rollcall.ps1 run NAME -- COMMAND`.',
    output: text,
  },
  getPowershellCommandChecksum: {
    ...unkept,
    path: '/rollcall.ps1.sha256',
    summary: 'The SHA-256 of `/rollcall.ps1`, as `sha256sum -c` reads it.',
    output: text,
  },
  getKnowledgeIndex: {
    ...document,
    path: '/okf/index.md',
    summary: 'The index of the knowledge bundle (Open Knowledge Format 0.1).',
    output: markdown,
  },
  getKnowledgeAbout: {
    ...document,
    path: '/okf/sobre.md',
    summary: 'What the service does, what it promises and what it does not.',
    output: markdown,
  },
  getKnowledgeApi: {
    ...document,
    path: '/okf/api.md',
    summary: 'How to call the API, and all its operations.',
    output: markdown,
  },
  getKnowledgeQuestions: {
    ...document,
    path: '/okf/faq.md',
    summary: 'Questions and answers.',
    output: markdown,
  },
} as const satisfies Record<string, Operation>;

export type AgentCardView = z.input<typeof agentCard.json>;
export type ApisView = z.input<typeof apis.json>;
export type PaymentManifestView = z.input<typeof paymentManifest>;
