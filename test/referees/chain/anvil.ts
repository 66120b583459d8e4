import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

export interface Anvil {
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A chain of its own on a free port of this machine, which ends with the process that began it. */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const program = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
  const child = spawn(program, ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const exited = once(child, 'exit');
  const port = await Promise.race([portOf(child.stdout), exited.then(() => null)]);
  if (port === null) throw new Error('The chain did not begin.');
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      end();
      process.off('exit', end);
      await exited;
    },
  };
}

async function portOf(output: NodeJS.ReadableStream): Promise<string | null> {
  for await (const line of createInterface(output)) {
    const port = /^Listening on 127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    // What it goes on to say of each call is read by nobody, and must not fill the pipe.
    output.resume();
    return port;
  }
  return null;
}
