import { scheduleWords } from '../../../render/monitors/schedule-words.ts';
import { everyText } from '../../../render/time-text.ts';
import type { Monitor } from './monitor.ts';

const known = new Map<string, string>();

/** When a monitor expects its job, in words: `every 5 minutes`, `at 03:00 on Monday, in Europe/Berlin`. */
export function scheduleText({ cron, tz, interval_sec: intervalSec }: Monitor): string {
  if (cron === null) return everyText(intervalSec);
  const zone = tz ?? 'UTC';
  const words = known.get(`${cron} ${zone}`) ?? scheduleWords(cron, zone);
  known.set(`${cron} ${zone}`, words);
  return words;
}
