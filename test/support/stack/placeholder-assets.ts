import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionAreas } from '../../../lib/areas/areas.ts';
import { DOCUMENT_CACHE, HASHED_CACHE } from '../../../lib/console-build/console-file.ts';
import { ASSETS_LIST, type AssetsList } from '../../../lib/stack/built-assets.ts';

/** A folder as a build makes it, with next to nothing in its files: what the code is makes no difference to a template. */
export function writePlaceholderAssets(dir: string): void {
  const write = (file: string, text: string) => {
    mkdirSync(join(dir, file, '..'), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  for (const area of functionAreas) write(`${area}/index.mjs`, 'export const handler = () => {};\n');
  const folders = [
    {
      name: 'css',
      dir: 'console/off/css',
      contentType: 'text/css; charset=utf-8',
      cacheControl: HASHED_CACHE,
    },
    {
      name: 'html',
      dir: 'console/off/html',
      contentType: 'text/html; charset=utf-8',
      cacheControl: DOCUMENT_CACHE,
    },
  ];
  for (const folder of folders) write(`${folder.dir}/index.${folder.name}`, folder.name);
  const list: AssetsList = { build: '1.2.3+test', functions: functionAreas, consoles: { off: folders } };
  write(ASSETS_LIST, JSON.stringify(list));
}
