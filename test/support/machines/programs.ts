import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where daemons stand although a user's PATH may not name the place. */
const ALSO = ['/usr/sbin', '/sbin'];

/** The path of an installed program, null when this machine lacks it. */
export function programPath(name: string, path = process.env['PATH'] ?? ''): string | null {
  const folders = [...path.split(delimiter), ...ALSO].filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

/** True for a regular file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
