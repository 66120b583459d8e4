import type { Duration, TimeZone } from 'aws-cdk-lib';
import { Schedule as EventSchedule, type CronOptions } from 'aws-cdk-lib/aws-events';
import { timingOf } from '../domain/aws/scheduled-job.ts';
import { accepted } from '../domain/decision.ts';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import type { WantedSettings } from '../domain/monitors/settings/settings.ts';
import { defaultGraceSec } from '../domain/schedule/default-grace.ts';
import { seconds, synthesisedText } from './given.ts';

/** A schedule as Scheduler and rules of EventBridge have it. */
export interface EventBridgeSchedule {
  readonly expressionString: string;
  readonly timeZone?: TimeZone | undefined;
}

/** What a schedule is read with. */
interface ReadAt {
  /** Where the schedule names none. */
  timeZone: string | undefined;
  now: Instant;
  /** Seconds by which a flexible window may put a run off. */
  windowSec?: number;
}

/** A grace follows from the schedule, and not from the day of a synthesis. */
const GRACE_REFERENCE: Instant = Date.UTC(2027, 0, 1);

/** When a monitor awaits its job. */
export class MonitorSchedule {
  /** The minutes of a cron expression, spelled as for rules of EventBridge. */
  static cron(options: CronOptions): MonitorSchedule {
    return MonitorSchedule.expression(EventSchedule.cron(options).expressionString);
  }

  /** `cron(…)` or `rate(…)` as EventBridge has them, or five fields as cron has them. */
  static expression(expression: string): MonitorSchedule {
    return new MonitorSchedule({ expressionString: expression });
  }

  /** As often as a rule of this rate starts its job: the silence that is tolerated is somewhat longer. */
  static rate(every: Duration): MonitorSchedule {
    return MonitorSchedule.expression(EventSchedule.rate(every).expressionString);
  }

  /** The silence that is tolerated, to the second. */
  static interval(silence: Duration): MonitorSchedule {
    return new MonitorSchedule(silence);
  }

  /** That of a job: what was made for EventBridge Scheduler or for a rule. */
  static of(schedule: EventBridgeSchedule): MonitorSchedule {
    return new MonitorSchedule(schedule);
  }

  readonly #said: EventBridgeSchedule | Duration;

  private constructor(said: EventBridgeSchedule | Duration) {
    this.#said = said;
  }

  /** The settings that a monitor gets of it. Throws where it would await other runs than there are. */
  timing({ timeZone, now, windowSec = 0 }: ReadAt): WantedSettings {
    if (!('expressionString' in this.#said)) {
      const { intervalMinSec: min, intervalMaxSec: max } = LIMITS;
      return { intervalSec: seconds('schedule', this.#said, { min, max }) };
    }
    const { expressionString, timeZone: own } = this.#said;
    const expression = synthesisedText('schedule', expressionString).trim();
    const zone = synthesisedText('timeZone', own?.timezoneName ?? timeZone ?? 'UTC');
    const timing = /^(cron|rate|at)\(/.test(expression)
      ? timingOf({ expression, tz: zone, windowSec }, now, [])
      : accepted<WantedSettings>({ cron: expression, tz: zone });
    if (!timing.ok) throw new Error(`schedule ${expression} cannot be watched: ${timing.detail}`);
    const { cron, tz } = timing.value;
    if (!cron || !tz) return timing.value;
    const graceSec = defaultGraceSec({ cron, tz }, GRACE_REFERENCE) + windowSec;
    return { cron, tz, graceSec: Math.min(graceSec, LIMITS.graceMaxSec) };
  }
}
