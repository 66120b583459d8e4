export interface TimerOptions {
  /** Real seconds: the service's clock may be moved, the timer does not notice. */
  everySec: number;
  run(): Promise<unknown>;
  /** Runs at once in the place of a first `run`; without it the first comes after one interval. */
  first?: () => Promise<unknown>;
  /** Told of what `run` threw; the timer goes on. */
  onError(error: unknown): void;
}

export interface LocalTimer {
  /** Starts no further run and resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Plays the scheduler: runs every so often; a tick during a run is left out. */
export function startTimer(options: TimerOptions): LocalTimer {
  const { everySec, run, first, onError } = options;
  let running: Promise<void> | null = null;
  const tick = (work: () => Promise<unknown>) => {
    running ??= guarded(work, onError).finally(() => {
      running = null;
    });
  };
  const interval = setInterval(() => tick(run), everySec * 1000);
  if (first) tick(first);
  return {
    async stop() {
      clearInterval(interval);
      await running;
    },
  };
}

async function guarded(run: TimerOptions['run'], onError: TimerOptions['onError']): Promise<void> {
  try {
    await run();
  } catch (error) {
    onError(error);
  }
}
