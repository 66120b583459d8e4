import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { DOCUMENT_CACHE, type ConsoleFile } from '../lib/console-build/console-file.ts';
import type { ConsoleFolder } from '../lib/stack/edge/console-files.ts';

/** The folders in the order in which they were put together. Only a folder with this list is emptied. */
const LIST = 'folders.json';

/**
 * Writes the console's files into a folder for each ending, since a deployment gives all files of a folder the same headers.
 * The documents come last: they name the others. Throws one plain sentence when something else is in the way.
 */
export async function writeConsole(files: readonly ConsoleFile[], root: string): Promise<ConsoleFolder[]> {
  if (existsSync(root) && !readdirSync(root).includes(LIST))
    throw new Error(`buildDir must be a folder for what is built alone: ${root} is none.`);
  await rm(root, { recursive: true, force: true });
  const folders = foldersOf(files, root);
  for (const { path, body } of files) {
    const file = join(root, kindOf(path), path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
  await writeFile(
    join(root, LIST),
    JSON.stringify(folders.map((folder) => ({ ...folder, dir: folder.name }))),
  );
  return folders;
}

function foldersOf(files: readonly ConsoleFile[], root: string): ConsoleFolder[] {
  const folders = new Map<string, ConsoleFolder>();
  for (const { path, contentType, cacheControl } of files) {
    const name = kindOf(path);
    const folder = folders.get(name) ?? { name, dir: join(root, name), contentType, cacheControl };
    if (folder.contentType !== contentType || folder.cacheControl !== cacheControl)
      throw new Error(`${path} of the console has other headers than the files with its ending before it.`);
    folders.set(name, folder);
  }
  const isLast = ({ cacheControl }: ConsoleFolder) => Number(cacheControl === DOCUMENT_CACHE);
  return [...folders.values()].toSorted((a, b) => isLast(a) - isLast(b) || a.name.localeCompare(b.name));
}

/** `js` of `/assets/app-<hash>.js`. */
function kindOf(path: string): string {
  return extname(path).slice(1);
}
