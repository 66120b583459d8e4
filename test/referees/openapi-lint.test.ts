import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../lib/contract/openapi.ts';
import { billingSettingsFor } from '../support/money/billing.ts';
import { OPERATOR } from '../support/accounts/operator.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { testOperations } from '../support/service/test-catalogue.ts';

const CLI = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const CONFIG = join(import.meta.dirname, 'redocly.yaml');
/** It asks nobody: not for a newer version, and it reports nothing. */
const SILENT = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

interface Problem {
  ruleId: string;
  message: string;
}

let service: TestService;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-lint-'));
  service = await startTestService({ operator: OPERATOR, billing: billingSettingsFor('live') });
});
afterAll(async () => {
  await service.stop();
  rmSync(dir, { recursive: true });
});

/** What the linter finds in a document. */
function problemsIn(document: unknown): Problem[] {
  const file = join(dir, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const args = [CLI, 'lint', file, '--config', CONFIG, '--format', 'json', '--max-problems', '1000'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ...SILENT },
    maxBuffer: 50_000_000,
  });
  if (!stdout.includes('{')) throw new Error(`The linter said: ${stderr}`);
  return (JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: Problem[] }).problems;
}

it('is valid by the schema of OpenAPI 3.1', async () => {
  const { json } = await service.call('GET', '/openapi.json');

  const { valid, errors } = await new Validator().validate(structuredClone(json));

  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

it('is valid by it whatever an operation declares', async () => {
  const document = openApiDocument(testOperations, {
    build: 'test',
    baseUrl: 'https://rollcall.example',
    ingestOrigin: 'https://in.rollcall.example',
  });

  expect((await new Validator().validate(structuredClone(document))).errors).toBeUndefined();
});

it('a linter that others wrote finds nothing in the OpenAPI document', async () => {
  const { json } = await service.call('GET', '/openapi.json');

  expect(problemsIn(json).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

it('and would: of two operations with one id, and of a reference that leads nowhere', async () => {
  const { json } = await service.call('GET', '/openapi.json');
  json['paths']['/api/health'].get.operationId = 'listMonitors';
  delete json['components'].schemas.Error;

  const found = new Set(problemsIn(json).map(({ ruleId }) => ruleId));

  expect(found).toContain('operation-operationId-unique');
  expect(found).toContain('no-unresolved-refs');
});
