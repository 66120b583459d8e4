import type * as z from 'zod';
import { needsOf } from '../../areas/areas.ts';
import { catalogue } from '../catalogue.ts';
import {
  CREDENTIALS,
  isOpenToSites,
  kindsFor,
  type CredentialKind,
  type CredentialKinds,
} from '../credentials.ts';
import type { Json } from '../json-schema.ts';
import { hintsOf, type Declared, type Method, type Operation } from '../operation.ts';
import { IDEMPOTENCY_KEY, takesKey } from '../repeats.ts';
import { ROTATION_KEY_RULE } from '../monitors/rotation.ts';
import { argumentSchema } from './tool-schema.ts';
import { ALL_TOOLSETS, holdsToolset } from './toolsets.ts';

/** A tool as `tools/list` shows it. */
export interface Tool {
  /** Of the operation, as in the OpenAPI document. */
  name: string;
  title: string;
  description: string;
  inputSchema: Json & { type: 'object'; properties: Record<string, Json>; required?: string[] };
  /** Those that are not as the protocol takes them for granted. */
  annotations: Record<string, boolean>;
}

/** Where an argument stands in the HTTP call: `text` is the body itself, the last two are headers. */
export type ArgumentPlace = 'path' | 'query' | 'body' | 'text' | 'key' | 'guest';

/** The HTTP call that a tool is. */
export interface ToolCall {
  method: Method;
  path: string;
  /** At the origin of jobs. */
  isIngest: boolean;
  places: Readonly<Record<string, ArgumentPlace>>;
  /** The content type of the body; absent without one. */
  sends?: string;
}

/** A tool with the group it stands in and what it does. */
export interface BuiltTool {
  toolset: string;
  /** Of an operation that a deployment without public pages does not answer. */
  forStrangers?: true;
  tool: Tool;
  call: ToolCall;
}

/** The tools of a group, or of all, in the order of the catalogue. */
export function toolsOf(toolset: string = ALL_TOOLSETS, declared: Declared = catalogue): Tool[] {
  const asked = new Set([toolset]);
  return builtTools(declared)
    .filter((built) => holdsToolset(asked, built.toolset))
    .map(({ tool }) => tool);
}

/** Every tool: every operation that an agent can use. Throws where two arguments of one would have the same name. */
export function builtTools(declared: Declared = catalogue): BuiltTool[] {
  const said = new Set<string>();
  return Object.entries(declared)
    .filter(([, operation]) => isTool(operation))
    .map(([name, operation]) => {
      const toolset = toolsetOf(operation);
      const taken = argumentsOf(name, operation);
      const tool = toolOf(name, operation, taken);
      const { forStrangers } = operation;
      return {
        toolset,
        ...(forStrangers && { forStrangers }),
        tool: saidOnce(toolset, tool, said),
        call: callOf(operation, taken),
      };
    });
}

/** Without the descriptions that an earlier tool of its group has for the same argument; every agent sees whole groups. */
function saidOnce(toolset: string, tool: Tool, said: Set<string>): Tool {
  const properties = Object.entries(tool.inputSchema.properties).map(([name, { description, ...rest }]) => {
    const words = [toolset, name, description].join(' ');
    const isNew = description !== undefined && !said.has(words);
    said.add(words);
    return [name, isNew ? { ...rest, description } : rest] as const;
  });
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) } };
}

export function toolsetOf({ toolset, tag, area }: Operation): string {
  return toolset || (tag ?? area);
}

/** What any program may call by a header, and answers JSON or plain text. Nothing that only a browser's cookie opens. */
function isTool(operation: Operation): boolean {
  const { toolset, output, body } = operation;
  const isRead = 'json' in output || ('contentType' in output && /^text\/plain\b/.test(output.contentType));
  const isSent = !body || 'json' in body || 'text' in body;
  return toolset !== false && isRead && isSent && isOpenToSites(operation);
}

interface Argument {
  place: ArgumentPlace;
  schema: Json;
  isRequired: boolean;
}

