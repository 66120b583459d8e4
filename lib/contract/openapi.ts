import type * as z from 'zod';
import { needsOf } from '../areas/areas.ts';
import { CSRF_HEADER, ORGANIZATION_HEADER } from './cookies.ts';
import { actsForOthers, isForgeable } from './credentials.ts';
import { MEANINGS } from './error-meanings.ts';
import { STATUSES } from './errors.ts';
import { schemaOf, type Json } from './json-schema.ts';
import { FORM_TYPE, hintsOf, methodsOf, statusesOf, type Declared, type Method, type Operation, type Status } from './operation.ts'; // prettier-ignore
import { PRODUCT } from '../domain/product.ts';
import { openApiPath } from './path.ts';
import { takesPayment } from './billing/billing-note.ts';
import { paidHeaders, paymentParameters, paymentRequiredSchema } from './billing/paying-document.ts';
import { errorsOf } from './refusals.ts';
import { IDEMPOTENCY_KEY, KEY_FORM, KEY_RULE, takesKey } from './repeats.ts';
import { ROTATION_KEY_FORM, ROTATION_KEY_RULE } from './monitors/rotation.ts';
import { securityOf, securitySchemes } from './security.ts';

/** Of the deployment that is described. */
interface Described {
  build: string;
  baseUrl: string;
  ingestOrigin: string;
  contact?: { name: string; url: string };
  /** What a call costs, as `x-payment-info`; undefined where it costs nothing. */
  paymentInfo?: (charges: NonNullable<Operation['charges']>) => Json | undefined;
}

/** The OpenAPI 3.1.0 document of operations (SPEC.md "Versioning" 1). */
export function openApiDocument(declared: Declared, at: Described): Json & { openapi: '3.1.0' } {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(declared)) {
    const path = openApiPath(operation.path);
    const isAtIngest = needsOf(operation.area).origin === 'ingest';
    const item = (paths[path] ??= isAtIngest ? { servers: [{ url: at.ingestOrigin }] } : {});
    const payment = operation.charges && at.paymentInfo?.(operation.charges);
    for (const method of methodsOf(operation)) {
      const described = operationObject(name, operation, method);
      item[method.toLowerCase()] = payment ? { ...described, 'x-payment-info': payment } : described;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT.name,
      version: at.build,
      summary: PRODUCT.summary,
      description: PRODUCT.description,
      ...(at.contact && { contact: at.contact }),
      license: PRODUCT.license,
    },
    servers: [{ url: at.baseUrl }],
    paths,
    components: {
      securitySchemes: securitySchemes(),
      schemas: { Error: errorSchema, PaymentRequired: paymentRequiredSchema },
    },
  };
}

