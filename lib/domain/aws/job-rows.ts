import {
  accountOfArn,
  hasAt,
  lastPart,
  listAt,
  scheduleNameIn,
  textAt,
  type AwsEvent,
  type Fields,
} from './event.ts';

/** How one kind of event is read: where its name, run, status and words stand. Payloads are read by none. */
export interface JobRow {
  source: string;
  detailTypes: readonly string[];
  /** What slugs begin with. */
  service: string;
  /** The path of an ARN that must be of the account of the event. */
  arn?: string;
  name: (event: AwsEvent) => string | null;
  /** One id of a run, from its start to its end. */
  run: (event: AwsEvent) => string | null;
  status: (event: AwsEvent) => string | null;
  start: readonly string[];
  success: readonly string[];
  failure: readonly string[];
  /** The words of a failure, of which what is absent is left out. */
  output: (event: AwsEvent) => readonly (string | null)[];
  exitCode?: (detail: Fields) => number | null;
  /** When it was, finer than the event says. */
  at?: (detail: Fields, isStart: boolean) => string | null;
  /** Why it is none of a job, in one word; null of one that is. */
  except?: (event: AwsEvent) => string | null;
  /** What the rule lets through, of the detail. */
  pattern?: Fields;
}

const of =
  (path: string) =>
  ({ detail }: AwsEvent): string | null =>
    textAt(detail, path);

/** An error and its cause; of a cause that is the error of a function, its message. */
function causeOf(cause: string | null): string | null {
  if (!cause?.startsWith('{')) return cause;
  try {
    const { errorMessage, Error: name, Cause: words } = JSON.parse(cause) as Record<string, unknown>;
    const said = [name, errorMessage ?? words].filter((each) => typeof each === 'string');
    return said.length > 0 ? said.join(': ') : cause;
  } catch {
    return cause;
  }
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : null;
}

const STATES: JobRow = {
  source: 'aws.states',
  detailTypes: ['Step Functions Execution Status Change'],
  service: 'states',
  arn: 'stateMachineArn',
  name: ({ detail }) => lastPart(textAt(detail, 'stateMachineArn')),
  run: ({ detail }) => {
    const redrives = textAt(detail, 'redriveCount') ?? '0';
    const name = textAt(detail, 'name');
    return name === null || redrives === '0' ? name : `${name}.r${redrives}`;
  },
  status: of('status'),
  // PENDING_REDRIVE waits in a map run, and is neither.
  start: ['RUNNING'],
  success: ['SUCCEEDED'],
  failure: ['FAILED', 'TIMED_OUT', 'ABORTED'],
  output: ({ detail }) => [textAt(detail, 'error'), causeOf(textAt(detail, 'cause'))],
  at: (detail, isStart) =>
    isStart ? (textAt(detail, 'redriveDate') ?? textAt(detail, 'startDate')) : textAt(detail, 'stopDate'),
};

const BATCH: JobRow = {
  source: 'aws.batch',
  detailTypes: ['Batch Job State Change'],
  service: 'batch',
  arn: 'jobDefinition',
  // Not by the name of the job, in which dates stand.
  name: ({ detail }) => lastPart(textAt(detail, 'jobDefinition')?.replace(/:\d+$/, '') ?? null),
  run: of('jobId'),
  status: of('status'),
  start: ['RUNNING'],
  success: ['SUCCEEDED'],
  failure: ['FAILED'],
  output: ({ detail }) => [textAt(detail, 'statusReason'), textAt(detail, 'container.reason')],
  exitCode: (detail) => numberOf(textAt(detail, 'container.exitCode')),
  at: (detail, isStart) => textAt(detail, isStart ? 'startedAt' : 'stoppedAt'),
  pattern: { status: ['RUNNING', 'SUCCEEDED', 'FAILED'] },
  except: ({ detail }) => (hasAt(detail, 'arrayProperties.index') ? 'child' : null),
};

