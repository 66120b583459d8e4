import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';

const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 15_000;
const STOP_PATIENCE_MS = 5_000;
const STDERR_MAX_CHARS = 2_000;

/**
 * Becomes the engine, after leaving a watchdog behind that reads our end of a pipe: when we are gone, however we
 * went, the pipe ends without a line and the watchdog kills the engine. `$$` stays the engine's own process id.
 */
const WATCHED =
  'exec 3<&0; (read -r line <&3 || kill -KILL $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&- </dev/null';

export interface Engine {
  endpoint: string;
  died: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Runs the engine on a free port of this machine until it answers; `file` null keeps its data in memory.
 * @throws StartError with the engine's own words when it ends instead
 */
export async function startEngine(binary: string, file: string | null): Promise<Engine> {
  for (let attempt = 1; ; attempt += 1) {
    const run = new EngineRun(binary, await freePort(), file);
    const failure = await run.ready();
    if (failure === null) return { endpoint: run.endpoint, died: run.died, stop: () => run.stop() };
    await run.stop();
    // Somebody may take the port between our look and the engine's start.
    if (attempt < START_ATTEMPTS && failure.includes('already in use')) continue;
    throw new StartError(
      `The embedded database does not start${file === null ? '' : ` on ${file}`}: ${failure}`,
    );
  }
}

class EngineRun {
  readonly endpoint: string;
  readonly died: Promise<string>;
  #child: ChildProcess;
  #stderr = '';
  #ended = false;
  #stopping = false;

  constructor(binary: string, port: number, file: string | null) {
    this.endpoint = `http://127.0.0.1:${port}`;
    const flags = [
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      ...(file === null ? [] : ['--db-path', file]),
    ];
    // Detached: an interrupt from the terminal is ours to handle, requests under way still need the engine.
    this.#child = spawn('/bin/sh', ['-c', WATCHED, binary, ...flags], {
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    });
    this.#child.stdin?.on('error', () => {});
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_MAX_CHARS);
    });
    this.died = new Promise((resolve) => {
      const end = (how: string) => {
        this.#ended = true;
        this.#child.stdin?.end('ended\n');
        if (!this.#stopping)
          resolve(`The embedded database ended by itself (${how}). ${this.#lastWords()}`.trim());
      };
      this.#child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
      this.#child.once('error', (error) => end(error.message));
    });
  }

  /** Null once the engine answers, else why it does not. */
  async ready(): Promise<string | null> {
    const failed = this.died.then(() => sleep(50)).then(() => this.#lastWords() || 'it ended without a word');
    const probe = new AbortController();
    const answered = this.#answers(probe.signal);
    const failure = await Promise.race([answered, failed]);
    probe.abort();
    return failure;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#ended) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await exit;
    clearTimeout(timer);
  }

  async #answers(signal: AbortSignal): Promise<string | null> {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while (!signal.aborted && performance.now() < deadlineMs) {
      const answer = await fetch(this.endpoint, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      // The port could have gone to somebody else; only our engine's own answer counts.
      if (answer?.headers.has('x-dynoxide-version') === true) return null;
      await sleep(20);
    }
    return `it did not answer within ${START_TIMEOUT_MS / 1000} seconds`;
  }

  #lastWords(): string {
    const lines = this.#stderr.split('\n').filter((line) => !line.startsWith('Dynoxide listening'));
    return lines
      .join(' ')
      .trim()
      .replace(/^error: /, '');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
