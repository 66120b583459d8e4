import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

/**
 * `TMPDIR=FOLDER node unpack-chromium.ts ARCHIVE…` unpacks archives of `@sparticuz/chromium` into a folder. A process
 * of its own, since that package unpacks into the folder for temporary files and nowhere else.
 */
const packed = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));
await Promise.all(process.argv.slice(2).map((archive) => inflate(join(packed, archive))));
