import { Annotations, Stack, Token, type CfnResource, type TimeZone } from 'aws-cdk-lib';
import { CfnRule, type IRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, type ISchedule } from 'aws-cdk-lib/aws-scheduler';
import type { IConstruct } from 'constructs';
import type { EventTarget } from '../domain/aws/scheduled-target.ts';
import type { StartTimes } from './monitor-fields.ts';
import { STATE_MACHINE, startedTargetOf, type StartedTarget } from './started-target.ts';
import { functionOf, keyOf, type WatchedJob } from './watched-job.ts';

/** What starts a job at its times. */
export interface WatchedStart extends StartTimes {
  element: CfnSchedule | CfnRule;
  job: WatchedJob;
  /** Why the end of what it starts is told by no event; null where it is. */
  unheard: string | null;
  /** Has what could not be started be told. */
  lettersTo: (queueArn: string | undefined) => void;
}

/** Those that a monitor watches already. */
const watched = new WeakSet<IConstruct>();
export const isWatched = (element: IConstruct): boolean => watched.has(element);

export function startOfSchedule(schedule: ISchedule): WatchedStart {
  const { defaultChild: element } = schedule.node;
  if (element instanceof CfnSchedule) return startOf(element);
  throw new Error(
    `${schedule.node.path} is no schedule of this app: give the monitor its times, and watch what it starts.`,
  );
}

export function startOfRule(rule: IRule): WatchedStart {
  const { defaultChild: element } = rule.node;
  if (element instanceof CfnRule) return startOf(element);
  throw new Error(
    `${rule.node.path} is no rule of this app: give the monitor its times, and watch what it starts.`,
  );
}

/** Reads a schedule or a scheduled rule of the app. Throws where it starts not one thing at times of its own. */
export function startOf(element: CfnSchedule | CfnRule): WatchedStart {
  const isRule = element instanceof CfnRule;
  const kind = isRule ? 'rule' : 'schedule';
  const expressionString = element.scheduleExpression;
  if (expressionString === undefined) throw new Error(`${element.node.path} has no times: events start it.`);
  const target = startedTargetOf(element, kind);
  return {
    element,
    schedule: { expressionString, timeZone: isRule ? undefined : zoneOf(element) },
    windowSec: isRule ? 0 : windowSecOf(element),
    job: jobOf(element, { kind, ...target }),
    unheard: target.unheard,
    lettersTo: (queueArn) => {
      watched.add(element);
      const at = isRule ? 'Targets.0.DeadLetterConfig' : 'Target.DeadLetterConfig';
      lettersTo(
        element,
        { at, roleArn: isRule ? undefined : target.roleArn, own: target.deadLetterConfig },
        queueArn,
      );
    },
  };
}

function jobOf(
  element: CfnSchedule | CfnRule,
  { kind, target, fn, type, unheard }: StartedTarget & { kind: 'schedule' | 'rule' },
): WatchedJob {
  const named = { kind, name: element.ref, arn: element.attrArn, target };
  if (fn) return { ...functionOf(fn), named };
  const { Arn, Input = '', EcsParameters, BatchParameters } = target;
  const definition = EcsParameters?.TaskDefinitionArn ?? BatchParameters?.JobDefinition;
  const started = definition ?? (type === '' ? `${Arn} ${Input}` : Arn);
  // What tells nothing of itself is known by what starts it.
  const key = keyOf(element, unheard === null ? started : element.attrArn);
  return { key, named, events: eventsOf(target, type), bring: () => {} };
}

/** Those that are told apart by an ARN. */
function eventsOf({ Arn, EcsParameters }: EventTarget, type: string): WatchedJob['events'] {
  if (EcsParameters?.TaskDefinitionArn)
    return { service: 'ecs', detail: { taskDefinitionArn: [EcsParameters.TaskDefinitionArn] } };
  return type === STATE_MACHINE ? { service: 'states', detail: { stateMachineArn: [Arn] } } : null;
}

function zoneOf(schedule: CfnSchedule): TimeZone | undefined {
  const { scheduleExpressionTimezone: timezoneName } = schedule;
  return timezoneName === undefined ? undefined : ({ timezoneName } as TimeZone);
}

function windowSecOf(schedule: CfnSchedule): number {
  const { flexibleTimeWindow: flexible } = schedule;
  const window = flexible as CfnSchedule.FlexibleTimeWindowProperty;
  return Token.isUnresolved(flexible) ? 0 : (window.maximumWindowInMinutes ?? 0) * 60;
}

interface Letters {
  at: string;
  /** Who sends; EventBridge itself where there is none. */
  roleArn: string | undefined;
  /** A queue that there is already. */
  own: unknown;
}

function lettersTo(element: CfnResource, { at, roleArn, own }: Letters, queueArn: string | undefined): void {
  const warn = (id: string, text: string) =>
    Annotations.of(element).addWarningV2(`rollcall:${id}`, `What it cannot start is told nobody: ${text}`);
  if (own !== undefined) return warn('own-letters', 'it has a dead-letter queue of its own.');
  if (queueArn === undefined) return warn('no-queue', 'eventQueueArn of Rollcall.fromUrl is not set.');
  element.addPropertyOverride(`${at}.Arn`, queueArn);
  if (roleArn === undefined) return;
  const stack = Stack.of(element);
  const arnOf = (arn: string) => JSON.stringify(stack.resolve(arn));
  const role = stack.node
    .findAll()
    .find((each): each is Role => each instanceof Role && arnOf(each.roleArn) === arnOf(roleArn));
  if (!role)
    return warn(
      'role',
      'its role is not of this stack; give it sqs:SendMessage on the queue of the service.',
    );
  role.addToPrincipalPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }));
}
