import { CfnElement, CfnResource, Stack, Token } from 'aws-cdk-lib';
import type { CfnRule } from 'aws-cdk-lib/aws-events';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { isFields, type Fields } from '../domain/aws/event.ts';
import { startedBy, type EventTarget } from '../domain/aws/scheduled-target.ts';

/** What a schedule or rule starts, as its template says it. */
export interface StartedTarget {
  target: EventTarget;
  unheard: string | null;
  /** What it is in its template; empty where it is of another. */
  type: string;
  /** The function of the app that it calls. */
  fn: LambdaFunction | undefined;
  roleArn: string | undefined;
  deadLetterConfig: unknown;
}

/** Its one target. Throws where there are others: the runs of one would answer for the other. */
export function startedTargetOf(element: CfnSchedule | CfnRule, kind: 'schedule' | 'rule'): StartedTarget {
  const stack = Stack.of(element);
  const said: unknown = stack.resolve('targets' in element ? element.targets : element.target);
  const [target, ...others] = [said].flat().filter(isFields);
  if (!target || others.length > 0)
    throw new Error(
      `${element.node.path} has ${others.length + (target ? 1 : 0)} targets; a monitor watches one job.`,
    );
  const { arn, input, ecsParameters, batchParameters, roleArn, deadLetterConfig } = target;
  const started = elementOf(stack, arn);
  const type = started instanceof CfnResource ? started.cfnResourceType : '';
  const { scope } = started?.node ?? {};
  return {
    target: {
      Arn: text(arn) ?? '',
      Input: text(input),
      ...(isFields(ecsParameters) && {
        EcsParameters: {
          TaskDefinitionArn: text(ecsParameters['taskDefinitionArn']),
          Group: text(ecsParameters['group']),
        },
      }),
      ...(isFields(batchParameters) && {
        BatchParameters: { JobDefinition: text(batchParameters['jobDefinition']) },
      }),
    },
    fn: scope instanceof LambdaFunction ? scope : undefined,
    type,
    unheard: isFields(ecsParameters) || isFields(batchParameters) ? null : unheardOf(kind, arn, type),
    roleArn: text(roleArn),
    deadLetterConfig,
  };
}

/** A text, or a reference as one. */
function text(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : Token.asString(value);
}

export const STATE_MACHINE = 'AWS::StepFunctions::StateMachine';
const FUNCTION = 'AWS::Lambda::Function';
const UNHEARD = 'No events tell how what it starts ends: have the job ping the pingUrl of a monitor.';
const CALLS =
  /:aws-sdk:(sfn:startExecution|batch:submitJob|glue:startJobRun|glue:startCrawler|datasync:startTaskExecution|ecs:runTask)/;

function unheardOf(kind: 'schedule' | 'rule', arn: unknown, type: string): string | null {
  if (type === FUNCTION || type === STATE_MACHINE) return null;
  if (type === 'AWS::CodeBuild::Project' && kind === 'rule') return null;
  if (CALLS.test(JSON.stringify(arn))) return null;
  const read = typeof arn === 'string' ? startedBy(kind, { Arn: arn }) : undefined;
  const isHeard =
    read?.ok && read.value !== null && read.value.unheard === null && read.value.service !== 'lambda';
  return isHeard ? null : UNHEARD;
}

/** The element of the stack that an ARN refers to. */
function elementOf(stack: Stack, arn: unknown): CfnElement | undefined {
  if (!isFields(arn)) return undefined;
  const id = idIn(arn);
  const elements = stack.node.findAll().filter((each) => CfnElement.isCfnElement(each));
  return elements.find((each) => stack.resolve(each.logicalId) === id);
}

function idIn(reference: Fields): unknown {
  const attribute = reference['Fn::GetAtt'];
  return Array.isArray(attribute) ? attribute[0] : reference['Ref'];
}
