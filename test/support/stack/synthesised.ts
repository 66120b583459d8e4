import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { functionAreas, needsOf, type FunctionArea } from '../../../lib/areas/areas.ts';
import { DOCUMENT_CACHE, HASHED_CACHE } from '../../../lib/console-build/console-file.ts';
import type { ConsoleFolder } from '../../../lib/stack/edge/console-files.ts';
import { ServiceStack } from '../../../lib/stack/service-stack.ts';
import { START_AT } from '../service/service.ts';
import { settingsFrom } from '../../../lib/stack/settings-from-context.ts';
import type { AwsSettings } from '../../../lib/config/settings/all-settings.ts';
import type { Statement } from './policy.ts';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: string[];
  DeletionPolicy?: string;
}

export interface Synthesised {
  app: App;
  template: Template;
  resources: Record<string, Resource>;
}

/** The functions of the stack itself: what takes in events of AWS has one of its own (aws-events.test.ts). */
export const stackAreas = functionAreas.filter((area) => !needsOf(area).needsAwsEvents);

/** What costs seconds and says nothing about the template; `cdk synth` itself, in synth.long.test.ts, has all of it. */
const quick = {
  builtinCloudFormationValidation: false,
  stackTraces: false,
  treeMetadata: false,
  analyticsReporting: false,
  context: { [DISABLE_ASSET_STAGING_CONTEXT]: true },
};

/** Placeholders as well, of two kinds of files. */
const placeholders: ConsoleFolder[] = [
  { name: 'css', contentType: 'text/css; charset=utf-8', cacheControl: HASHED_CACHE },
  { name: 'html', contentType: 'text/html; charset=utf-8', cacheControl: DOCUMENT_CACHE },
].map((folder) => ({ ...folder, dir: import.meta.dirname }));

/** How many stacks a worker keeps: those that many files look at stay, at some 10 MB each. */
const KEPT = 16;
const kept = new Map<string, Synthesised>();

/** As `newlySynthesised`, but once in a run for the same: to be looked at, and never changed. */
export function synthesised(...asked: Parameters<typeof newlySynthesised>): Synthesised {
  const key = JSON.stringify(asked);
  const stack = kept.get(key) ?? ofThisRun(key, asked);
  kept.delete(key);
  kept.set(key, stack);
  const [oldest = key] = kept.keys();
  if (kept.size > KEPT) kept.delete(oldest);
  return stack;
}

/** A template that another worker has made is read; its constructs are made here, where somebody asks for them. */
function ofThisRun(key: string, asked: Parameters<typeof newlySynthesised>): Synthesised {
  // A bench is no run of tests.
  if (process.env['VITEST'] === undefined) return newlySynthesised(...asked);
  const file = join(inject('runFolder'), `${createHash('sha256').update(key).digest('hex')}.template.json`);
  if (existsSync(file)) {
    const resources = lookedAt(Template.fromJSON(JSON.parse(readFileSync(file, 'utf8'))));
    let app: App | undefined;
    return {
      ...resources,
      get app() {
        return (app ??= newlySynthesised(...asked).app);
      },
    };
  }
  const stack = newlySynthesised(...asked);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(stack.template.toJSON()));
  renameSync(`${file}.${process.pid}`, file);
  return stack;
}

function lookedAt(template: Template): Omit<Synthesised, 'app'> {
  const { Resources } = frozen(template.toJSON()) as { Resources: Record<string, Resource> };
  return { template, resources: Resources };
}

/** The stack with every function, on placeholder code: what the code is makes no difference to the promises. */
export function newlySynthesised(
  settings: Partial<AwsSettings> = {},
  areas: readonly FunctionArea[] = functionAreas,
  consoleFolders: readonly ConsoleFolder[] = placeholders,
): Synthesised {
  const { app, template } = withoutTraces(() => {
    const app = new App(quick);
    const stack = ServiceStack.in(app, {
      areas,
      codeOf: () => Code.fromInline('export const handler = () => {};'),
      consoleFolders,
      build: '1.2.3+test',
      settings: settingsFrom(settings, START_AT),
    });
    return { app, template: Template.fromStack(stack) };
  });
  return { app, ...lookedAt(template) };
}

/** CDK notes with each token where it was made, whatever `stackTraces` says: a fifth of the time of a template. */
function withoutTraces<T>(act: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return act();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A template that several files share cannot be changed by one of them. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

export function ofType({ resources }: Synthesised, type: string): [id: string, resource: Resource][] {
  return Object.entries(resources).filter(([, resource]) => resource.Type === type);
}

/** The functions of the service, without those that CDK brings for its own custom resources. */
export function functionsOf(stack: Synthesised): [id: string, resource: Resource][] {
  return ofType(stack, 'AWS::Lambda::Function').filter(([id]) => !id.startsWith('Custom'));
}

/** The properties of the one resource of a type whose logical id begins so. */
export function propertiesOf(stack: Synthesised, type: string, name = ''): Record<string, unknown> {
  const found = ofType(stack, type).filter(([id]) => id.startsWith(name));
  if (found.length !== 1 || !found[0])
    throw new Error(`The stack has ${found.length} ${type} ${name}, not one.`);
  return found[0][1].Properties;
}

/** Writes references as readable names: `Table`, `Table/index/due`, `arn:…:identity/example.com`. */
export function readable(value: unknown): string {
  if (Array.isArray(value)) return value.map(readable).join('');
  if (typeof value !== 'object' || value === null) return String(value);
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return Ref.startsWith('AWS::') ? `<${Ref.slice(5)}>` : withoutHash(Ref);
  if (Array.isArray(attribute))
    return attribute[1] === 'Arn'
      ? withoutHash(String(attribute[0]))
      : `${withoutHash(String(attribute[0]))}.${String(attribute[1])}`;
  if (Array.isArray(join)) return readable(join[1]);
  return JSON.stringify(value);
}

/** CDK ends every logical id in eight characters of a hash. */
function withoutHash(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, '');
}

/** All that a function's role may do, as `action resource`, its own log left out. */
export function grantsOf(stack: Synthesised, area: FunctionArea): string[] {
  return policyOf(stack, area).flatMap(asGrants).sort();
}

/** The statements of a function's role, its own log left out. */
export function policyOf(stack: Synthesised, area: FunctionArea): Statement[] {
  const isRole = (role: unknown) => readable(role) === `${area}Role`;
  return ofType(stack, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => (Properties['Roles'] as unknown[]).some(isRole))
    .flatMap(([, { Properties }]) => statementsIn(Properties['PolicyDocument']));
}

export function statementsOf(document: unknown): string[] {
  return statementsIn(document).flatMap(asGrants);
}

function asGrants({ actions, resources }: Statement): string[] {
  return actions.flatMap((action) => resources.map((resource) => `${action} ${resource}`));
}

export function statementsIn(document: unknown): Statement[] {
  const { Statement: written } = document as { Statement: WrittenStatement[] };
  return written.map(({ Effect, Action, Resource, Condition }) => ({
    effect: Effect,
    actions: [Action].flat(),
    resources: [Resource].flat().map(readable),
    condition: Condition ?? {},
  }));
}

interface WrittenStatement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Statement['condition'];
}

export function environmentOf(stack: Synthesised, area: FunctionArea): Record<string, string> {
  const { Environment } = propertiesOf(stack, 'AWS::Lambda::Function', `${area}Function`);
  const { Variables } = Environment as { Variables: Record<string, unknown> };
  return Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, readable(value)]));
}
