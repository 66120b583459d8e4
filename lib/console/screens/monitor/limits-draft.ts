import { LIMITS } from '../../../domain/limits.ts';
import type { Input } from '../../api/operations.ts';
import { times } from '../../schedule/draft.ts';
import {
  counted,
  lasting,
  maybe,
  nameOfMonitor,
  severalTags,
  type Check,
  numberIn,
} from '../../words/checks.ts';
import type { Monitor } from './monitor.ts';

/** Name, tags, limits and who hears of a monitor, as their form has them. */
export interface LimitsDraft {
  name: string;
  tags: string;
  /** Empty for no limit. */
  maxMin: string;
  failures: string;
  alertTo: string;
  alertUrl: string;
  /** Seconds, one of `REPEATS`. */
  repeat: string;
  repeatHours: string;
}

const HOUR_SEC = 3_600;
const OTHER = 'other';

/** How often it is told again, in seconds; empty for what holds where nobody says it. */
export const REPEATS = [
  ['', 'day'],
  ['3600', 'hour'],
  ['21600', '6 hours'],
  ['604800', 'week'],
  ['2592000', '30 days, the longest'],
  [OTHER, 'other …'],
] as const;

type Limited = Pick<
  Monitor,
  | 'name'
  | 'tags'
  | 'interval_sec'
  | 'max_duration_sec'
  | 'alert_after_failures'
  | 'alert_repeat_sec'
  | 'alert_to'
  | 'alert_url'
>;

/** The form of a monitor as it is. */
export function limitsOf(monitor: Limited): LimitsDraft {
  const { name, tags, max_duration_sec: sec, alert_after_failures: failures } = monitor;
  const { alert_repeat_sec: repeatSec, interval_sec: intervalSec } = monitor;
  // It is never less than the interval, so that says nothing of what was asked for.
  const repeat = [LIMITS.alertRepeatDefaultSec, intervalSec].includes(repeatSec) ? '' : String(repeatSec);
  return {
    name,
    tags: tags.join(', '),
    maxMin: sec === null ? '' : String(sec / 60),
    failures: String(failures),
    alertTo: monitor.alert_to ?? '',
    alertUrl: monitor.alert_url ?? '',
    repeat: REPEATS.some(([value]) => value === repeat) ? repeat : OTHER,
    repeatHours: String(repeatSec / HOUR_SEC),
  };
}

/** What is wrong with a field before it is sent. */
export const LIMIT_CHECKS: Readonly<Record<'name' | 'tags' | 'maxMin' | 'failures' | 'repeatHours', Check>> =
  {
    name: nameOfMonitor,
    tags: (text) => severalTags(tagsIn(text).join()),
    maxMin: maybe(lasting(60, LIMITS.maxDurationMinSec, LIMITS.maxDurationMaxSec)),
    failures: counted(1, LIMITS.alertAfterFailuresMax),
    repeatHours: lasting(HOUR_SEC, LIMITS.alertRepeatMinSec, LIMITS.alertRepeatMaxSec),
  };

const tagsIn = (text: string) => text.split(/[\s,]+/).filter((tag) => tag !== '');

/**
 * The patch of what was typed, where nothing is wrong with it, and of nothing else: the rest may have been changed
 * elsewhere meanwhile.
 */
export function limitsPatch(typed: Partial<LimitsDraft>): Input<'patchMonitor'>['body'] {
  const { name, tags, maxMin, failures, alertTo, alertUrl } = typed;
  return {
    name,
    tags: tags === undefined ? undefined : tagsIn(tags),
    max_duration_sec: maxMin?.trim() === '' ? null : maxMin === undefined ? undefined : times(maxMin, 60),
    alert_after_failures: failures === undefined ? undefined : numberIn(failures),
    alert_repeat_sec: repeatSecOf(typed),
    alert_to: noneOf(alertTo),
    alert_url: noneOf(alertUrl),
  };
}

function repeatSecOf({ repeat, repeatHours }: Partial<LimitsDraft>): number | null | undefined {
  if (repeat === '') return null;
  if (repeat !== undefined && repeat !== OTHER) return Number(repeat);
  return repeatHours === undefined ? undefined : times(repeatHours, HOUR_SEC);
}

/** What is emptied is none. */
const noneOf = (text: string | undefined) => (text?.trim() === '' ? null : text?.trim());
