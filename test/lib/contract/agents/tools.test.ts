import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { catalogue, operations } from '../../../../lib/contract/catalogue.ts';
import { STATUSES, type ErrorCode } from '../../../../lib/contract/errors.ts';
import { fieldRules } from '../../../../lib/contract/field.ts';
import { hintsOf, type Declared, type Operation } from '../../../../lib/contract/operation.ts';
import { builtTools, toolsetOf, toolsOf, type BuiltTool } from '../../../../lib/contract/agents/tools.ts';
import { BESIDE_ALL, DEFAULT_TOOLSET, TOOLSETS } from '../../../../lib/contract/agents/toolsets.ts';

const built = builtTools();
const declared: Declared = catalogue;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const operationOf = ({ tool }: BuiltTool) => declared[tool.name] as Operation;

describe('the tools', () => {
  it('cost few tokens: those that are offered unasked, and all', () => {
    expect(bytesOf(toolsOf(DEFAULT_TOOLSET))).toBeLessThan(10_000);
    expect(bytesOf(toolsOf())).toBeLessThan(33_600);
  });

  it('have names that every client takes, each once', () => {
    const names = built.map(({ tool }) => tool.name);

    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
    expect(new Set(names).size).toBe(names.length);
  });

  it('stand in groups that are known, and every group has some', () => {
    expect(new Set(built.map(({ toolset }) => toolset))).toEqual(new Set(Object.keys(TOOLSETS)));
    for (const toolset of Object.keys(TOOLSETS)) expect(toolsOf(toolset)).not.toEqual([]);
    const inAll = Object.keys(TOOLSETS).filter((each) => !BESIDE_ALL.has(each));
    expect(inAll.flatMap((each) => toolsOf(each)).length).toBe(toolsOf().length);
  });

  it('are offered unasked where a monitoring agent needs them', () => {
    expect(toolsOf(DEFAULT_TOOLSET).map(({ name }) => name)).toEqual([
      'createGuest', 'listMonitors', 'createMonitor', 'getMonitor', 'listEvents', 'getEventBody', 'patchMonitor',
      'deleteMonitor', 'pauseByTag', 'listIncidents', 'getIncident', 'previewSchedule', 'listAlerts', 'resendAlert',
      'sendTestAlert',
    ]); // prettier-ignore
  });

  it('are every operation but those of sessions, pages, bytes, documents and /mcp itself, and those that say so', () => {
    const names = new Set(built.map(({ tool }) => tool.name));
    const others = operations.filter(([name]) => !names.has(name));
    const isRead = ({ output }: Operation) =>
      'json' in output || ('contentType' in output && output.contentType.startsWith('text/plain'));

    expect(built.every((each) => operationOf(each).auth !== 'session' && isRead(operationOf(each)))).toBe(
      true,
    );
    const unlike = others.filter(
      ([, { auth, area, cookies, keptSec, ...rest }]) =>
        auth !== 'session' &&
        keptSec === undefined &&
        area !== 'mcp' &&
        isRead(rest as Operation) &&
        !(cookies && !cookies.ownPagesOnly),
    );
    const silent = [
      'endPingKey',
      'getDay',
      'importHealthchecks',
      'importUptimeKuma',
      'importCronitor',
      'importSnitch',
      'importAws',
      'listChecks',
      'createCheck',
      'getCheck',
      'updateCheck',
      'deleteCheck',
      'pauseCheck',
      'resumeCheck',
      'listCheckPings',
      'getCheckPingBody',
      'listCheckFlips',
      'listCheckChannels',
      'listCheckBadges',
      'getChecksStatus',
      'listUnknownPings',
      'pingCheck',
      'signalCheck',
      'signalCheckBySlug',
      'pushPing',
      'telemetryPing',
      'telemetryPingInState',
      'checkInSnitch',
      'sendReading',
      'pushCollectd',
      'pushSnmp',
      'putChannel',
      'showFeedMetrics',
      'listStatusPages',
      'createStatusPage',
      'getStatusPage',
      'patchStatusPage',
      'deleteStatusPage',
      'rotateStatusPage',
      'showStatusPageJson',
      'submitReport',
      'showProbe',
      'recordVisit',
      'getMetrics',
      'getBrowserErrors',
      'getOperatorNumbers',
      'getPanelNumbers',
      'getCursors',
      'getCommand',
      'getCommandChecksum',
      'getPowershellCommand',
      'getPowershellCommandChecksum',
    ];
    expect(unlike.map(([name]) => name)).toEqual(silent);
  });
});

