import { isTrouble, type Standing } from '../../domain/feed/standing.ts';

const WORDS: Record<Standing, string> = {
  ok: 'OK',
  late: 'Late',
  failing: 'Failing',
  'running too long': 'Running too long',
  'beyond its threshold': 'Beyond threshold',
  waiting: 'Waiting',
  paused: 'Paused',
  inactive: 'Inactive',
};

/** A shape for each, so that it reads without colour. */
const SHAPES: Record<string, string> = {
  ok: 'M3.5 8.5l3 3 6-6.5',
  trouble: 'M8 3.5v5.5M8 12.5h0',
  waiting: 'M3.5 8h0M8 8h0M12.5 8h0',
  paused: 'M5.5 4v8M10.5 4v8',
  inactive: 'M4 8h8',
};

/** How a monitor stands (`standingOf`), in a word and a shape; `words` where another thing stands like one. */
export function StateBadge({ standing, words = WORDS[standing] }: { standing: Standing; words?: string }) {
  const kind = isTrouble(standing) ? 'trouble' : standing;
  return (
    <span class={`state ${isTrouble(standing) ? 'late' : standing}`}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      {words}
    </span>
  );
}
