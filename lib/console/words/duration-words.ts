import { medianOf } from '../../domain/monitors/rhythm/clusters.ts';
import type { Output } from '../api/operations.ts';
import { runText } from './relative-text.ts';

/** How long runs took, from their figures and from the successes among them, newest first, in milliseconds. */
export function durationWords(
  duration: Output<'getMonitor'>['duration'],
  successes: readonly number[],
): string | null {
  const { samples, p50_ms: p50, max_ms: max } = duration ?? {};
  if (!samples || p50 == null || max == null) return null;
  if (samples === 1) return `The one measured run took ${runText(max)}.`;
  const half = `Half of the last ${samples} measured runs took ${runText(p50)} or less; the longest ${runText(max)}.`;
  return `${slowerWords(successes)}${half}`;
}

const COMPARED_MIN = 3;
const SLOWER_FACTOR = 1.5;
const SLOWER_MIN_MS = 5_000;

/** The newest third beside the oldest; nothing where they are much alike. */
function slowerWords(successes: readonly number[]): string {
  const third = Math.floor(successes.length / 3);
  if (third < COMPARED_MIN) return '';
  const [nowMs, beforeMs] = [medianOf(successes.slice(0, third)), medianOf(successes.slice(-third))];
  if (nowMs < Math.max(beforeMs * SLOWER_FACTOR, beforeMs + SLOWER_MIN_MS)) return '';
  return `Getting slower: the latest ${third} usually took ${runText(nowMs)}, the ${third} oldest ${runText(beforeMs)}. `;
}
