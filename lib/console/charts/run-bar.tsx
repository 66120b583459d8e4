import type { Expected, RunScale, RunTime } from './run-times.ts';

const WIDTH = 1000;
const HEIGHT = 12;
/** What takes no time is seen, too. */
const SEEN_MIN = 6;

interface RunBarProps {
  run: { kind: string; ms: number | null };
  time: RunTime;
  scale: RunScale;
  expected: Expected;
}

/** A run on the time axis that begins with its scheduled time: grace shaded, run limit as a line. Its row says it in words. */
export function RunBar({ run: { kind, ms }, time: { offsetMs }, scale, expected }: RunBarProps) {
  const { fromMs, toMs } = scale;
  const x = (at: number) => Math.min(WIDTH, Math.max(0, ((at - fromMs) / (toMs - fromMs)) * WIDTH));
  const { cron, grace_sec: grace, max_duration_sec: limit } = expected;
  const begin = Math.min(x(offsetMs), WIDTH - SEEN_MIN);
  const limitAt = limit === null ? null : offsetMs + limit * 1000;
  return (
    <svg class="run-bar" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {cron !== null && grace !== null && (
        <rect class="grace" x={x(0)} width={x(grace * 1000) - x(0)} height={HEIGHT} />
      )}
      <rect
        class={kind}
        x={begin}
        y={2}
        width={Math.max(SEEN_MIN, x(offsetMs + (ms ?? 0)) - begin)}
        height={HEIGHT - 4}
      />
      {cron !== null && <rect class="due" x={x(0)} width={2} height={HEIGHT} />}
      {limitAt !== null && limitAt < toMs && <rect class="limit" x={x(limitAt)} width={3} height={HEIGHT} />}
    </svg>
  );
}
