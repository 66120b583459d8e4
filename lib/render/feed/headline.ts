import { ROLL_ORDER } from '../../domain/feed/roll-order.ts';
import { isTrouble, type Standing } from '../../domain/feed/standing.ts';
import type { MarkVariant } from '../mark.ts';

/** How many monitors stand how. */
export type StandingCounts = Record<Standing, number>;

/** What the whole page looks like: the worst among those who are watched, or `empty`. */
export type Mood = 'trouble' | 'waiting' | 'ok' | 'paused' | 'empty';

/** One shape for each mood, in the tab and before the headline. */
export const MARK_OF: Record<Mood, MarkVariant> = {
  trouble: 'down',
  waiting: 'waiting',
  ok: 'ok',
  paused: 'paused',
  empty: 'empty',
};

export function countsOf(standings: Iterable<Standing>): StandingCounts {
  const counts = Object.fromEntries(ROLL_ORDER.map((standing) => [standing, 0])) as StandingCounts;
  for (const standing of standings) counts[standing] += 1;
  return counts;
}

export function moodOf(counts: StandingCounts): Mood {
  if (troublesOf(counts).length > 0) return 'trouble';
  if (counts.waiting > 0) return 'waiting';
  if (counts.ok > 0) return 'ok';
  return counts.paused > 0 ? 'paused' : 'empty';
}

/** The one sentence a wall screen is read for. Paused and inactive monitors are not watched. */
export function headlineOf(counts: StandingCounts): string {
  switch (moodOf(counts)) {
    case 'trouble':
      return shareOf(counts, troublesOf(counts));
    case 'waiting':
      // Nothing is wrong with who has yet to begin, so those who are well come first.
      return `${shareOf(counts, counts.ok > 0 ? ['ok', 'waiting'] : ['waiting'])} for a first ping`;
    case 'ok':
      return shareOf(counts, ['ok']);
    case 'paused':
      return 'All monitors are paused';
    case 'empty':
      return counts.inactive > 0 ? 'No active monitors' : 'No monitors yet';
  }
}

/** A standing as one word, for ids and classes. */
export function wordOf(standing: Standing): string {
  return standing.replaceAll(' ', '-');
}

/** The headline in a browser tab, where the first few characters count. */
export function tabTitleOf(counts: StandingCounts, whose = 'Rollcall'): string {
  return `${shortOf(counts)} · ${whose}`;
}

/** The counts that matter: `1 late, 2 failing`, or `All 12 ok`. */
export function shortOf(counts: StandingCounts): string {
  switch (moodOf(counts)) {
    case 'trouble':
      return troublesOf(counts)
        .map((standing) => `${counts[standing]} ${asMany(standing, counts[standing])}`)
        .join(', ');
    case 'waiting':
      return counts.ok > 0 ? `${counts.ok} ok, ${counts.waiting} waiting` : `${counts.waiting} waiting`;
    case 'ok':
      return counts.ok === 1 ? '1 ok' : `All ${counts.ok} ok`;
    case 'paused':
      return 'Paused';
    case 'empty':
      return 'No monitors';
  }
}

function troublesOf(counts: StandingCounts): Standing[] {
  return ROLL_ORDER.filter((standing) => isTrouble(standing) && counts[standing] > 0);
}

/** "2 of 12 are late, 1 is failing": every trouble is named, so that none hides behind another. */
function shareOf(counts: StandingCounts, standings: readonly Standing[]): string {
  const watched = ROLL_ORDER.reduce(
    (sum, standing) => sum + counts[standing],
    -counts.paused - counts.inactive,
  );
  const [worst = 'ok', ...others] = standings;
  if (counts[worst] === watched)
    return watched === 1
      ? `The only one watched is ${worst}`
      : `All ${watched} are ${asMany(worst, watched)}`;
  const rest = others.map(
    (standing) => `, ${counts[standing]} ${areOf(counts[standing])} ${asMany(standing, counts[standing])}`,
  );
  return `${counts[worst]} of ${watched} ${areOf(counts[worst])} ${asMany(worst, counts[worst])}${rest.join('')}`;
}

/** Of several, `beyond their threshold`. */
function asMany(standing: Standing, count: number): string {
  return count === 1 ? standing : standing.replace(' its ', ' their ');
}

function areOf(count: number): string {
  return count === 1 ? 'is' : 'are';
}
