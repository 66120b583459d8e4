import { Token } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { systemClock } from '../adapters/clock.ts';
import type { PutMonitorBody } from '../contract/monitors/monitor-input.ts';
import { ORGANIZATION } from '../domain/accounts/organization.ts';
import { LIMITS } from '../domain/limits.ts';
import { newSettings, type WantedSettings } from '../domain/monitors/settings/settings.ts';
import { seconds, synthesisedText } from './given.ts';
import type { MonitorSettingsProps } from './monitor-props.ts';
import { MonitorSchedule, type EventBridgeSchedule } from './monitor-schedule.ts';

type Given = MonitorSettingsProps & { readonly alertUrl?: string | ISecret };

/** The times of what starts a job. */
export interface StartTimes {
  schedule: EventBridgeSchedule;
  windowSec: number;
}

/** The fields as the service takes them. Throws one sentence where it would refuse them, or where they are not known yet. */
export function monitorFields(
  scope: IConstruct,
  props: Given,
  start: StartTimes | undefined,
): PutMonitorBody {
  const wanted = wantedOf(props, scope.node.id, start);
  const rules = { now: systemClock.now(), allowLoopback: false, ownAlertTo: ORGANIZATION };
  const decided = newSettings(wanted, rules);
  if (!decided.ok) throw new Error(decided.detail);
  const { alertTo, alertUrl, alertChannels } = props;
  const { intervalSec, cron, tz, graceSec, maxDurationSec, alertRepeatSec, alertAfterFailures } = wanted;
  const { name, tags } = decided.value;
  return {
    name,
    interval_sec: intervalSec,
    cron,
    tz,
    grace_sec: graceSec,
    max_duration_sec: maxDurationSec,
    tags: tags.length > 0 ? tags : undefined,
    alert_to: alertTo,
    alert_url: typeof alertUrl === 'string' ? alertUrl : undefined,
    alert_repeat_sec: alertRepeatSec,
    alert_after_failures: alertAfterFailures,
    alert_channels: alertChannels,
  };
}

function wantedOf(props: Given, id: string, start: StartTimes | undefined): WantedSettings {
  const { alertUrl, alertAfterFailures: failures } = props;
  if (
    failures !== undefined &&
    !(Number.isInteger(failures) && failures >= 1 && failures <= LIMITS.alertAfterFailuresMax)
  )
    throw new Error(`alertAfterFailures must be 1 to ${LIMITS.alertAfterFailuresMax}; got ${failures}.`);
  return {
    name: synthesisedText('name', props.name ?? id),
    ...timingOf(props, start),
    ...durations(props),
    alertAfterFailures: failures,
    tags: props.tags?.map((tag) => synthesisedText('tags', tag)),
    ...(typeof alertUrl === 'string' && !Token.isUnresolved(alertUrl) && { alertUrl }),
  };
}

/** Of what starts the job, where nothing else is said. */
function timingOf({ schedule, timeZone, grace }: Given, start: StartTimes | undefined): WantedSettings {
  const now = systemClock.now();
  const said = schedule ?? (start && MonitorSchedule.of(start.schedule));
  const timing = said?.timing({ timeZone, now, windowSec: start?.windowSec ?? 0 });
  if (grace && !timing?.cron)
    throw new Error('grace is of a cron schedule; of an interval the silence that is tolerated says it all.');
  const { graceMinSec: min, graceMaxSec: max, slugIntervalDefaultSec: intervalSec } = LIMITS;
  return {
    ...(timing ?? { intervalSec }),
    ...(grace && { graceSec: seconds('grace', grace, { min, max }) }),
  };
}

function durations({ maxDuration, alertRepeat }: Given): WantedSettings {
  const { maxDurationMinSec, maxDurationMaxSec, alertRepeatMinSec, alertRepeatMaxSec } = LIMITS;
  const ofRun = { min: maxDurationMinSec, max: maxDurationMaxSec };
  const ofRepeat = { min: alertRepeatMinSec, max: alertRepeatMaxSec };
  return {
    ...(maxDuration && { maxDurationSec: seconds('maxDuration', maxDuration, ofRun) }),
    ...(alertRepeat && { alertRepeatSec: seconds('alertRepeat', alertRepeat, ofRepeat) }),
  };
}
