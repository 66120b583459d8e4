import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of the package that a file is of. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** What the packages whose files went into a build ask to be said with it. */
export function licensesOf(files: Iterable<string>): string {
  const folders = new Set(
    [...files].flatMap((file) => PACKAGE.exec(file) ?? []).map((folder) => resolve(folder)),
  );
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    const said = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice)(\.|$)/i.test(file))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...said].join('\n\n');
  });
  return `${texts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
