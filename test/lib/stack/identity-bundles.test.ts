import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFunctions } from '../../../bin/build.ts';
import { functionAreas } from '../../../lib/areas/areas.ts';

interface Meta {
  inputs: Record<string, unknown>;
  outputs: Record<string, { entryPoint?: string; inputs: Record<string, unknown> }>;
}

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-identity-'));
  await buildFunctions({ outdir: dir });
});
afterAll(() => rmSync(dir, { recursive: true }));

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
  expect(holding('@aws-sdk/client-cognito-identity-provider')).toEqual(['account']);
  expect(holding('zod')).toContain('account');
});

it('what asks an issuer is loaded with the first sign-in, not with the function', () => {
  const { outputs } = metaOf('account');
  const [entry] = Object.values(outputs).filter(({ entryPoint }) => entryPoint?.endsWith('handler.ts'));

  expect(has(entry?.inputs ?? {}, 'openid-client')).toBe(false);
  expect(has(entry?.inputs ?? {}, '@aws-sdk/client-cognito-identity-provider')).toBe(false);
  expect(Object.values(outputs).filter(({ inputs }) => has(inputs, 'openid-client'))).toHaveLength(1);
});
