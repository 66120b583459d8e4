import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Hold } from '../../domain/alerts/alert-stop.ts';

/** The operator's stop that was kept beside the data, since an upgrade starts the service anew; null without a file. */
export function keptHold(file: string | null): Hold | null {
  if (file === null) return null;
  try {
    const { until } = JSON.parse(readFileSync(file, 'utf8')) as { until?: unknown };
    return typeof until === 'number' ? { until } : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Keeps it, or that there is none. Written beside and renamed, so that a crash leaves the old one or the new one. */
export function keepHold(file: string | null, hold: Hold | null): void {
  if (file === null) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify({ until: hold?.until ?? null }));
  renameSync(`${file}.new`, file);
}
