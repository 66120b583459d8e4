import type { catalogue } from '../../lib/contract/catalogue.ts';
import { newSettings } from '../../lib/domain/monitors/settings/settings.ts';
import { defaultGraceSec } from '../../lib/domain/schedule/default-grace.ts';
import { schedulePreview } from '../../lib/domain/schedule/preview.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { previewedRunView, warningView } from '../../lib/render/monitors/preview-view.ts';
import { intervalWords, scheduleWords } from '../../lib/render/monitors/schedule-words.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const previewSchedule: Handle<typeof catalogue.previewSchedule> = async ({ now }, { body }) => {
  const { interval_sec: intervalSec, cron, tz, grace_sec: graceSec } = body;
  const wanted = { name: 'preview', intervalSec, cron, tz, graceSec };
  const timing = valueOrRefusal(newSettings(wanted, { now, allowLoopback: false }));
  const { runs, warnings } = schedulePreview(timing, now);
  return {
    interval_sec: timing.intervalSec,
    cron: timing.cron,
    tz: timing.tz,
    grace_sec: timing.graceSec,
    fitting_grace_sec:
      timing.cron === null ? null : defaultGraceSec({ cron: timing.cron, tz: timing.tz ?? 'UTC' }, now),
    in_words:
      timing.cron === null
        ? intervalWords(timing.intervalSec)
        : scheduleWords(timing.cron, timing.tz ?? 'UTC'),
    next_runs: runs.map(previewedRunView),
    warnings: warnings.map(warningView),
  };
};
