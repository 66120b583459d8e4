const WIDTH = 96;
const HEIGHT = 24;

interface SparkBar {
  /** The height is in proportion to the largest; null is a run that was not measured. */
  value: number | null;
  isBad?: boolean;
}

/** The last runs as bars, oldest first; `name` says it in words for who does not see it. */
export function Sparkline({ bars, name }: { bars: readonly SparkBar[]; name: string }) {
  const max = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const step = WIDTH / Math.max(12, bars.length);
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
      {bars.map(({ value, isBad }, at) => {
        const height = value === null ? 3 : Math.max(3, (value / max) * HEIGHT);
        return (
          <rect
            key={at}
            class={isBad ? 'late' : 'ok'}
            x={at * step}
            y={HEIGHT - height}
            width={Math.max(1, step - 1.5)}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
