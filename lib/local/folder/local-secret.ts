import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The service secret beside the data, made on the first start; without a file a new one for this run. */
export async function localSecret(file: string | null): Promise<string> {
  const fresh = randomBytes(32).toString('hex');
  if (file === null) return fresh;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, fresh, { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}
