import type { Instant } from '../../instant.ts';
import type { Monitor, MonitorSettings } from '../monitor.ts';

/** What was done to a monitor. */
export type ChangeKind =
  | 'created'
  | 'imported'
  | 'revived'
  | 'changed'
  | 'paused_by_tag'
  | 'deleted'
  | RotationKind;

const ROTATIONS = ['ping_url_rotated', 'read_token_rotated', 'webhook_secret_rotated'] as const;

/** What was replaced that is no setting, and logged all the same. */
export type RotationKind = (typeof ROTATIONS)[number];

/** By what something is done, and by whom of several. */
export interface Doer {
  /** The kind of credential, never the credential. */
  by: string;
  /** The account of the member who acts for an organization by its session. */
  member?: string;
}

/** Who does it, and by what. */
export interface Author extends Doer {
  at: Instant;
  /** What is not one call about one monitor. */
  way?: 'imported' | 'paused_by_tag' | RotationKind;
}

/** Whose an address is follows from the address. */
export type MonitorSettingName = Exclude<keyof MonitorSettings, 'alertToOwn'>;
export type SettingValue = MonitorSettings[MonitorSettingName];

/** A setting as it was and as it is; null for what was not set. Of `alertUrl` the origin alone: the rest is a secret. */
export interface ChangedSetting {
  name: MonitorSettingName;
  from: SettingValue;
  to: SettingValue;
}

/** An entry of the change log of a monitor. */
export interface SettingsChange {
  monitorId: string;
  /** Sorts by time. */
  id: string;
  at: Instant;
  by: string;
  member?: string;
  kind: ChangeKind;
  settings: ChangedSetting[];
}

/** In the order in which they are shown; complete by type. */
const SHOWN: Record<MonitorSettingName, (settings: MonitorSettings) => SettingValue> = {
  name: ({ name }) => name,
  // Of a scheduled monitor it follows from the schedule.
  intervalSec: ({ cron, intervalSec }) => (cron === null ? intervalSec : null),
  cron: ({ cron }) => cron,
  tz: ({ tz }) => tz,
  graceSec: ({ graceSec }) => graceSec,
  pausedUntil: ({ pausedUntil }) => pausedUntil,
  maxDurationSec: ({ maxDurationSec }) => maxDurationSec,
  alertRepeatSec: ({ alertRepeatSec }) => alertRepeatSec,
  alertAfterFailures: ({ alertAfterFailures }) => (alertAfterFailures === 1 ? null : alertAfterFailures),
  usesChannels: ({ usesChannels }) => (usesChannels ? null : false),
  tags: ({ tags }) => (tags.length === 0 ? null : tags),
  alertTo: ({ alertTo }) => alertTo,
  alertUrl: ({ alertUrl }) => alertUrl,
};
const NAMES = Object.keys(SHOWN) as MonitorSettingName[];

/**
 * What is logged of a write of settings, without its id; null when it changes none. `before` is undefined of a new
 * monitor; a revived one is compared with its last life.
 */
export function settingsChange(
  before: Monitor | undefined,
  after: Monitor,
  { by, member, at, way }: Author,
): Omit<SettingsChange, 'id'> | null {
  const kind = kindOf(before, after, way);
  const settings = kind === 'deleted' ? [] : changedSettings(before, after);
  if (settings.length === 0 && before?.active === after.active && !isRotation(kind)) return null;
  return { monitorId: after.id, at, by, ...(member !== undefined && { member }), kind, settings };
}

function isRotation(kind: ChangeKind): boolean {
  return (ROTATIONS as readonly ChangeKind[]).includes(kind);
}

function kindOf(before: Monitor | undefined, after: Monitor, way: Author['way']): ChangeKind {
  if (!before) return way ?? 'created';
  if (before.active === after.active) return way ?? 'changed';
  return after.active ? 'revived' : 'deleted';
}

function changedSettings(before: MonitorSettings | undefined, after: MonitorSettings): ChangedSetting[] {
  return NAMES.flatMap((name) => {
    const [from, to] = [before ? SHOWN[name](before) : null, SHOWN[name](after)];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    return [{ name, from: withoutSecret(name, from), to: withoutSecret(name, to) }];
  });
}

function withoutSecret(name: MonitorSettingName, value: SettingValue): SettingValue {
  return name === 'alertUrl' && typeof value === 'string' ? new URL(value).origin : value;
}
