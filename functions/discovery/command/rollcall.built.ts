import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Each is read after those that it calls. */
const PARTS = [
  'head',
  'settings',
  'calls',
  'signals',
  'output',
  'run',
  'ping',
  'status',
  'lines',
  'sources',
  'proposal',
  'sync',
  'main',
];

const text = PARTS.map((part) => readFileSync(new URL(`./parts/${part}.sh`, import.meta.url), 'utf8')).join(
  '\n',
);

/** The command that stands before a job, as it is served. The build puts the data in the place of this module. */
export const COMMAND = { text, sha256: createHash('sha256').update(text).digest('hex') };
