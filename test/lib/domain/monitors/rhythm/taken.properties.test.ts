import { expect, it } from 'vitest';
import { LIMITS } from '../../../../../lib/domain/limits.ts';
import type { Monitor } from '../../../../../lib/domain/monitors/monitor.ts';
import type { ProposalPatch } from '../../../../../lib/domain/monitors/rhythm/proposal.ts';
import { proposalsOf } from '../../../../../lib/domain/monitors/rhythm/proposals-of.ts';
import { monitor, scheduled } from '../../../../support/alerts/monitor-builder.ts';
import {
  ALL_FORMS,
  chanceOf,
  historyOfForm,
  TROUBLES,
  type Made,
} from '../../../../support/rhythm/histories.ts';
import { lateUnder, patched } from '../../../../support/rhythm/taken.ts';
import { rounds } from '../../../../support/thorough.ts';

/** Thorough rounds are some seconds of CPU, more on a busy machine. */
const LONG = { timeout: 180_000 };

/** How the monitor of a job may be set when its history is looked at. */
function settingsOf({ truth, events }: Made): Record<string, Monitor> {
  const at = events.map((event) => event.at).sort((a, b) => a - b);
  const gapSec = Math.max(90, ((at.at(-1) ?? 0) - (at[0] ?? 0)) / 1_000 / at.length);
  const lastEventAt = at.at(-1) ?? null;
  const unscheduled: Record<string, Monitor> = {
    'by key': monitor({ slug: 'job', intervalSec: LIMITS.slugIntervalDefaultSec, lastEventAt }),
    tight: monitor({ intervalSec: Math.ceil(gapSec), lastEventAt }),
    loose: monitor({ intervalSec: Math.ceil(gapSec * 8), lastEventAt }),
  };
  if (truth.schedule === null) return unscheduled;
  const { cron, tz } = truth.schedule;
  const [minute = '', ...rest] = cron.split(' ');
  return {
    ...unscheduled,
    scheduled: scheduled({ cron, tz, graceSec: 90, lastEventAt }),
    'loosely scheduled': scheduled({ cron, tz, graceSec: 86_400, lastEventAt }),
    'in another zone': scheduled({
      cron,
      tz: tz === 'UTC' ? 'Asia/Tokyo' : 'UTC',
      graceSec: 600,
      lastEventAt,
    }),
    'at another hour': scheduled({ cron: `${minute} 5 ${rest.slice(1).join(' ')}`, tz, graceSec: 600, lastEventAt }), // prettier-ignore
  };
}

/** How often the past of a job is told under what was taken: as late, or as too long where that is what it sets. */
function toldUnder(before: Monitor, patch: ProposalPatch, made: Made, from: number): number {
  const { max_duration_sec: limitSec } = patch;
  if (limitSec === undefined)
    return lateUnder(patched({ ...before, lastEventAt: null }, patch), made, { runs: 0, from, to: 0 }).length;
  return made.events.filter(({ at, durationMs }) => at >= from && (durationMs ?? 0) > limitSec * 1_000)
    .length;
}

it.each(TROUBLES)(
  'whatever is proposed and taken, of any settings, makes the past of a job late once at most: %s',
  LONG,
  (trouble) => {
    const kinds = new Set<string>();
    for (const form of ALL_FORMS)
      for (const runs of rounds(0, 1) === 0 ? [8, 20] : [6, 10, 20, 50])
        for (let seed = 0; seed < rounds(1, 6); seed++) {
          const made = historyOfForm(form, runs, chanceOf(1_000 * seed + runs), trouble);
          const { events, untold, ownerTz, now } = made;
          for (const [settings, before] of Object.entries(settingsOf(made))) {
            const looked = { monitor: before, events, untold, ownerTz, dismissed: new Set<string>() };
            for (const { kind, patch, restsOn, alternatives } of proposalsOf(looked, now).proposals) {
              kinds.add(kind);
              for (const each of [patch, ...alternatives.map((alternative) => alternative.patch)])
                expect(toldUnder(before, each, made, restsOn.from), `${form}, ${runs} runs, ${settings}, ${kind}: ${JSON.stringify(made.truth)} as ${JSON.stringify(each)}, seed ${seed}`).toBeLessThanOrEqual(1); // prettier-ignore
            }
          }
        }
    expect([...kinds]).toEqual(expect.arrayContaining(['rhythm', 'grace', 'interval', 'run_limit', 'zone']));
  },
);