describe.each(built.map((each) => ({ name: each.tool.name, each })))('$name', ({ each }) => {
  const { tool, call } = each;
  const operation = operationOf(each);

  it('has a strict schema in the dialect of the protocol', () => {
    const ajv = new Ajv2020({ strictSchema: true, validateFormats: false });

    expect(() => ajv.compile(tool.inputSchema)).not.toThrow();
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.stringify(tool)).not.toMatch(/\$ref|9007199254740991|"true","false"/);
  });

  it('takes all that the operation takes, each from one place', () => {
    const { params, query, body } = operation;
    const fields = [params, query, body && 'json' in body ? body.json : undefined].flatMap((schema) =>
      Object.keys(schema?.shape ?? {}),
    );

    // Its read token is sent as a header.
    const own = operation.auth === 'hook' ? fields.filter((name) => name !== 'token') : fields;
    expect(Object.keys(tool.inputSchema.properties)).toEqual(expect.arrayContaining(own));
    expect(Object.keys(call.places)).toEqual(Object.keys(tool.inputSchema.properties));
    for (const name of Object.keys(params?.shape ?? {})) expect(tool.inputSchema.required).toContain(name);
  });

  it('is annotated as its operation is hinted at', () => {
    const { readOnlyHint = false, destructiveHint = true, idempotentHint = false } = tool.annotations;
    const { openWorldHint = true } = tool.annotations;
    const hints = hintsOf(operation);

    expect([readOnlyHint, openWorldHint]).toEqual([hints.readOnly, hints.openWorld]);
    // Of what only reads the others mean nothing.
    if (!hints.readOnly)
      expect([destructiveHint, idempotentHint]).toEqual([hints.destructive, hints.idempotent]);
  });

  it('says every rule by which its input may be refused', () => {
    const said = new Set<string>([...codesOfFields(operation), ...Object.keys(operation.rules ?? {})]);
    const refused = operation.errors.filter((code) => STATUSES[code] === 400 && !OF_FORM.has(code));

    // The end of a pause says with its form how far off it may be.
    expect(refused.filter((code) => !said.has(code) && code !== 'pausa_longa')).toEqual([]);
    for (const rule of Object.values(operation.rules ?? {})) expect(tool.description).toContain(rule);
  });
});

/** Of the form of a body or query, which the schema says. */
const OF_FORM = new Set<ErrorCode>([
  'campo_desconhecido',
  'corpo_invalido',
  'consulta_invalida',
  'chave_invalida',
]);

/** The codes by which fields are refused, those of entries of a list too. */
function codesOfFields({ params, query, body }: Operation): ErrorCode[] {
  const schemas = [params, query, body && 'json' in body ? body.json : undefined];
  return schemas.flatMap((schema) => Object.values(schema?.shape ?? {}).flatMap((part) => codesOf(part)));
}

function codesOf(part: z.core.$ZodType): ErrorCode[] {
  let inner = part as z.ZodType;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
    inner = inner.unwrap() as z.ZodType;
  const rule = fieldRules.get(inner);
  const entries =
    inner instanceof z.ZodArray && inner.element instanceof z.ZodObject
      ? Object.values(inner.element.shape as Record<string, z.ZodType>).flatMap(codesOf)
      : [];
  return [...(rule ? [rule.code, ...(rule.missing ? [rule.missing] : [])] : []), ...entries];
}

it('two arguments of one name are refused when the tools are made', () => {
  const operation: Operation = {
    area: 'monitors',
    method: 'POST',
    path: '/api/things/:id',
    auth: 'none',
    summary: 'Does.',
    params: z.object({ id: z.string() }),
    body: { json: z.strictObject({ id: z.string() }) },
    status: 200,
    output: { json: z.object({}) },
    errors: [],
  };

  expect(() => builtTools({ twice: operation })).toThrow('The tool twice has two arguments id.');
  const owned: Operation = {
    ...operation,
    auth: 'owner',
    body: { json: z.strictObject({ guest_token: z.string() }) },
  };
  expect(() => builtTools({ twice: owned })).toThrow('The tool twice has two arguments guest_token.');
});

it('a group is that of the operation, else of its tag, else of its area', () => {
  const { listRuns, getIncident, getBilling } = declared as Record<string, Operation>;

  expect([listRuns, getIncident, getBilling].map((each) => toolsetOf(each as Operation))).toEqual([
    'history',
    'monitors',
    'billing',
  ]);
});

it('what a group says once it says with the first tool that has it', () => {
  const [create, patch] = ['createMonitor', 'patchMonitor'].map(
    (name) => toolsOf('monitors').find((tool) => tool.name === name)?.inputSchema.properties,
  );

  expect(create?.['cron']?.['description']).toBe('a cron expression of five fields');
  expect(patch?.['cron']).toEqual({ type: ['string', 'null'] });
  const put = toolsOf('fleet').find(({ name }) => name === 'putMonitor');
  expect(put?.inputSchema.properties['cron']?.['description']).toBe('a cron expression of five fields');
});
