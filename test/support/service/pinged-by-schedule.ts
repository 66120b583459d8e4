import type { Schedule } from '../../../lib/domain/schedule/schedule.ts';
import { nextRunAfter } from '../../../lib/domain/schedule/next-run.ts';
import type { Person, TestService } from './service.ts';

/** Lets time go by until a job has run so often by its schedule, and ping so many seconds late; checks before each run. */
export async function pingBySchedule(
  service: TestService,
  path: string,
  { cron, tz, lateSec }: Schedule & { lateSec: (run: number) => number },
  runs: number,
): Promise<void> {
  for (let run = 0; run < runs; run++) {
    const at = nextRunAfter({ cron, tz }, service.core.clock.now());
    if (at === null) throw new Error(`${cron} never runs`);
    const advanceTo = (to: number) =>
      service.clock.advance(Math.max(0, to - service.core.clock.now()) / 1_000);
    advanceTo(at - 60_000);
    await service.check();
    advanceTo(at + 1_000 * lateSec(run));
    const { status } = await service.call('GET', path);
    if (status !== 200) throw new Error(`The ping was answered ${status}`);
  }
}

export const NIGHTLY = { cron: '30 2 * * *', tz: 'UTC', lateSec: (run: number) => 240 + 60 * (run % 5) };

/** A new monitor without a schedule whose job ran so many nights; returns its id. */
export async function pingedNightly(service: TestService, who: Person, runs: number): Promise<string> {
  const { id } = await who.createMonitor({ interval_sec: 172_800 });
  await pingBySchedule(service, `/in/${id}`, NIGHTLY, runs);
  return id;
}

/** The id of what is proposed first for such a one. */
export async function proposedNightly(
  service: TestService,
  who: Person,
): Promise<{ path: string; proposal: string }> {
  const path = `/api/endpoints/${await pingedNightly(service, who, 8)}/proposal`;
  const [{ id }] = (await who.call('GET', path)).json['proposals'];
  return { path, proposal: id };
}
