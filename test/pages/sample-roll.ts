import type { FeedMonitor, FeedState } from '../../lib/domain/feed/feed-monitor.ts';
import { FAILING, feedMonitor, rowIdOf } from '../lib/domain/feed/sample-feed.ts';

/** Names that break careless pages: long, right to left, emoji, markup. */
export const ODD_NAMES = [
  'nightly-backup',
  'نسخة احتياطية لقاعدة البيانات',
  '🚀 deploy 👩‍🚀🔥 pipeline',
  'a-name-without-any-place-to-break-it-that-goes-on-and-on-until-it-has-80-letters',
  'A long name of many words that has to wrap on a phone and still fit on a screen',
  `</bdi></main><script>document.title='broken'</script><img src=x onerror=alert(1)>`,
  'גיבוי לילי (מסד נתונים)',
  '每日数据库备份任务',
  `"quoted" & 'single' <b>bold</b>`,
];

const STATES: FeedState[] = ['late', 'ok', 'waiting', 'ok', 'paused', 'ok', 'inactive', 'ok', 'ok', 'ok'];

/** So many monitors, with every odd name and every state among them as far as they reach. */
export function sampleRoll(count: number): FeedMonitor[] {
  return Array.from({ length: count }, (_none, index) => {
    const odd = ODD_NAMES[index % ODD_NAMES.length] ?? '';
    return feedMonitor({
      rowId: rowIdOf(index + 1),
      name: index < ODD_NAMES.length ? odd : `${odd.slice(0, 76)} ${index}`,
      state: STATES[index % STATES.length] ?? 'ok',
      incident: index % 10 === 3 ? { ...FAILING, reason: index % 20 === 3 ? 'fail' : 'too_long' } : null,
      tags: index % 3 === 0 ? ['database', 'a-tag-of-thirty-two-characters-xx'] : [],
      cron: index % 4 === 0 ? '*/15 0-6,18-23 1,15 * 1-5' : null,
      tz: index % 4 === 0 ? 'America/Argentina/ComodRivadavia' : null,
    });
  });
}
