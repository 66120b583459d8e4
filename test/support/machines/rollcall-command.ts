import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { COMMAND } from '../../../functions/discovery/command/rollcall.built.ts';
import type { Person } from '../service/service.ts';
import { needsCurl, needsProgram } from '../lacking.ts';
import { programPath } from './programs.ts';
import type { Ran, Shell } from './shells.ts';

const folder = mkdtempSync(join(tmpdir(), 'rollcall-command-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The command `rollcall`, as it is served. */
export const ROLLCALL = join(folder, 'rollcall');
writeFileSync(ROLLCALL, COMMAND.text, { mode: 0o755 });

interface Started {
  child: ChildProcess;
  /** What it printed, as bytes are in latin1, and when it itself ended; its output may go on. */
  ended: Promise<Ran & { tookMs: number }>;
}

interface Surroundings {
  env?: Readonly<Record<string, string>>;
  input?: string | Buffer;
}

/** Starts `rollcall` by a shell with as little in its environment as cron gives. Skips the test where shell or curl is missing. */
export function startRollcall(
  test: TestContext,
  { program, args, debianPackage }: Shell,
  words: readonly string[],
  { env = {}, input = '' }: Surroundings = {},
): Started {
  needsCurl(test);
  needsProgram(test, program, debianPackage);
  const began = Date.now();
  const child = spawn(programPath(program) ?? program, [...args, ROLLCALL, ...words], {
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', ROLLCALL_PATIENCE: '0', ...env },
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('latin1').on('data', (text: string) => (printed.stdout += text));
  child.stderr.setEncoding('latin1').on('data', (text: string) => (printed.stderr += text));
  child.stdin.on('error', () => {}).end(input);
  const ended = new Promise<Ran & { tookMs: number }>((done, failed) => {
    let tookMs = 0;
    child.on('error', failed);
    child.on('exit', () => (tookMs = Date.now() - began));
    child.on('close', (code) => done({ code, ...printed, tookMs }));
  });
  return { child, ended };
}

interface KnownSignal {
  kind: string;
  rid: string | null;
  exit_code: number | null;
  duration_ms: number | null;
  output: string | null;
}

/** The signals of the monitor of a name, oldest first, each with what the job had printed. */
export async function signalsOf(owner: Person, name: string): Promise<KnownSignal[]> {
  const found = (await owner.monitors()).find((each: { name: string }) => each.name === name);
  if (!found) return [];
  const events: (KnownSignal & { id: string; has_body: boolean })[] = await owner.events(found.id);
  const read = events.map(async (event) => {
    const path = `/api/endpoints/${found.id}/events/${event.id}/body`;
    return { ...event, output: event.has_body ? (await owner.call('GET', path)).text : null };
  });
  return (await Promise.all(read)).toReversed();
}
