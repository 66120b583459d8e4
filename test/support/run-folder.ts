import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what the workers of one run share; it goes with the run. */
    runFolder: string;
  }
}

/** Of this process, which has one run. */
export const RUN_FOLDER = join(tmpdir(), `rollcall-run-${process.pid}`);

/** Vitest's global set-up; the returned function is called at the end of the run. */
export function setup({ provide }: TestProject): () => void {
  const remove = () => rmSync(RUN_FOLDER, { recursive: true, force: true });
  // A run that was killed may have had the same number.
  remove();
  mkdirSync(RUN_FOLDER, { mode: 0o700 });
  provide('runFolder', RUN_FOLDER);
  return remove;
}
