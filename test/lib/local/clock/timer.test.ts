import { describe, expect, it } from 'vitest';
import { startTimer } from '../../../../lib/local/clock/timer.ts';

describe('startTimer', () => {
  it('runs for the first time after one interval of seconds', async () => {
    const ran = Promise.withResolvers<number>();
    const startedAt = performance.now();
    const timer = startTimer({
      everySec: 0.2,
      run: async () => ran.resolve(performance.now() - startedAt),
      onError: () => {},
    });

    const afterMs = await ran.promise;
    await timer.stop();

    expect(afterMs).toBeGreaterThan(190);
  });

  it('begins at once with what comes first, once', async () => {
    const thrice = Promise.withResolvers<void>();
    const happened: string[] = [];
    const timer = startTimer({
      everySec: 0.005,
      first: async () => void happened.push('first'),
      run: async () => {
        if (happened.push('run') === 3) thrice.resolve();
      },
      onError: () => {},
    });

    expect(happened).toEqual(['first']);
    await thrice.promise;
    await timer.stop();

    expect(happened.slice(0, 3)).toEqual(['first', 'run', 'run']);
  });

  it('runs again and again, and tells what a run threw', async () => {
    const thrice = Promise.withResolvers<void>();
    const errors: unknown[] = [];
    let runs = 0;
    const timer = startTimer({
      everySec: 0.005,
      run: async () => {
        runs += 1;
        if (runs === 3) thrice.resolve();
        throw new Error(`run ${runs}`);
      },
      onError: (error) => errors.push(error),
    });

    await thrice.promise;
    await timer.stop();

    expect(errors).toEqual([new Error('run 1'), new Error('run 2'), new Error('run 3')]);
  });

  it('never overlaps runs, and stop waits for the one under way and starts no other', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const happened: string[] = [];
    const timer = startTimer({
      everySec: 0.001,
      run: async () => {
        happened.push('start');
        started.resolve();
        await release.promise;
        happened.push('end');
      },
      onError: () => {},
    });
    await started.promise;
    await new Promise((resolve) => setTimeout(resolve, 20));

    const stopped = timer.stop().then(() => happened.push('stopped'));
    release.resolve();
    await stopped;
    await new Promise((resolve) => setTimeout(resolve, 10));

    expect(happened).toEqual(['start', 'end', 'stopped']);
  });
});
