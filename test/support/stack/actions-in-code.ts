import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { functionAreas, type FunctionArea } from '../../../lib/areas/areas.ts';

const project = resolve(import.meta.dirname, '../../..');

const actionOf: Record<string, string> = {
  Get: 'GetItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  Scan: 'Scan',
};

/**
 * The table actions that a function's code can ask for, as grants name them. Read from the bundle without
 * packages: what is left there after tree shaking is what the handler reaches.
 */
export async function actionsInCode(area: FunctionArea): Promise<string[]> {
  const code = await codeOf(area);
  const grants = new Set<string>();
  for (const [, command = ''] of code.matchAll(/new (\w+)Command\(/g)) {
    if (actionOf[command]) grants.add(`dynamodb:${actionOf[command]} Table`);
  }
  // The parts of a transaction, as its items are written: `Put: {`, `Put: pointer`.
  if (code.includes('new TransactWriteCommand(')) {
    for (const [, part] of code.matchAll(/\b(Put|Update|Delete|ConditionCheck): [{a-z]/g)) {
      grants.add(
        part === 'ConditionCheck' ? 'dynamodb:ConditionCheckItem Table' : `dynamodb:${part}Item Table`,
      );
    }
  }
  for (const query of code.split('new QueryCommand(').slice(1)) {
    const call = query.slice(0, query.indexOf('})'));
    grants.add(call.includes('IndexName') ? 'dynamodb:Query Table/index/due' : 'dynamodb:Query Table');
  }
  return [...grants].sort();
}

/** The names of the figures that a function's code writes, as `metrics.put` is given them. */
export async function figuresInCode(area: FunctionArea): Promise<string[]> {
  const code = await codeOf(area);
  const puts = [...code.matchAll(/metrics\.put\(\{([^}]*)\}\)/g)].map(([, figures = '']) => figures);
  return [...new Set(puts.flatMap((figures) => figures.match(/\b[A-Z]\w+(?=:)/g) ?? []))];
}

let codes: Promise<ReadonlyMap<string, string>> | undefined;

/** The code of a function with what it imports of ours, tree-shaken and not minified; made of all at once, once in a worker. */
export async function codeOf(area: FunctionArea): Promise<string> {
  codes ??= allCode();
  return (await codes).get(area) ?? '';
}

async function allCode(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: functionAreas.map((area) => ({ in: join('functions', area, 'handler.ts'), out: area })),
    outdir: project,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  return new Map(
    outputFiles.map(({ path, text }) => [
      basename(path, '.js'),
      // The bundler numbers a name that several files import.
      text.replaceAll(/(new \w+?Command)\d+\(/g, '$1('),
    ]),
  );
}