const GLUE_JOB: JobRow = {
  source: 'aws.glue',
  detailTypes: ['Glue Job State Change'],
  service: 'glue',
  name: of('jobName'),
  run: of('jobRunId'),
  status: of('state'),
  start: [],
  success: ['SUCCEEDED'],
  failure: ['FAILED', 'TIMEOUT', 'STOPPED'],
  output: ({ detail }) => [textAt(detail, 'message')],
};

const GLUE_CRAWLER: JobRow = {
  source: 'aws.glue',
  detailTypes: ['Glue Crawler State Change'],
  service: 'crawler',
  name: of('crawlerName'),
  // A crawler runs once at a time, and its runs have no id.
  run: () => 'crawl',
  status: of('state'),
  start: ['Started'],
  success: ['Succeeded'],
  failure: ['Failed'],
  output: ({ detail }) => [textAt(detail, 'errorMessage') ?? textAt(detail, 'message')],
};

const ECS: JobRow = {
  source: 'aws.ecs',
  detailTypes: ['ECS Task State Change'],
  service: 'ecs',
  arn: 'taskDefinitionArn',
  name: ({ detail }) => lastPart(textAt(detail, 'taskDefinitionArn')?.replace(/:\d+$/, '') ?? null),
  run: ({ detail }) => lastPart(textAt(detail, 'taskArn')),
  status: ({ detail }) => {
    const [last, desired] = [textAt(detail, 'lastStatus'), textAt(detail, 'desiredStatus')];
    if (last === 'RUNNING') return desired === 'RUNNING' ? last : 'ENDING';
    if (last !== 'STOPPED') return last;
    const isByItself = textAt(detail, 'stopCode') === 'EssentialContainerExited';
    const codes = listAt(detail, 'containers').map((each) => textAt(each, 'exitCode'));
    return isByItself && codes.length > 0 && codes.every((code) => code === '0') ? 'DONE' : 'STOPPED';
  },
  start: ['RUNNING'],
  success: ['DONE'],
  failure: ['STOPPED'],
  output: ({ detail }) => [
    textAt(detail, 'stoppedReason'),
    ...listAt(detail, 'containers').map((each) => textAt(each, 'reason')),
  ],
  exitCode: (detail) => {
    const codes = listAt(detail, 'containers').map((each) => numberOf(textAt(each, 'exitCode')));
    return codes.find((code) => code !== null && code !== 0) ?? null;
  },
  at: (detail, isStart) => textAt(detail, isStart ? 'startedAt' : 'stoppedAt'),
  // Tasks of a service come and go with its deployments.
  except: ({ detail }) => (textAt(detail, 'group')?.startsWith('family:') ? null : 'service'),
  pattern: { group: [{ prefix: 'family:' }], lastStatus: ['RUNNING', 'STOPPED'] },
};

const CODEBUILD: JobRow = {
  source: 'aws.codebuild',
  detailTypes: ['CodeBuild Build State Change'],
  service: 'codebuild',
  arn: 'build-id',
  name: of('project-name'),
  run: ({ detail }) => lastPart(textAt(detail, 'build-id')),
  status: of('build-status'),
  start: ['IN_PROGRESS'],
  success: ['SUCCEEDED'],
  failure: ['FAILED', 'FAULT', 'TIMED_OUT', 'STOPPED'],
  output: ({ detail }) => [textAt(detail, 'additional-information.logs.deep-link')],
  // Builds of a push or pull request are no job that is awaited.
  except: ({ detail }) =>
    textAt(detail, 'additional-information.initiator')?.startsWith('rule/') ? null : 'by_hand',
  pattern: { 'additional-information': { initiator: [{ prefix: 'rule/' }] } },
};

