import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));
/** Inside the package, so that npm takes what was unpacked away with it. */
const UNPACKED = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../unpacked');
/** As they came. */
export const ARCHIVES = join(UNPACKED, '../../bin');

/** What a browser is started with: the program, and what it needs in its environment. */
export interface Program {
  path: string;
  env: Record<string, string>;
}

/** Whether the Chromium of npm runs on this machine. */
export const hasNpmChromium = process.platform === 'linux' && process.arch === 'x64';

/** Whether it was started here before. */
export const isUnpacked = () => existsSync(join(UNPACKED, 'chromium'));

/** The Chromium that came with `npm ci`, with the system libraries that bare machines lack. Throws elsewhere. */
export async function npmChromium(): Promise<Program> {
  if (!hasNpmChromium) {
    throw new Error('No Chromium was found: install one, or point CHROMIUM_PATH at a Chromium or Chrome.');
  }
  const folder = await unpacked('chromium', ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br']);
  return {
    path: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  };
}

/** The environment in which a browser sees one font, the same on every machine: widths do not depend on where. */
export async function oneFont(): Promise<Record<string, string>> {
  const folder = join(UNPACKED, 'fonts');
  const dirs = `<dir>${join(folder, 'fonts', 'fonts')}</dir><cachedir>${join(folder, 'cache')}</cachedir>`;
  await unpacked('fonts', ['fonts.tar.br'], { 'one-font.conf': `<fontconfig>${dirs}</fontconfig>` });
  return { FONTCONFIG_FILE: join(folder, 'one-font.conf') };
}

/** Unpacks once, and keeps nothing twice: 264 MB of a browser are 200. */
async function unpacked(name: string, archives: string[], files: Record<string, string> = {}) {
  const folder = join(UNPACKED, name);
  if (!existsSync(folder)) await unpack(folder, archives, files);
  await Promise.all(archives.map((archive) => rm(join(ARCHIVES, archive), { force: true })));
  return folder;
}

/** Tests that run side by side each unpack, and the first one's folder stays, never half of one. */
async function unpack(folder: string, archives: string[], files: Record<string, string>): Promise<void> {
  await mkdir(UNPACKED, { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  try {
    await run(process.execPath, [UNPACK, ...archives], { env: { ...process.env, TMPDIR: fresh } });
    for (const [file, text] of Object.entries(files)) await writeFile(join(fresh, file), text);
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
