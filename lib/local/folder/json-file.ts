import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Hold } from '../../domain/alerts/alert-stop.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';

/** The fields that a file beside the data keeps; none where there is no file, or no JSON object in it. */
export function keptFields(file: string | null): Readonly<Record<string, unknown>> {
  if (file === null) return {};
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Keeps fields in a file. Written beside and renamed, so that a crash leaves the old ones or the new ones. */
export function keepFields(file: string | null, fields: Readonly<Record<string, unknown>>): void {
  if (file === null) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(fields));
  renameSync(`${file}.new`, file);
}

/** The operator's stop that was kept beside the data, since an upgrade starts the service anew; null where none was. */
export function keptHold(file: string | null): Hold | null {
  const { until } = keptFields(file);
  return typeof until === 'number' ? { until } : null;
}

/** Keeps it, or that there is none. */
export function keepHold(file: string | null, hold: Hold | null): void {
  keepFields(file, { until: hold?.until ?? null });
}

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
