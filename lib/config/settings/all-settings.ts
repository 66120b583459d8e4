import { awsAlertSettings, awsEventSettings } from './aws.ts';
import { billingSettings } from './billing.ts';
import { issuerSettings } from './issuer.ts';
import { limitSettings } from './limits.ts';
import { machineOnly } from './local.ts';
import { nameSettings } from './names.ts';
import { operatorSettings } from './operator.ts';
import { serviceSettings, stateSettings } from './service.ts';
import type { AwsSetting, MachineSetting, ValuesOf } from './setting.ts';
import { userSettings } from './users.ts';

/** Every setting of a deployment, by the name that `-c name=value` gives it. None is required. */
const awsTable = {
  ...serviceSettings,
  ...userSettings,
  ...operatorSettings,
  ...billingSettings,
  ...issuerSettings,
  ...nameSettings,
  ...awsEventSettings,
  ...awsAlertSettings,
  ...stateSettings,
  ...limitSettings,
};

type AwsTable = typeof awsTable;
type Shared = {
  [N in keyof AwsTable as AwsTable[N] extends { here: unknown } ? N : never]: AwsTable[N];
};

export type AwsSettingName = keyof AwsTable;
export type MachineSettingName = keyof Shared | keyof typeof machineOnly;

/** The settings of a deployment, checked. */
export type AwsSettings = ValuesOf<AwsTable>;

/** Those of a service on one machine. */
export type MachineSettings = ValuesOf<Shared> & ValuesOf<typeof machineOnly>;

/** Whether what holds data outlives the stack, and how it is guarded while it lives. */
export type Keeping = Pick<
  AwsSettings,
  'removal' | 'terminationProtection' | 'tableName' | 'serviceSecretArn' | 'warmThroughput'
>;

export const awsRows = Object.entries(awsTable) as [AwsSettingName, AwsSetting][];

/** Those that a deployment has too stand under the same name, with dashes: `payTo` is `--pay-to`. */
export const machineRows = [
  ...Object.entries(machineOnly),
  ...awsRows.flatMap(([name, { here, ...row }]) => (here ? [[name, { ...row, ...here }] as const] : [])),
] as [MachineSettingName, MachineSetting][];

export const defaultSettings = Object.fromEntries(
  awsRows.flatMap(([name, setting]) => ('default' in setting ? [[name, setting.default]] : [])),
) as AwsSettings;
