import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionAreas } from '../../../lib/areas/areas.ts';
import { SYNTH_MS, synthesis } from '../../support/stack/synthesis.ts';

interface Meta {
  inputs: Record<string, unknown>;
  outputs: Record<
    string,
    { bytes: number; entryPoint?: string; inputs: Record<string, unknown>; imports: Imported[] }
  >;
}

interface Imported {
  path: string;
  kind: string;
  external?: boolean;
}

let dir: string;
beforeAll(async () => {
  dir = join((await synthesis()).dir, 'built');
}, SYNTH_MS);

const metaOf = (area: string) => JSON.parse(readFileSync(join(dir, 'meta', `${area}.json`), 'utf8')) as Meta;
const has = (inputs: Record<string, unknown>, what: string) =>
  Object.keys(inputs).some((file) => file.includes(`node_modules/${what}/`));

it('the issuer of one machine is in no bundle, and what asks an issuer in one alone', () => {
  const all = functionAreas.map((area) => ({ area, inputs: metaOf(area).inputs }));
  const holding = (what: string) => all.filter(({ inputs }) => has(inputs, what)).map(({ area }) => area);

  expect(holding('oidc-provider')).toEqual([]);
  expect(all.filter(({ inputs }) => Object.keys(inputs).some((file) => file.includes('lib/local')))).toEqual(
    [],
  );
  expect(holding('openid-client')).toEqual(['account']);
  expect(holding('@aws-sdk/client-cognito-identity-provider')).toEqual(['account', 'eraser']);
  expect(holding('zod')).toContain('account');
});

it('what asks an issuer is loaded with the first sign-in, not with the function', () => {
  const { outputs } = metaOf('account');
  const [entry] = Object.values(outputs).filter(({ entryPoint }) => entryPoint?.endsWith('handler.ts'));

  expect(has(entry?.inputs ?? {}, 'openid-client')).toBe(false);
  expect(has(entry?.inputs ?? {}, '@aws-sdk/client-cognito-identity-provider')).toBe(false);
  expect(Object.values(outputs).filter(({ inputs }) => has(inputs, 'openid-client'))).toHaveLength(1);
});

it('no bundle has the libraries of payments that tests use, and none begins with curves', () => {
  for (const { area, outputs, inputs } of functionAreas.map((area) => ({ area, ...metaOf(area) }))) {
    for (const library of ['viem', '@x402/core', '@x402/evm', '@x402/fetch'])
      expect(has(inputs, library), `${library} in ${area}`).toBe(false);
    const entries = Object.values(outputs).filter(({ entryPoint }) => entryPoint?.endsWith('handler.ts'));
    expect(entries).toHaveLength(1);
    for (const entry of entries)
      expect(has(entry.inputs, '@noble/curves'), `curves begin ${area}`).toBe(false);
  }
});

/** The files that are loaded with a function, before any call. */
function loadedAtStart(meta: Meta): string[] {
  return chunksAtStart(meta).flatMap((chunk) => Object.keys(meta.outputs[chunk]?.inputs ?? {}));
}

function chunksAtStart({ outputs }: Meta): string[] {
  const [entry] = Object.entries(outputs).find(([, each]) => each.entryPoint?.endsWith('handler.ts')) ?? [];
  const seen = new Set<string>();
  const load = (chunk: string) => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const { path, kind, external } of outputs[chunk]?.imports ?? [])
      if (kind === 'import-statement' && !external) load(path);
  };
  if (entry !== undefined) load(entry);
  return [...seen];
}

