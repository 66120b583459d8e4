import type { Schedule } from '../../schedule/schedule.ts';
import { answersOf, type Answers } from './answers.ts';
import { bestIn, CHANGING_ZONES, hasChange, type Fit } from './best-in-zone.ts';
import { candidatesIn } from './candidates.ts';
import { convictionOf, graceOf, toleranceFor } from './conviction.ts';
import type { History, Run } from './history.ts';
import type { Alternative } from './proposal.ts';

const ALTERNATIVES_MAX = 16;

/** What else the runs fit: on other days, at another minute, in other zones. */
export function alternativesOf(
  best: Fit,
  fits: readonly Fit[],
  runs: readonly Run[],
  history: History,
): Alternative[] {
  const { schedule, candidate } = best;
  const found: Alternative[] = [];
  const name = (untold: Alternative['untold'], other: Schedule, answers: Answers) => {
    const graceSec = graceOf(other, answers, history);
    if (graceSec !== null) found.push({ patch: { ...other, grace_sec: graceSec }, untold });
  };
  const answersAs = (cron: string) => {
    const other = { cron, tz: schedule.tz };
    const answers = answersOf(other, runs, history, toleranceFor(runs.length, true));
    return answers !== null && convictionOf(other, answers, runs) === 'full' ? answers : null;
  };
  const [minute = '', hour = '', ...days] = schedule.cron.split(' ');
  const otherDays = { '* * *': '* * 1-5', '* * 1-5': '* * *' }[days.join(' ')];
  const onOther = [minute, hour, otherDays].join(' ');
  // Of a working week alone it may be each day, the week, or Saturday too.
  const answersOnOther = otherDays === undefined ? null : answersAs(onOther);
  if (answersOnOther !== null)
    for (const cron of [onOther, [minute, hour, '* * 1-6'].join(' ')])
      name('weekend', { ...schedule, cron }, answersOnOther);
  for (const { cron, minute: place, cost } of candidatesIn(schedule.tz, runs))
    // prettier-ignore
    if (place > 0 && cost === candidate.cost && cron !== schedule.cron && cron.endsWith(days.join(' '))) {
      const answers = answersAs(cron);
      if (answers !== null) name('minute', { ...schedule, cron }, answers);
    }
  if (isOfNoZone(schedule)) return found;
  for (const fit of zonesBeside(best, fits, runs, history)) name('clock_change', fit.schedule, fit.answers);
  return found.slice(0, ALTERNATIVES_MAX);
}

/** In which other zones the runs keep their time as well, so that only the next clock change will tell. */
function zonesBeside(best: Fit, fits: readonly Fit[], runs: readonly Run[], history: History): Fit[] {
  const others = fits.filter(({ schedule, answers }) => schedule.tz !== best.schedule.tz && answers.missed + answers.extra <= best.answers.missed + best.answers.extra); // prettier-ignore
  const looked = new Set([best.schedule.tz, ...fits.map(({ schedule }) => schedule.tz)]);
  const rest = CHANGING_ZONES.filter((tz) => !looked.has(tz) && !hasChange(tz, runs));
  return [...others, ...rest.flatMap((tz) => bestIn(tz, runs, history, true).fit ?? [])];
}

/** Whether a schedule means the same in every zone that is whole hours from UTC. */
function isOfNoZone({ cron }: Schedule): boolean {
  return cron.endsWith(' * * * *');
}
