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

/** Name, tags and limits as their form has them. */
export interface LimitsDraft {
  name: string;
  tags: string;
  /** Empty for no limit. */
  maxMin: string;
  failures: string;
}

/** The form of a monitor as it is. */
export function limitsOf(
  monitor: Pick<Monitor, 'name' | 'tags' | 'max_duration_sec' | 'alert_after_failures'>,
): LimitsDraft {
  const { name, tags, max_duration_sec: sec, alert_after_failures: failures } = monitor;
  return {
    name,
    tags: tags.join(', '),
    maxMin: sec === null ? '' : String(sec / 60),
    failures: String(failures),
  };
}

/** What is wrong with a field before it is sent. */
export const LIMIT_CHECKS: Readonly<Record<keyof LimitsDraft, Check>> = {
  name: nameOfMonitor,
  tags: (text) => severalTags(tagsIn(text).join()),
  maxMin: maybe(lasting(60, LIMITS.maxDurationMinSec, LIMITS.maxDurationMaxSec)),
  failures: counted(1, LIMITS.alertAfterFailuresMax),
};

const tagsIn = (text: string) => text.split(/[\s,]+/).filter((tag) => tag !== '');

/**
 * The patch of what was typed, where nothing is wrong with it, and of nothing else: the rest may have been changed
 * elsewhere meanwhile.
 */
export function limitsPatch({
  name,
  tags,
  maxMin,
  failures,
}: Partial<LimitsDraft>): Input<'patchMonitor'>['body'] {
  return {
    name,
    tags: tags === undefined ? undefined : tagsIn(tags),
    max_duration_sec: maxMin?.trim() === '' ? null : maxMin === undefined ? undefined : times(maxMin, 60),
    alert_after_failures: failures === undefined ? undefined : numberIn(failures),
  };
}