function operationObject(name: string, operation: Operation, method: Method): Json {
  const parameters = [
    ...parametersOf('path', operation.params),
    ...parametersOf('query', operation.query),
    ...cookieParameters(operation),
    ...(takesKey(operation) ? [keyParameter] : []),
    ...(operation.headers?.includes(IDEMPOTENCY_KEY) ? [rotationKeyParameter] : []),
    ...(takesPayment(operation) ? paymentParameters : []),
    ...(isForgeable(operation) ? [csrfParameter] : []),
    ...(actsForOthers(operation.auth) ? [organizationParameter] : []),
  ];
  return {
    operationId:
      method === operation.method ? name : `${name}By${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    summary: operation.summary,
    ...(operation.rules && { description: Object.values(operation.rules).join(' ') }),
    tags: [operation.tag ?? operation.area],
    security: securityOf(operation.auth),
    parameters,
    ...(operation.body && {
      requestBody: { required: !operation.bodyOptional, content: requestContent(operation) },
    }),
    responses: responsesOf(operation, method),
    'x-agent-hints': annotationsOf(operation),
  };
}

/** As an MCP tool annotates itself, for agents that read this document instead. */
function annotationsOf(operation: Operation): Json {
  const { readOnly, destructive, idempotent, openWorld } = hintsOf(operation);
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
}

function requestContent({ body }: Operation): Json {
  if (!body) return {};
  if ('raw' in body) return { '*/*': {} };
  if ('form' in body) return { [FORM_TYPE]: { schema: schemaOf(body.form, 'input') } };
  return 'text' in body
    ? { [body.text]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(body.json, 'input') } };
}

function responsesOf(operation: Operation, method: Method): Json {
  const success = statusesOf(operation).map((status) => [status, successOf(operation, status, method)]);
  return {
    ...Object.fromEntries(success),
    ...(operation.conditional && { 304: { description: 'The entity tag in If-None-Match still holds.' } }),
    ...refusalsOf(operation),
  };
}

function successOf(operation: Operation, status: Status, method: Method): Json {
  const isRedirect = status === 302 || status === 303;
  const headers = {
    ...(takesKey(operation) && { 'Idempotency-Replayed': replayedHeader }),
    ...(takesPayment(operation) && paidHeaders),
    ...ownHeaders(operation),
    ...(isRedirect && { Location: { description: 'Where to go on.', schema: { type: 'string' } } }),
    ...(operation.cookies?.sets && {
      'Set-Cookie': {
        description: `May set ${operation.cookies.sets.join(', ')}.`,
        schema: { type: 'string' },
      },
    }),
  };
  const isTaken = status === 202 && 'json' in operation.output;
  const isEmpty = isTaken || status === 204 || 'empty' in operation.output;
  const hasContent = method !== 'HEAD' && !isRedirect && !isEmpty;
  return {
    description: operation.summary,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(hasContent && { content: { ...replyContent(operation), ...otherContent(operation, method) } }),
  };
}

function ownHeaders({ answersWith = {} }: Operation): Json {
  const schema = { type: 'string' };
  return Object.fromEntries(
    Object.entries(answersWith).map(([name, description]) => [name, { description, schema }]),
  );
}

function replyContent({ output }: Operation): Json {
  if ('empty' in output) return {};
  if ('json' in output) return { 'application/json': { schema: schemaOf(output.json, 'output') } };
  return { [output.contentType]: output.binary ? {} : { schema: { type: 'string' } } };
}

/** What a browser, a link previewer or whoever prefers a page or text gets instead of the JSON. */
function otherContent(operation: Operation, method: Method): Json {
  const schema = { type: 'string' };
  const isPage = (operation.previewed || operation.alsoPage) && method === 'GET';
  return {
    ...(isPage && { 'text/html; charset=utf-8': { schema } }),
    ...(operation.alsoText && { 'text/plain; charset=utf-8': { schema } }),
    ...jsonContent(operation),
  };
}

function jsonContent({ alsoJson }: Operation): Json {
  return alsoJson ? { 'application/json': { schema: { type: 'object' } } } : {};
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => {
    const { description, ...rest } = schemaOf(part as z.ZodType, 'input');
    const required = place === 'path' || !(part as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required, ...(description !== undefined && { description }), schema: rest };
  });
}

function cookieParameters({ cookies }: Operation): Json[] {
  return (cookies?.reads ?? []).map((name) => ({
    name,
    in: 'cookie',
    required: false,
    schema: { type: 'string' },
  }));
}

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Makes the call safe to repeat for 24 hours: the same request is done once and gets the same answer. ${KEY_RULE}.`,
  schema: { type: 'string', pattern: KEY_FORM.source },
};

const organizationParameter = {
  name: ORGANIZATION_HEADER,
  in: 'header',
  required: false,
  description: 'With a session: the id of the organization to act for, of which you are a member.',
  schema: { type: 'string' },
};

const rotationKeyParameter = {
  ...keyParameter,
  description: `With it the call can be repeated for 24 hours with the old token, which opens nothing else, and gets the same new one. ${ROTATION_KEY_RULE}.`,
  schema: { type: 'string', pattern: ROTATION_KEY_FORM.source },
};

const csrfParameter = {
  name: CSRF_HEADER,
  in: 'header',
  required: false,
  description:
    'The token of GET /api/auth/bootstrap: needed if a cookie is the credential, with the Origin of this service.',
  schema: { type: 'string' },
};

const replayedHeader = {
  description: '`true` when this is the answer of an earlier call with the same Idempotency-Key.',
  schema: { type: 'string', const: 'true' },
};

/** One response per status, naming the codes it can carry. */
function refusalsOf(operation: Operation): Json {
  const byStatus: Record<number, string[]> = {};
  for (const code of errorsOf(operation))
    (byStatus[STATUSES[code]] ??= []).push(`\`${code}\`: ${MEANINGS[code]}`);
  const inKind = operation.refusesInKind && 'contentType' in operation.output;
  const contentOf = (status: string) => {
    const name = status === '402' ? 'PaymentRequired' : 'Error';
    return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
  };
  return {
    ...Object.fromEntries(
      Object.entries(byStatus).map(([status, lines]) => [
        status,
        {
          description: lines.join(' '),
          content: inKind ? { ...replyContent(operation), ...jsonContent(operation) } : contentOf(status),
        },
      ]),
    ),
    ...ownRefusalsOf(operation),
  };
}

function ownRefusalsOf({ refusals }: Operation): Json {
  if (!refusals) return {};
  const content = { 'application/json': { schema: schemaOf(refusals.json, 'output') } };
  const described = { description: "A refusal in the protocol's form.", content };
  return Object.fromEntries(refusals.statuses.map((status) => [status, described]));
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: Object.keys(STATUSES) },
    detail: {
      type: 'string',
      description: 'One plain sentence that names the field, the rule and the value.',
    },
  },
};
