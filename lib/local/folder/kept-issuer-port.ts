import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The port of the issuer to which the accounts beside it belong; null where nobody has noted one. */
export function keptIssuerPort(file: string | null): number | null {
  if (file === null) return null;
  try {
    const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port?: unknown };
    return typeof port === 'number' ? port : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Notes it. Written beside and renamed, so that a crash leaves the old one or the new one. */
export function keepIssuerPort(file: string | null, port: number): void {
  if (file === null) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify({ port }));
  renameSync(`${file}.new`, file);
}
