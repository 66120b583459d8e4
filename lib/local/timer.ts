export interface TimerOptions {
  /** Real seconds: the service's clock may be moved, the timer does not notice. */
  everySec: number;
  run(): Promise<unknown>;
  /** Told of what `run` threw; the timer goes on. */
  onError(error: unknown): void;
}

export interface LocalTimer {
  /** Starts no further run and resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Plays the scheduler: runs every so often, the first time after one interval; a tick during a run is left out. */
export function startTimer(options: TimerOptions): LocalTimer {
  const { everySec, run, onError } = options;
  let running: Promise<void> | null = null;
  const interval = setInterval(() => {
    running ??= guarded(run, onError).finally(() => {
      running = null;
    });
  }, everySec * 1000);
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
