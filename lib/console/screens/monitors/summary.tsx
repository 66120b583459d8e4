import { headlineOf, moodOf, type StandingCounts } from '../../../render/feed/headline.ts';

/** How all monitors stand, in one sentence. */
export function Summary({ counts, isWhole }: { counts: StandingCounts; isWhole: boolean }) {
  return (
    <p class={`summary ${moodOf(counts)}`} role="status">
      {headlineOf(counts)}
      {!isWhole && <span class="soft">, more are coming</span>}
    </p>
  );
}
