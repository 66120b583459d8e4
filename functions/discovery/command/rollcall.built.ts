import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Each is read after those that it calls. */
const SHELL_PARTS = [
  'head',
  'settings',
  'calls',
  'signals',
  'output',
  'run',
  'ping',
  'status',
  'lines',
  'timers',
  'sources',
  'proposal',
  'sync',
  'main',
];

const POWERSHELL_PARTS = ['service', 'job', 'main'];

const textOf = (part: string) => readFileSync(new URL(part, import.meta.url), 'utf8');

function served(parts: readonly string[]) {
  const text = parts.map(textOf).join('\n');
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** The command that stands before a job, as it is served. The build puts the data in the place of this module. */
export const COMMAND = served(SHELL_PARTS.map((part) => `./parts/${part}.sh`));

/** The same for PowerShell. */
export const POWERSHELL_COMMAND = served(POWERSHELL_PARTS.map((part) => `./powershell/${part}.ps1`));
