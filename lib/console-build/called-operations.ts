import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../contract/catalogue.ts';
import type { Method, Operation } from '../contract/operation.ts';

/**
 * Method, path and what is special: `text` where the body is text, `open` where nobody is asked who calls, `optional`
 * where an owner and nobody may call, `own` where a person calls for itself, whatever organization it acts for.
 */
export type CalledOperation = readonly [
  method: Method,
  path: string,
  kind?: 'text' | 'open' | 'optional' | 'own',
];

/** The operations that the sources of a folder name as a literal: what the console can call, without the schemas. */
export function calledOperations(folder: string): Record<string, CalledOperation> {
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  );
  const literals = new Set(sources.flatMap((source) => source.match(/(?<=')\w+(?=')/g) ?? []));
  return Object.fromEntries(
    operations.filter(([name]) => literals.has(name)).map(([name, operation]) => [name, called(operation)]),
  );
}

function called({ method, path, body, auth }: Operation): CalledOperation {
  if (body && 'text' in body) return [method, path, 'text'];
  if (auth === 'none') return [method, path, 'open'];
  if (auth === 'session') return [method, path, 'own'];
  return auth === 'optional' ? [method, path, 'optional'] : [method, path];
}
