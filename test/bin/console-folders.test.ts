import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeConsole } from '../../bin/console-folders.ts';
import { DOCUMENT_CACHE, HASHED_CACHE, type ConsoleFile } from '../../lib/console-build/console-file.ts';

const CSS = 'text/css; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

let root: string;
let outdir: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rollcall-folders-'));
});
beforeEach(() => {
  outdir = mkdtempSync(join(root, 'out-'));
});
afterAll(() => rmSync(root, { recursive: true }));

function file(path: string, contentType: string, cacheControl = HASHED_CACHE): ConsoleFile {
  return { path, body: Buffer.from(`of ${path}`), contentType, cacheControl };
}

const files = [
  file('/app/index.html', HTML, DOCUMENT_CACHE),
  file('/index.html', HTML, DOCUMENT_CACHE),
  file('/assets/zoom-1.svg', 'image/svg+xml'),
  file('/assets/a-1.css', CSS),
  file('/assets/b-2.css', CSS),
];

describe('writeConsole', () => {
  it('puts files of one ending below one folder, at their paths, and the documents last', async () => {
    const folders = await writeConsole(files, join(outdir, 'console'));

    expect(folders).toEqual([
      { name: 'css', dir: join(outdir, 'console/css'), contentType: CSS, cacheControl: HASHED_CACHE },
      {
        name: 'svg',
        dir: join(outdir, 'console/svg'),
        contentType: 'image/svg+xml',
        cacheControl: HASHED_CACHE,
      },
      { name: 'html', dir: join(outdir, 'console/html'), contentType: HTML, cacheControl: DOCUMENT_CACHE },
    ]);
    expect(readdirSync(join(outdir, 'console/css/assets')).sort()).toEqual(['a-1.css', 'b-2.css']);
    expect(readFileSync(join(outdir, 'console/html/app/index.html'), 'utf8')).toBe('of /app/index.html');
  });

  it('removes what an earlier build left', async () => {
    await writeConsole([...files, file('/assets/old-0.css', CSS)], join(outdir, 'console'));
    await writeConsole(files, join(outdir, 'console'));

    expect(existsSync(join(outdir, 'console/css/assets/old-0.css'))).toBe(false);
  });

  it('removes nothing that is no build', async () => {
    mkdirSync(join(outdir, 'console'));
    writeFileSync(join(outdir, 'console/notes.txt'), 'mine');

    await expect(writeConsole(files, join(outdir, 'console'))).rejects.toThrow(
      `buildDir must be a folder for what is built alone: ${join(outdir, 'console')} is none.`,
    );
    expect(readdirSync(join(outdir, 'console'))).toEqual(['notes.txt']);
  });

  it('refuses files of one ending that are to be served in two ways', async () => {
    const odd = file('/assets/c.css', CSS, DOCUMENT_CACHE);

    await expect(writeConsole([...files, odd], join(outdir, 'console'))).rejects.toThrow(
      '/assets/c.css of the console has other headers than the files with its ending before it.',
    );
  });
});
