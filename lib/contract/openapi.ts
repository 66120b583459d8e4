import * as z from 'zod';
import { operations } from './catalogue.ts';
import { ERRORS } from './errors.ts';
import { openApiPath } from './path.ts';
import { methodsOf, type Method, type Operation } from './operation.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1.0 document, derived from the catalogue (SPEC.md "Versioning" 1). */
export function openApiDocument(at: {
  build: string;
  baseUrl: string;
  ingestOrigin: string;
}): Json & { openapi: '3.1.0' } {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of operations) {
    const path = openApiPath(operation.path);
    const item = (paths[path] ??= operation.area === 'ingest' ? { servers: [{ url: at.ingestOrigin }] } : {});
    for (const method of methodsOf(operation))
      item[method.toLowerCase()] = operationObject(name, operation, method);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rollcall',
      version: at.build,
      summary: 'A dead-man switch for cron jobs and webhooks.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: at.baseUrl }],
    paths,
    components: { securitySchemes, schemas: { Error: errorSchema } },
  };
}

function operationObject(name: string, operation: Operation, method: Method): Json {
  return {
    operationId:
      method === operation.method ? name : `${name}By${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    summary: operation.summary,
    tags: [operation.area],
    security: SECURITY[operation.auth],
    parameters: [...parametersOf('path', operation.params), ...parametersOf('query', operation.query)],
    ...(operation.body && { requestBody: { required: true, content: requestContent(operation) } }),
    responses: {
      [operation.status]: {
        description: operation.summary,
        ...(method !== 'HEAD' && {
          content: { ...replyContent(operation), ...pageContent(operation, method) },
        }),
      },
      ...(operation.conditional && { 304: { description: 'The entity tag in If-None-Match still holds.' } }),
      ...refusalsOf(operation),
    },
  };
}

function requestContent(operation: Operation): Json {
  if (!operation.body) return {};
  return 'text' in operation.body
    ? { [operation.body.text]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(operation.body.json, 'input') } };
}

function replyContent(operation: Operation): Json {
  return 'json' in operation.output
    ? { 'application/json': { schema: schemaOf(operation.output.json, 'output') } }
    : { [operation.output.contentType]: { schema: { type: 'string' } } };
}

/** What a browser or a link previewer gets instead of the JSON. */
function pageContent(operation: Operation, method: Method): Json {
  return operation.previewed && method === 'GET'
    ? { 'text/html; charset=utf-8': { schema: { type: 'string' } } }
    : {};
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => {
    const { description, ...rest } = schemaOf(part as z.ZodType, 'input');
    const required = place === 'path' || !(part as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required, ...(description !== undefined && { description }), schema: rest };
  });
}

/** One response per status, naming the codes it can carry. */
function refusalsOf(operation: Operation): Json {
  const byStatus: Record<number, string[]> = {};
  for (const code of operation.errors)
    (byStatus[ERRORS[code].status] ??= []).push(`\`${code}\`: ${ERRORS[code].meaning}`);
  const content =
    operation.refusesInKind && 'contentType' in operation.output
      ? replyContent(operation)
      : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => [status, { description: lines.join(' '), content }]),
  );
}

/** Definitions are inlined: a document of one page is easier to read than one of references. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _,
    id: _id,
    $defs: definitions = {},
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Record<string, Json> };
  return inlined(json, definitions) as Json;
}

/** zod refers to what carries an id by a place that exists in its own document only. */
function inlined(value: unknown, definitions: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const [, name] = /^#\/\$defs\/(.+)$/.exec(String((value as Json)['$ref'])) ?? [];
  const { id: _id, ...definition } = definitions[name ?? ''] ?? {};
  const parts = Object.entries(name === undefined ? value : definition);
  return Object.fromEntries(parts.map(([key, part]) => [key, inlined(part, definitions)]));
}

const SECURITY = {
  none: [],
  guest: [{ guestHeader: [] }, { bearer: [] }],
  hook: [{ hookHeader: [] }, { hookQuery: [] }, { guestHeader: [] }, { bearer: [] }],
} as const;

const securitySchemes = {
  guestHeader: { type: 'apiKey', in: 'header', name: 'X-Guest-Token' },
  bearer: { type: 'http', scheme: 'bearer' },
  hookHeader: { type: 'apiKey', in: 'header', name: 'X-Hook-Token' },
  hookQuery: { type: 'apiKey', in: 'query', name: 'token' },
};

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: Object.keys(ERRORS) },
    detail: {
      type: 'string',
      description: 'One plain sentence that names the field, the rule and the value.',
    },
    accepts: { type: 'array', items: { type: 'object' }, description: 'Ways to pay (x402); on 402 only.' },
  },
};