describe('payments', () => {
  /** What asks a facilitator or a chain. */
  const SETTLING = [
    /^lib\/adapters\/billing\/(facilitator|homolog-facilitator|chain|cdp-key|transfer-signer|payment-ports)\.ts$/,
    /^lib\/flows\/billing\/(by-x402|verify-payment|repeated-payment|settle-payment|resolve-payment|grant-purchase)\.ts$/,
    /node_modules\/@noble\//,
  ];
  const PAYMENT = /^lib\/domain\/billing\/(payment|payment-record|x402\/[\w-]+)\.ts$/;
  const among = (files: readonly string[], forms: readonly RegExp[]) =>
    files.filter((file) => forms.some((form) => form.test(file)));

  it('begin neither ingest nor what makes monitors: they are loaded by the calls that pay', () => {
    expect(loadedAtStart(metaOf('ingest')).length).toBeGreaterThan(50);
    expect(among(loadedAtStart(metaOf('monitors')), SETTLING)).toEqual([]);
    expect(among(Object.keys(metaOf('monitors').inputs), SETTLING).length).toBeGreaterThan(10);
  });

  it('are in ingest as the 402 and the hand-off of a first ping alone, and not at its start', () => {
    const anything = [/^lib\/flows\/billing\//, PAYMENT, ...SETTLING];

    expect(among(loadedAtStart(metaOf('ingest')), anything)).toEqual([]);
    expect(among(Object.keys(metaOf('ingest').inputs), anything).toSorted()).toEqual([
      'lib/domain/billing/x402/network.ts',
      'lib/domain/billing/x402/payment-options.ts',
      'lib/flows/billing/charge.ts',
      'lib/flows/billing/first-ping-event.ts',
      'lib/flows/billing/payment-pending.ts',
      'lib/flows/billing/payment.ts',
    ]);
  });
});

it('what reads YAML is in monitors alone, and loaded by the call that brings some', () => {
  const holding = functionAreas.filter((area) => has(metaOf(area).inputs, 'yaml'));

  expect(holding).toEqual(['monitors']);
  expect(loadedAtStart(metaOf('monitors')).filter((file) => file.includes('node_modules/yaml/'))).toEqual([]);
});

describe('the tools of agents', () => {
  it('are bundled as data, with nothing that makes them', () => {
    const { inputs } = metaOf('mcp');

    expect(Object.keys(inputs)).toContain('lib/contract/agents/offered.built.ts');
    expect(
      Object.keys(inputs).filter((file) => /^lib\/contract\/(agents\/tools|catalogue)\.ts$/.test(file)),
    ).toEqual([]);
    expect(
      ['zod', '@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'].filter((what) => has(inputs, what)),
    ).toEqual([]);
  });

  it('begin no other function than those that tell of them', () => {
    const holding = functionAreas.filter((area) =>
      Object.keys(metaOf(area).inputs).some((file) => /^functions\/mcp\/|offered\.built/.test(file)),
    );

    expect(holding).toEqual(['discovery', 'mcp']);
  });
});

describe('intake, which a machine waits for each minute', () => {
  it('begins with no more than ingest has in all', () => {
    const meta = metaOf('intake');
    const bytes = chunksAtStart(meta).reduce((sum, chunk) => sum + (meta.outputs[chunk]?.bytes ?? 0), 0);

    expect(bytes).toBeLessThan(270_000);
  });

  it('begins without what reads the pushes of collectors, each kind of which is a file of its own', () => {
    const { outputs, inputs } = metaOf('intake');
    const wires = Object.keys(inputs).filter((file) => file.startsWith('functions/intake/wires/'));
    const chunkOf = (file: string) =>
      Object.keys(outputs).filter((each) => file in (outputs[each]?.inputs ?? {}));
    const reading =
      /^(functions\/intake\/(wires\/|take-push|take-input)|lib\/(adapters\/machines|domain\/machines\/collectors)\/)/;

    expect(loadedAtStart(metaOf('intake')).filter((file) => reading.test(file))).toEqual([]);
    expect(wires).toHaveLength(6);
    expect(new Set(wires.flatMap(chunkOf)).size).toBe(6);
  });

  it('knows nothing of people who sign in, of schemas, of monitors’ alerts and of other areas', () => {
    const { inputs } = metaOf('intake');
    const foreign = [
      /^functions\/(?!intake\/)/,
      /^lib\/runtime\/(callers\/(authenticate|known-kinds|session|api-key|csrf)|pipeline)\.ts$/,
      /^lib\/contract\/(?!errors\.ts|machines\/every-push\.ts|machines\/every-input\.ts|credentials\.ts|operation\.ts|path\.ts|cookies\.ts|origin-mark\.ts)/,
      /^lib\/render\//,
    ];

    expect(Object.keys(inputs).filter((file) => foreign.some((form) => form.test(file)))).toEqual([]);
    expect(['zod', 'ipaddr.js', 'openid-client'].filter((what) => has(inputs, what))).toEqual([]);
  });

  it('is loaded before it asks Secrets Manager, which its first push does', () => {
    const secrets = /client-secrets-manager/;

    expect(loadedAtStart(metaOf('intake')).filter((file) => secrets.test(file))).toEqual([]);
    expect(Object.keys(metaOf('intake').inputs).some((file) => secrets.test(file))).toBe(true);
  });
});

it('what a bundle leaves out is Node’s own, or loaded by nothing that we call', () => {
  const left = functionAreas.flatMap((area) =>
    Object.values(metaOf(area).outputs).flatMap(({ imports }) => imports.filter(({ external }) => external)),
  );
  const others = left.filter(({ path }) => !path.startsWith('node:'));

  expect(new Set(others.map(({ path, kind }) => `${kind} ${path}`))).toEqual(
    new Set(['dynamic-import @smithy/core/event-streams']),
  );
});
