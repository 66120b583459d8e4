import { execFileSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { needsCurl, needsProgram } from '../lacking.ts';
import { ran, type Ran } from './shells.ts';

const FLAGS = ['--user', '--map-root-user', '--mount'];

/** Runs commands where they may mount what nobody else sees. Skips the test where nobody may. */
export function withOwnMounts(
  test: TestContext,
  commands: string,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  needsCurl(test);
  needsProgram(test, 'unshare', 'util-linux');
  test.skip(!mayUnshare(), 'it needs namespaces of a user: sysctl kernel.unprivileged_userns_clone=1');
  return ran('unshare', [...FLAGS, 'sh', '-ec', commands], '', env);
}

function mayUnshare(): boolean {
  try {
    execFileSync('unshare', [...FLAGS, 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
