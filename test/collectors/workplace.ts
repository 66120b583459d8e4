import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NOBODY } from './daemon.ts';

/** A folder of nobody's, where programs run and find what was written for them. */
export interface Workplace {
  folder: string;
  /** Writes a file below it, and returns its path. */
  write: (name: string, text: string, mode?: number) => Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function newWorkplace(): Promise<Workplace> {
  // Sockets have short paths.
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-c-'));
  await give(folder);
  return {
    folder,
    write: async (name, text, mode = 0o600) => {
      const path = join(folder, name);
      const made = await mkdir(dirname(path), { recursive: true });
      if (made !== undefined) await give(made);
      await writeFile(path, text, { mode });
      await give(path);
      return path;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function give(path: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, NOBODY, NOBODY);
}
