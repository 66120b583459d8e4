import { catalogue } from './catalogue.ts';
import type { Operation } from './operation.ts';

type Kept = Pick<Operation, 'path' | 'keptSec'>;

/**
 * The patterns of paths whose answers may be kept between caller and service: `/okf/*` where that holds for all operations
 * below, else the whole path.
 */
export function keptPatterns(operations: readonly Kept[] = Object.values(catalogue)): string[] {
  const kept = operations.filter(({ keptSec }) => keptSec !== undefined);
  return [...new Set(kept.map(({ path }) => folderOf(path, operations) ?? path))];
}

function folderOf(path: string, operations: readonly Kept[]): string | undefined {
  const [, first = '', ...rest] = path.split('/');
  if (rest.length === 0) return undefined;
  const beside = operations.filter((other) => other.path.startsWith(`/${first}/`));
  return beside.every(({ keptSec }) => keptSec !== undefined) ? `/${first}/*` : undefined;
}
