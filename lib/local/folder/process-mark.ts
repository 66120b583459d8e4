import { readFileSync } from 'node:fs';

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
