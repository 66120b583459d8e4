import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { compareText } from '../../domain/feed/roll-order.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { AlertReason } from '../../domain/monitors/monitor.ts';
import { durationText } from '../time-text.ts';
import { downtimeSecOf, isRepeat, nameText, outputTextOf } from './alert-text.ts';
import type { Told } from './told.ts';

const NAME_IN_HEADLINE_MAX_CHARS = 35;
const OUTPUTS = new WeakMap<Told, string | null>();

/** `7 monitors went silent: a, b and 5 more`, on one printable line; throws a RangeError when there is no alert. */
export function groupHeadline(contents: Told[]): string {
  if (contents.length === 0) throw new RangeError('a group needs at least one alert');
  const names = oldestFirst(contents).map((content) =>
    cleanLine(nameText(content.monitorName), NAME_IN_HEADLINE_MAX_CHARS),
  );
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  const list = shown.length === 1 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
  return `${names.length} ${whatHappenedTo(contents)}: ${list}`;
}

/** In the order of a list: down the longest first, then by name, so that the order is always the same. */
export function oldestFirst(contents: Told[]): Told[] {
  return contents.toSorted(
    (a, b) =>
      a.downSince - b.downSince ||
      compareText(a.monitorName, b.monitorName) ||
      compareText(a.alertId, b.alertId),
  );
}

/**
 * The output to show with an alert of a list. Kept for as long as the alert is at hand: redaction takes a millisecond
 * per thousand characters, and fifty managers of an organization get a mail each about the same hundred.
 */
export function listedOutputOf(content: Told): string | null {
  const known = OUTPUTS.get(content);
  const output = known === undefined ? outputTextOf(content) : known;
  OUTPUTS.set(content, output);
  return output;
}

/** How long a monitor was down that is back. */
export function downText(content: Told): string {
  return durationText(downtimeSecOf(content));
}

/** The run that is open for too long, where it has a name. */
export function runText({ runId }: Told): string | null {
  return runId === null ? null : cleanLine(runId, LIMITS.ridMaxChars);
}

/** How long a run may take; of alerts of former times `its limit`. */
export function limitText({ maxDurationSec }: Told): string {
  return maxDurationSec === null ? 'its limit' : durationText(maxDurationSec);
}

function whatHappenedTo(contents: Told[]): string {
  const areAll = (reason: AlertReason): boolean =>
    contents.every((content) => content.kind === 'miss' && content.reason === reason);
  const areRepeats = contents.every(isRepeat);
  if (contents.every(({ kind }) => kind === 'recovery')) return 'monitors are back';
  if (areAll('fail')) return areRepeats ? 'jobs are still failing' : 'jobs failed';
  if (areAll('too_long')) return areRepeats ? 'jobs are still running too long' : 'jobs are running too long';
  if (areAll('threshold'))
    return areRepeats ? 'monitors are still beyond their thresholds' : 'monitors are beyond their thresholds';
  if (!areAll('silence')) return 'monitors changed state';
  if (areRepeats) return 'monitors are still silent';
  return contents.some(isRepeat) ? 'monitors are silent' : 'monitors went silent';
}
