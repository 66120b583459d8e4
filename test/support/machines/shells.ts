import { spawn } from 'node:child_process';
import type { TestContext } from 'vitest';
import { needsProgram } from '../lacking.ts';

/** A shell that generated commands must run in. */
export interface Shell {
  name: string;
  program: string;
  args: readonly string[];
  debianPackage: string;
}

const shell = (program: string, args: string[] = [], debianPackage = program): Shell => ({
  name: [program, ...args].join(' '),
  program,
  args,
  debianPackage,
});

/** What `sh` is on the machines that are watched. */
export const POSIX_SHELLS: readonly Shell[] = [
  shell('dash'),
  shell('bash'),
  shell('bash', ['--posix']),
  shell('busybox', ['sh']),
  shell('mksh'),
  shell('ksh', [], 'ksh93u+m'),
  shell('zsh', ['--emulate', 'sh']),
];

/** What a person types into. */
export const TERMINAL_SHELLS: readonly Shell[] = [
  shell('dash'),
  shell('bash'),
  shell('busybox', ['sh']),
  shell('mksh'),
  shell('ksh', [], 'ksh93u+m'),
  shell('zsh', ['-f']),
  shell('fish', ['--no-config']),
  shell('tcsh', ['-f']),
];

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command in a shell, as `sh -c` does. Skips the test where the shell is missing. */
export function runIn(test: TestContext, { program, args, debianPackage }: Shell, command: string, env = {}) {
  needsProgram(test, program, debianPackage);
  return ran(program, [...args, '-c', command], '', env);
}

/** Runs a script that a shell reads from its input, as after a pipe. Skips the test where the shell is missing. */
export function pipedInto(
  test: TestContext,
  { program, args, debianPackage }: Shell,
  script: string,
  env = {},
) {
  needsProgram(test, program, debianPackage);
  return ran(program, args, script, env);
}

/** What a program printed, and its exit code. */
export function ran(
  program: string,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...env } });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
    // A program that ends early closes its input.
    child.stdin.on('error', () => {}).end(input);
  });
}

/** What cron hands to its shell, and to the standard input of that (crontab(5)). */
export function byCron(line: string): { command: string; input: string } {
  const text = line.replace(/^(?:\S+\s+){5}/, '');
  const end = /^(?:\\.|[^%\\])*/.exec(text)?.[0].length ?? 0;
  const [command = '', input = ''] = [text.slice(0, end), text.slice(end + 1)].map((part) =>
    part.replace(/(?<!\\)%/g, '\n').replaceAll('\\%', '%'),
  );
  return { command, input };
}
