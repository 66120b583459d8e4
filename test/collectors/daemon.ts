import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programPath } from '../support/machines/programs.ts';

/** A program that runs until it is ended. */
export interface Daemon {
  /** What it said so far, on both of its outputs. */
  said: () => string;
  /** Ends it, and waits for that. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Who owns nothing: user and group `nobody` and `nogroup` of Debian. */
export const NOBODY = 65_534;
/** The command before a program that has it end with whoever began it, however that ends; and where that is root, be nobody. */
export const AS_NOBODY = [
  'setpriv',
  '--pdeathsig',
  'KILL',
  ...(process.getuid?.() === 0 ? ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups'] : []),
];
/** A database closes its files in that time. */
const ENDS_WITHIN_MS = 10_000;

/** Begins a program as nobody, in a folder that is its home too. */
export function startDaemon(program: string, args: readonly string[], folder: string): Daemon {
  const { child, said } = begin(program, args, folder);
  const exited = once(child, 'close');
  return {
    said,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
      await exited;
      clearTimeout(late);
    },
  };
}

/** Runs a program as nobody to its end, and returns what it said. Rejects where it fails. */
export async function runAsNobody(program: string, args: readonly string[], folder: string): Promise<string> {
  const { child, said } = begin(program, args, folder);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said()}`);
  return said();
}

function begin(
  program: string,
  args: readonly string[],
  folder: string,
): { child: ChildProcess; said: () => string } {
  const path = programPath(program);
  if (path === null) throw new Error(`There is no ${program}.`);
  const [command = '', ...as] = AS_NOBODY;
  const child = spawn(command, [...as, path, ...args], {
    cwd: folder,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      HOME: folder,
      TMPDIR: folder,
      LC_ALL: 'C.UTF-8',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { child, said: () => said };
}
