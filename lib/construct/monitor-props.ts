import type { Duration } from 'aws-cdk-lib';
import type { ITaskDefinition } from 'aws-cdk-lib/aws-ecs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IConstruct } from 'constructs';
import type { MonitorSchedule } from './monitor-schedule.ts';
import type { Rollcall } from './rollcall.ts';

/** What a monitor may be set to; docs/api.md says what each means. */
export interface MonitorSettingsProps {
  /** @default the id of the construct */
  readonly name?: string;
  /** When the job is awaited. @default that of what is watched, else a ping a day */
  readonly schedule?: MonitorSchedule;
  /** The IANA zone in which a schedule is read that names none. @default UTC */
  readonly timeZone?: string;
  /** How late a run of a schedule may be. @default what fits the schedule, an hour at most */
  readonly grace?: Duration;
  /** After which an open run is told as too long. @default none is */
  readonly maxDuration?: Duration;
  readonly tags?: readonly string[];
  /** An address, or `organization`. @default nobody is mailed */
  readonly alertTo?: string;
  /** How often at most one state is told. @default a day */
  readonly alertRepeat?: Duration;
  /** So many runs in a row must fail before it is told. @default 1 */
  readonly alertAfterFailures?: number;
  /** Whether the channels of its owner speak for it. @default true */
  readonly alertChannels?: boolean;
}

export interface DeclaredMonitorProps extends MonitorSettingsProps {
  /** Where the monitor is. */
  readonly rollcall: Rollcall;
  /** The name that it keeps, by which its ingest key reaches it. @default its name, folded to a-z 0-9 and - */
  readonly slug?: string;
  /** The address that its alerts are posted to; where it holds a secret, a secret with the address as its whole text. @default none */
  readonly alertUrl?: string | ISecret;
  /** What becomes of it with its resource. @default it is deleted, unless it was there before */
  readonly onDelete?: 'delete' | 'leave';
}

export type EveryMonitorProps = Omit<DeclaredMonitorProps, 'slug' | 'name' | 'schedule' | 'timeZone'>;

/** As much of a task definition as one of exact types has too. */
export type TaskDefinitionOf = Pick<ITaskDefinition, 'taskDefinitionArn'> & IConstruct;
