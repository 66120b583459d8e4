import { Reference, Stack, Token, Tokenization } from 'aws-cdk-lib';
import type { IProject } from 'aws-cdk-lib/aws-codebuild';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { EventBus as ToBus } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { EventBridgeDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { StateMachine, StateMachineType, type IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct, IConstruct } from 'constructs';
import type { JobStart } from '../domain/aws/heard-job.ts';
import { JOB_ROWS } from '../domain/aws/job-rows.ts';
import type { TaskDefinitionOf } from './monitor-props.ts';

/** A job whose events a monitor is to have. */
export interface WatchedJob {
  /** The same at each synthesis, and no other job's. */
  key: string;
  /** By which its name is known when it is deployed. */
  named: JobStart;
  /** Which of its events are its own: the service that they begin with, and the detail; null where no rule tells. */
  events: { service: string; detail: object } | null;
  /** Has its events come to the default bus, where they do not by themselves. */
  bring: () => void;
}

const nothing = () => {};

export function stateMachineOf(stateMachine: IStateMachine): WatchedJob {
  if (stateMachine instanceof StateMachine && stateMachine.stateMachineType === StateMachineType.EXPRESS)
    throw new Error('express workflows report nothing; have the job ping its pingUrl.');
  const { stateMachineArn: arn } = stateMachine;
  const events = { service: 'states', detail: { stateMachineArn: [arn] } };
  return { key: keyOf(stateMachine, arn), named: named({ Arn: arn }), events, bring: nothing };
}

export function taskOf(definition: TaskDefinitionOf): WatchedJob {
  const { taskDefinitionArn: arn } = definition;
  const target = { Arn: arn, EcsParameters: { TaskDefinitionArn: arn } };
  const events = { service: 'ecs', detail: { taskDefinitionArn: [arn], group: [{ prefix: 'family:' }] } };
  return { key: keyOf(definition, arn), named: named(target), events, bring: nothing };
}

export function buildOf(project: IProject): WatchedJob {
  const { projectArn: arn, projectName } = project;
  const initiator = [{ prefix: 'rule/' }];
  const detail = { 'project-name': [projectName], 'additional-information': { initiator } };
  return {
    key: keyOf(project, arn),
    named: named({ Arn: arn }),
    events: { service: 'codebuild', detail },
    bring: nothing,
  };
}

export function functionOf(fn: IFunction): WatchedJob {
  if (fn.node.tryFindChild('EventInvokeConfig'))
    throw new Error(
      `${fn.node.path} says itself where the results of its asynchronous calls go; let the monitor be the one that does, or have it ping its pingUrl.`,
    );
  const { functionArn: arn } = fn;
  return {
    key: keyOf(fn, arn),
    named: named({ Arn: arn }),
    events: { service: 'lambda', detail: { requestContext: { functionArn: [{ prefix: arn }] } } },
    bring: () => {
      const bus = new EventBridgeDestination();
      fn.configureAsyncInvoke({ onSuccess: bus, onFailure: bus });
    },
  };
}

/** Has the events of a job go to the bus of a service that does not hear the default bus of this account. */
export function forward(monitor: Construct, { events }: WatchedJob, busArn: string): void {
  const row = JOB_ROWS.find(({ service }) => service === events?.service);
  if (!events || !row)
    throw new Error(
      'no rule tells which events are those of its job: bring them to the bus by a rule of your own, and have the job ping its pingUrl.',
    );
  new Rule(monitor, 'Events', {
    description: 'Rollcall: signs of a job.',
    eventPattern: { source: [row.source], detailType: [...row.detailTypes], detail: events.detail },
    targets: [new ToBus(EventBus.fromEventBusArn(monitor, 'Bus', busArn))],
  });
}

const named = (target: JobStart['target']): JobStart => ({ kind: 'rule', name: '', arn: null, target });

/** What an ARN is in its template, and of which stack. */
export function keyOf(scope: IConstruct, arn: string): string {
  const token = Tokenization.reverseString(arn).firstToken;
  const owner = Reference.isReference(token) ? token.target : scope;
  const { stackName, node } = Stack.of(owner);
  // That of a nested stack is drawn when it is deployed, and its token is another in each synthesis.
  const name = Token.isUnresolved(stackName) ? node.path : stackName;
  return JSON.stringify([name, Stack.of(scope).resolve(arn)]);
}
