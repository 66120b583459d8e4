import type { ChangeEntry } from '../../contract/monitors/change-log.ts';
import { isoOf } from '../../domain/instant.ts';
import type {
  ChangedSetting,
  MonitorSettingName,
  SettingsChange,
  SettingValue,
} from '../../domain/monitors/settings/settings-change.ts';

type Field = ChangeEntry['fields'][number];

const FIELD_OF: Record<MonitorSettingName, Field['field']> = {
  name: 'name',
  intervalSec: 'interval_sec',
  cron: 'cron',
  tz: 'tz',
  graceSec: 'grace_sec',
  pausedUntil: 'paused_until',
  maxDurationSec: 'max_duration_sec',
  alertRepeatSec: 'alert_repeat_sec',
  alertAfterFailures: 'alert_after_failures',
  usesChannels: 'alert_channels',
  tags: 'tags',
  alertTo: 'alert_to',
  alertUrl: 'alert_url',
};

/** An entry of the change log as the owner sees it. */
export function changeView({ id, at, by, member, kind, settings }: SettingsChange): ChangeEntry {
  const who = member === undefined ? {} : { member };
  return { id, at: isoOf(at), by, ...who, kind, fields: settings.map(fieldView) };
}

function fieldView({ name, from, to }: ChangedSetting): Field {
  return { field: FIELD_OF[name], from: valueView(name, from), to: valueView(name, to) };
}

function valueView(name: MonitorSettingName, value: SettingValue): Field['to'] {
  return name === 'pausedUntil' && typeof value === 'number' ? isoOf(value) : value;
}
