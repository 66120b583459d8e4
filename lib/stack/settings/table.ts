import { billingSettings } from './billing.ts';
import { issuerSettings } from './issuer.ts';
import { limitSettings } from './limits.ts';
import { nameSettings } from './names.ts';
import { operatorSettings } from './operator.ts';
import { serviceSettings } from './service.ts';
import type { Optional, Setting, WithDefault } from './setting.ts';
import { stateSettings } from './state.ts';
import { userSettings } from './users.ts';

/** Every setting, by the name that `-c name=value` gives it. None is required. docs/deploy.md is held to it by a test. */
export const settingTable = {
  ...serviceSettings,
  ...userSettings,
  ...operatorSettings,
  ...billingSettings,
  ...issuerSettings,
  ...nameSettings,
  ...stateSettings,
  ...limitSettings,
};

type Table = typeof settingTable;
export type SettingName = keyof Table;

/** The settings of a deployment, checked. What has no default and was not set is not there. */
export type Settings = {
  [N in SettingName as Table[N] extends WithDefault<unknown> ? N : never]: ValueOf<Table[N]>;
} & {
  [N in SettingName as Table[N] extends Optional<unknown> ? N : never]?: ValueOf<Table[N]>;
};
type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** Whether what holds data outlives the stack, and how it is guarded while it lives. */
export type Keeping = Pick<Settings, 'removal' | 'terminationProtection' | 'tableName' | 'serviceSecretArn'> &
  Pick<Settings, 'warmThroughput'>;

export const settingRows = Object.entries(settingTable) as [
  SettingName,
  Optional<unknown> | WithDefault<unknown>,
][];

export const defaultSettings = Object.fromEntries(
  settingRows.flatMap(([name, setting]) => ('default' in setting ? [[name, setting.default]] : [])),
) as Settings;
