import { open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stoppable } from '../start-together.ts';
import { StartError } from '../start-error.ts';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';

/** What a service keeps in its data folder, with what the engine and an atomic write have beside it. */
const OWN = /^(?:rollcall\.db.*|(?:clock|hold|issuer)\.json(?:\.new)?|mail\.jsonl(?:\.new)?|service-secret)$/;

/** They hold addresses and secrets, and earlier releases let everybody on the machine read some of them. */
function closeToOthers(dir: string): void {
  for (const name of readdirSync(dir).filter((each) => OWN.test(each))) chmodSync(join(dir, name), 0o600);
}

/**
 * Makes a folder that only its user can read, with those above it. Node's own `recursive` asks for ever where the system
 * says of a folder in one that is there that it is not there, as below `/proc`.
 */
export function makeFolder(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(dir) !== dir) makeFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Between the creation of a lock and what is written in it. */
const WRITING_MS = 200;

/**
 * Keeps a second service off a data folder: two engines on one file would lose writes. A lock whose process is gone is
 * taken over.
 * @throws StartError when a running service has the folder, or it cannot be written
 */
export async function lockData(dir: string): Promise<Stoppable> {
  const file = join(dir, 'lock');
  try {
    makeFolder(dir);
    if (!(await create(file))) {
      const mark = await markIn(file);
      if (isRunning(mark)) {
        throw new StartError(
          `The data in ${dir} is in use by another Rollcall (process ${Number.parseInt(mark, 10)}); stop it, or give --data DIR.`,
        );
      }
      await rm(file, { force: true });
      await create(file);
    }
    closeToOthers(dir);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data folder ${dir} cannot be used (${(error as NodeJS.ErrnoException).code}); give another with --data DIR.`,
    );
  }
  return { stop: () => rm(file, { force: true }) };
}

async function create(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(processMark(process.pid) ?? String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function markIn(file: string): Promise<string> {
  const mark = await readFile(file, 'utf8');
  if (mark !== '') return mark;
  await sleep(WRITING_MS);
  return readFile(file, 'utf8');
}

/** Of what follows the name of a process in `/proc/<pid>/stat`: when it began, in ticks since the machine did. */
const BEGAN = 19;

/** What one process alone has: its number, its beginning and the run of the machine. Null where it is gone, or not told. */
export function processMark(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[BEGAN];
    return `${pid} ${began} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return null;
  }
}

/** Whether a mark, or the bare number that systems without `/proc` and earlier releases have, is that of a service that runs. */
export function isRunning(mark: string): boolean {
  const pid = Number.parseInt(mark, 10);
  if (!(pid > 0)) return false;
  return /^\d+$/.test(mark) ? isService(pid) : processMark(pid) === mark;
}

function isService(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('local.ts');
  } catch {
    return true;
  }
}