const BACKUP: JobRow = {
  source: 'aws.backup',
  detailTypes: ['Backup Job State Change', 'Copy Job State Change'],
  service: 'backup',
  name: ({ detail, detailType }) => {
    const [plan, rule] = [textAt(detail, 'createdBy.backupPlanId'), textAt(detail, 'createdBy.backupRuleId')];
    const resource = lastPart(textAt(detail, 'resourceArn'));
    if (plan === null || rule === null || resource === null) return null;
    return [...(detailType.startsWith('Copy') ? ['copy'] : []), plan, rule, resource].join('-');
  },
  run: ({ detail }) => textAt(detail, 'backupJobId') ?? textAt(detail, 'copyJobId'),
  status: of('state'),
  start: ['RUNNING'],
  success: ['COMPLETED'],
  failure: ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'],
  output: ({ detail }) => [textAt(detail, 'statusMessage')],
  // Made by hand.
  except: ({ detail }) => (hasAt(detail, 'createdBy') ? null : 'by_hand'),
};

const DATASYNC: JobRow = {
  source: 'aws.datasync',
  detailTypes: ['DataSync Task Execution State Change'],
  service: 'datasync',
  name: ({ resources: [arn = ''] }) => /:task\/([\w-]+)\/execution\/[\w-]+$/.exec(arn)?.[1] ?? null,
  run: ({ resources: [arn = ''] }) => lastPart(arn),
  status: of('State'),
  start: ['LAUNCHING'],
  success: ['SUCCESS'],
  failure: ['ERROR'],
  output: () => [],
  pattern: { State: ['LAUNCHING', 'SUCCESS', 'ERROR'] },
};

const FUNCTION = 'Lambda Function Invocation Result - ';
const LAMBDA: JobRow = {
  source: 'lambda',
  detailTypes: [`${FUNCTION}Success`, `${FUNCTION}Failure`],
  service: 'lambda',
  arn: 'requestContext.functionArn',
  name: ({ detail }) =>
    /:function:([\w-]+)(?::[\w$-]+)?$/.exec(textAt(detail, 'requestContext.functionArn') ?? '')?.[1] ?? null,
  run: of('requestContext.requestId'),
  status: ({ detailType }) => detailType.slice(FUNCTION.length),
  start: [],
  success: ['Success'],
  failure: ['Failure'],
  output: ({ detail }) => [
    textAt(detail, 'requestContext.condition'),
    textAt(detail, 'responsePayload.errorType'),
    textAt(detail, 'responsePayload.errorMessage'),
  ],
  at: (detail) => textAt(detail, 'timestamp'),
};

export const DEAD_LETTER = 'rollcall.dead-letter';

/** Of a dead letter: what EventBridge could not start. */
const letter = (detailType: string, service: string, arn: string): JobRow => ({
  source: DEAD_LETTER,
  detailTypes: [detailType],
  service,
  arn,
  name: ({ detail }) => scheduleNameIn(textAt(detail, arn)),
  run: ({ detail, id }) => textAt(detail, 'EXECUTION_ID') ?? id,
  status: () => 'DEAD',
  start: [],
  success: [],
  failure: ['DEAD'],
  output: ({ detail }) => [
    textAt(detail, 'ERROR_CODE'),
    textAt(detail, 'ERROR_MESSAGE'),
    textAt(detail, 'EXHAUSTED_RETRY_CONDITION'),
  ],
});

/** Every kind of event that is a sign of a job. */
export const JOB_ROWS: readonly JobRow[] = [
  STATES, BATCH, GLUE_JOB, GLUE_CRAWLER, ECS, CODEBUILD, BACKUP, DATASYNC, LAMBDA,
  letter('Schedule', 'schedule', 'SCHEDULE_ARN'),
  letter('Rule', 'rule', 'RULE_ARN'),
]; // prettier-ignore

export function rowOf({ source, detailType }: AwsEvent): JobRow | undefined {
  return JOB_ROWS.find((row) => row.source === source && row.detailTypes.includes(detailType));
}

/** Whether what a row is named by belongs to the account that EventBridge says the event is of. */
export function isOfItsAccount({ arn }: JobRow, { account, detail }: AwsEvent): boolean {
  const named = arn === undefined ? null : accountOfArn(textAt(detail, arn));
  return named === null || named === account;
}
