import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `TMPDIR=FOLDER node unpack-chromium.ts ARCHIVE…` unpacks archives of `@sparticuz/chromium` into a folder. A process
 * of its own, since that package unpacks into the folder for temporary files and nowhere else.
 */
const root = fileURLToPath(new URL('../../', import.meta.resolve('@sparticuz/chromium')));
// It exports this not, and the browser only together with what a Lambda function sets.
const { inflate } = (await import(join(root, 'build/esm/lambdafs.js'))) as {
  inflate: (archive: string) => Promise<string>;
};
await Promise.all(process.argv.slice(2).map((archive) => inflate(join(root, 'bin', archive))));
