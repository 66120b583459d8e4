import { accepted, refused, shown, type Decision } from '../decision.ts';
import { accountOfArn, isFields, lastPart, textAt, type Fields } from './event.ts';

/** What a schedule or rule starts. */
export interface EventTarget {
  Arn: string;
  /** What it is started with: of a universal target, the call. */
  Input?: unknown;
  EcsParameters?: { TaskDefinitionArn?: string | undefined; Group?: string | undefined } | undefined;
  BatchParameters?: { JobDefinition?: string | undefined } | undefined;
}

/** A job that a target starts, named as its events name it. */
export interface Started {
  service: string;
  name: string;
  /** Why its events are not heard; null where they are. */
  unheard: string | null;
}

/** How a job is named in what starts it, by the last part of the call or by the service of the ARN. */
interface Start {
  service: string;
  /** Where the name stands. */
  field: string;
  name: (text: string) => string | null;
  unheard?: (input: Fields) => string | null;
}

const INPUT_MAX_CHARS = 262_144;
const ARN = /^arn:[a-z-]+:[a-z0-9-]+:[a-z0-9-]*:(?:\d{12}|aws)?:./;
const CALL = /^arn:[a-z-]+:scheduler:::aws-sdk:([a-z0-9]+:[A-Za-z0-9]+)$/;
const FUNCTION = /^(?:(?:arn:[a-z-]+:lambda:[a-z0-9-]+:)?\d{12}:function:)?([\w-]+)(?::[\w$-]+)?$/;

const unversioned = (text: string) => lastPart(text.replace(/:\d+$/, ''));
const stateMachine = (text: string) => /:stateMachine:([^:]+)/.exec(text)?.[1] ?? null;
const SCHEDULED_BUILD = 'Builds started by Scheduler send no events';

const unheardGroup = (group: string | null) =>
  group === null || group.startsWith('family:') ? null : 'Tasks with their own group send no events';

/** Calls whose jobs have events, as the input of a universal target spells them. */
const CALLS: Readonly<Record<string, Start>> = {
  'sfn:startExecution': { service: 'states', field: 'StateMachineArn', name: stateMachine },
  'batch:submitJob': { service: 'batch', field: 'JobDefinition', name: unversioned },
  'glue:startJobRun': { service: 'glue', field: 'JobName', name: (text) => text },
  'glue:startCrawler': { service: 'crawler', field: 'Name', name: (text) => text },
  'datasync:startTaskExecution': { service: 'datasync', field: 'TaskArn', name: lastPart },
  'codebuild:startBuild': {
    service: 'codebuild',
    field: 'ProjectName',
    name: lastPart,
    unheard: () => SCHEDULED_BUILD,
  },
  'ecs:runTask': {
    service: 'ecs',
    field: 'TaskDefinition',
    name: unversioned,
    unheard: (input) => unheardGroup(textAt(input, 'Group')),
  },
  'lambda:invoke': {
    service: 'lambda',
    field: 'FunctionName',
    name: (text) => FUNCTION.exec(text)?.[1] ?? null,
    unheard: (input) =>
      textAt(input, 'InvocationType') === 'Event' ? null : 'Calls that are waited for report nothing',
  },
};

/** What a target starts; null of what has no events, refused where the events would bear a name that it does not say. */
export function startedBy(
  kind: 'schedule' | 'rule',
  target: EventTarget,
): Decision<Started | null, 'corpo_invalido'> {
  if (!ARN.test(target.Arn))
    return refused('corpo_invalido', `its Target.Arn ${shown(target.Arn)} is not an ARN.`);
  const call = CALL.exec(target.Arn)?.[1];
  const start = call === undefined ? undefined : startOf(call);
  if (start) return calledBy(start, inputOf(target));
  const [, , service, , account, type, id] = target.Arn.split(':');
  if (!/^\d{12}$/.test(account ?? '')) return accepted(null);
  const named = (of: string, name: string | undefined, unheard: string | null = null) =>
    accepted(name ? { service: of, name, unheard } : null);
  if (service === 'states' && type === 'stateMachine') return named('states', id);
  if (service === 'lambda' && type === 'function') return named('lambda', id);
  if (service === 'codebuild') {
    const project = /^project\/([\w-]+)$/.exec(type ?? '')?.[1];
    return named('codebuild', project, kind === 'schedule' ? SCHEDULED_BUILD : null);
  }
  return parametersOf(service, target);
}

/** Of what starts a task or job of a cluster or queue. */
function parametersOf(
  service: string | undefined,
  { EcsParameters, BatchParameters }: EventTarget,
): Decision<Started | null, 'corpo_invalido'> {
  if (service !== 'ecs' && service !== 'batch') return accepted(null);
  const [field, said] =
    service === 'ecs'
      ? ['EcsParameters.TaskDefinitionArn', EcsParameters?.TaskDefinitionArn]
      : ['BatchParameters.JobDefinition', BatchParameters?.JobDefinition];
  const name = unversioned(said ?? '');
  if (name === null) return refused('corpo_invalido', `its Target has no ${field}, which its events need.`);
  return accepted({ service, name, unheard: unheardGroup(EcsParameters?.Group ?? null) });
}

function calledBy(
  { service, field, name, unheard }: Start,
  input: Fields,
): Decision<Started, 'corpo_invalido'> {
  const named = name(textAt(input, field) ?? '');
  return named
    ? accepted({ service, name: named, unheard: unheard?.(input) ?? null })
    : refused('corpo_invalido', `the Input of its Target has no ${field}, which its events need.`);
}

const startOf = (call: string) => (Object.hasOwn(CALLS, call) ? CALLS[call] : undefined);

function inputOf({ Input }: EventTarget): Fields {
  if (typeof Input !== 'string' || Input.length > INPUT_MAX_CHARS) return {};
  try {
    const input: unknown = JSON.parse(Input);
    return isFields(input) ? input : {};
  } catch {
    return {};
  }
}

/** The ARN that says of which account and region a job is; undefined where none does. */
export function arnOfStarted(target: EventTarget): string | undefined {
  const start = startOf(CALL.exec(target.Arn)?.[1] ?? '');
  const said = start && textAt(inputOf(target), start.field);
  return [target.Arn, said ?? ''].find((arn) => accountOfArn(arn) !== null);
}