/** Arguments that mean the same everywhere: the instructions of the MCP server (lib/render/agents) say it, once. */
const TOLD_AT_FIRST = new Set(['dry_run', 'cursor']);

/** A credential is sent in a header of the connection. */
function isCredential(name: string): boolean {
  const places = Object.values<CredentialKind>(CREDENTIALS).flatMap((kind) => kind.places);
  return places.some((place) => place.in === 'query' && place.name === name);
}

function undescribed(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'description'));
}

function argumentsOf(tool: string, operation: Operation): Map<string, Argument> {
  const { params, query, body } = operation;
  const taken = new Map<string, Argument>();
  const take = (name: string, argument: Argument) => {
    if (taken.has(name)) throw new Error(`The tool ${tool} has two arguments ${name}.`);
    taken.set(name, argument);
  };
  const takeAll = (place: ArgumentPlace, schema: z.ZodObject | undefined) => {
    for (const [name, part] of Object.entries(schema?.shape ?? {})) {
      if (place === 'query' && isCredential(name)) continue;
      const isRequired = place === 'path' || !(part as z.ZodType).safeParse(undefined).success;
      const schema = argumentSchema(part as z.ZodType);
      take(name, { place, schema: TOLD_AT_FIRST.has(name) ? undescribed(schema) : schema, isRequired });
    }
  };
  takeAll('path', params);
  if (body && 'json' in body) takeAll('body', body.json);
  if (body && 'text' in body) take('text', { place: 'text', schema: { type: 'string' }, isRequired: true });
  takeAll('query', query);
  const rotates = operation.headers?.includes(IDEMPOTENCY_KEY);
  if (takesKey(operation) || rotates)
    take('idempotency_key', { ...text(rotates ? ROTATION_KEY_RULE : undefined), place: 'key' });
  if (takesGuestToken(operation)) take('guest_token', { ...text(), place: 'guest' });
  return taken;
}

function text(description?: string): Omit<Argument, 'place'> {
  return { schema: { type: 'string', ...(description && { description }) }, isRequired: false };
}

/** Who has just become a guest cannot change the headers that its client sends. */
function takesGuestToken({ auth }: Operation, kinds: CredentialKinds = CREDENTIALS): boolean {
  const places = kindsFor(auth, kinds).flatMap((kind) => kind.places);
  return places.some((place) => place.in === 'header' && place.name === 'X-Guest-Token');
}

function toolOf(name: string, operation: Operation, taken: ReadonlyMap<string, Argument>): Tool {
  const properties = Object.fromEntries([...taken].map(([each, { schema }]) => [each, schema]));
  const required = [...taken].filter(([, { isRequired }]) => isRequired).map(([each]) => each);
  return {
    name,
    title: titleOf(name),
    description: [operation.summary, ...Object.values(operation.rules ?? {})].join(' '),
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    annotations: annotationsOf(operation),
  };
}

/** `createMonitor` becomes `Create monitor`. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Clients take a tool for a destructive one that reaches others and must not be repeated, unless it says otherwise. */
function annotationsOf(operation: Operation): Record<string, boolean> {
  const { readOnly, destructive, idempotent, openWorld } = hintsOf(operation);
  return {
    ...(readOnly && { readOnlyHint: true }),
    ...(!readOnly && !destructive && { destructiveHint: false }),
    ...(!readOnly && idempotent && { idempotentHint: true }),
    ...(!openWorld && { openWorldHint: false }),
  };
}

function callOf(operation: Operation, taken: ReadonlyMap<string, Argument>): ToolCall {
  const { method, also, path, area, body } = operation;
  const isPost = also?.includes('POST') === true;
  return {
    // A signal: by GET it might be taken for a preview.
    method: isPost ? 'POST' : method,
    path,
    isIngest: needsOf(area).origin === 'ingest',
    places: Object.fromEntries([...taken].map(([name, { place }]) => [name, place])),
    ...(body && 'json' in body && { sends: 'application/json' }),
    ...(body && 'text' in body && { sends: body.text }),
  };
}
