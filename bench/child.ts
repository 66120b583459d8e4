import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PATIENCE_MS = 120_000;

/** Another process of the bench, which answers each question in order. */
export interface Child {
  ask<Answer>(question: unknown): Promise<Answer>;
  /** Lets the process end by itself, and waits for that. */
  stop(): Promise<void>;
}

export function startChild(file: string): Child {
  const child = fork(join(import.meta.dirname, file), { serialization: 'advanced' });
  return {
    async ask<Answer>(question: unknown) {
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(), PATIENCE_MS);
      const message = once(child, 'message', waiting) as Promise<[Answer]>;
      const exit = once(child, 'exit', waiting).then(() => null);
      child.send(question as object);
      try {
        const first = await Promise.race([message, exit]);
        if (first === null) throw new Error(`${file} ended before it answered.`);
        return first[0];
      } finally {
        clearTimeout(timer);
        waiting.abort();
        await Promise.allSettled([message, exit]);
      }
    },
    stop: () => stopped(child),
  };
}

/** The other side: answers what the bench asks until the bench goes away. */
export function answerWith(answer: (question: never) => Promise<unknown>, end: () => Promise<void>): void {
  process.on('message', (question) => {
    answer(question as never).then(
      (reply) => process.send?.(reply),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => void end().then(() => process.exit(0)));
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(timer);
}
