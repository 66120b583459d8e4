const STATES = 'https://docs.aws.amazon.com/step-functions/latest/dg/cw-events.html';
const BATCH = 'https://docs.aws.amazon.com/batch/latest/userguide/batch_job_events.html';
const GLUE = 'https://docs.aws.amazon.com/glue/latest/dg/automating-awsglue-with-cloudwatch-events.html';
const ECS = 'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/ecs_task_events.html';
const CODEBUILD = 'https://docs.aws.amazon.com/codebuild/latest/userguide/sample-build-notifications.html';
const BACKUP = 'https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html';
const DATASYNC = 'https://docs.aws.amazon.com/datasync/latest/userguide/events.html';
const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html';
const SCHEDULER = 'https://docs.aws.amazon.com/scheduler/latest/UserGuide/configuring-schedule-dlq.html';
const RULES = 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html';

export interface RecordedEvent {
  /** Of AWS's documentation. */
  page: string;
  /** Whether it is the example of that page, or was made of what the page lists. */
  is: 'its example' | 'its fields' | 'its example, of another state';
  event: Record<string, unknown> & { detail: Record<string, unknown> };
}

const envelope = (source: string, detailType: string, rest: object = {}) => ({
  version: '0',
  id: '315c1398-40ff-a850-213b-158f73e60175',
  'detail-type': detailType,
  source,
  account: '123456789012',
  time: '2019-02-26T19:42:21Z',
  region: 'us-east-1',
  resources: [] as string[],
  ...rest,
});

function execution(status: string, startDate: number, stopDate: number | null, rest: object = {}) {
  const arn = 'arn:aws:states:us-east-1:123456789012';
  const name = 'execution-name';
  const detail = {
    executionArn: `${arn}:execution:state-machine:${name}`,
    stateMachineArn: `${arn}:stateMachine:state-machine`,
    name,
    status,
    startDate,
    stopDate,
    input: '{"password":"of the payload"}',
    output: null,
    ...rest,
  };
  return { ...envelope('aws.states', 'Step Functions Execution Status Change'), detail };
}

function batchJob(status: string, rest: object = {}) {
  const jobId = '4c7599ae-0a82-49aa-ba5a-4727fcce14a8';
  const arn = 'arn:aws:batch:us-east-1:123456789012';
  const detail = {
    jobArn: `${arn}:job/${jobId}`,
    jobName: 'event-test',
    jobId,
    jobQueue: `${arn}:job-queue/PexjEHappyPathCanary2JobQueue`,
    status,
    attempts: [],
    createdAt: 1641944200058,
    retryStrategy: { attempts: 2, evaluateOnExit: [] },
    jobDefinition: `${arn}:job-definition/first-run-job-definition:1`,
    parameters: { secret: 'of the payload' },
    container: { command: ['sleep', '600'], environment: [] },
    ...rest,
  };
  return { ...envelope('aws.batch', 'Batch Job State Change', { time: '2022-01-11T23:36:40Z' }), detail };
}

function glueJob(state: string, message: string) {
  const jobRunId = 'jr_abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789';
  const detail = {
    jobName: 'MyJob',
    severity: state === 'SUCCEEDED' ? 'INFO' : 'ERROR',
    state,
    jobRunId,
    message,
  };
  return { ...envelope('aws.glue', 'Glue Job State Change', { time: '2017-09-07T18:57:21Z' }), detail };
}

function crawler(state: string, rest: object = {}) {
  const detail = {
    accountId: '999999999999',
    crawlerName: 'test-crawler',
    message: `Crawler ${state}`,
    state,
    ...rest,
  };
  return { ...envelope('aws.glue', 'Glue Crawler State Change', { time: '2017-11-11T01:09:46Z' }), detail };
}

function task(lastStatus: string, rest: object = {}) {
  const account = '111122223333';
  const arn = `arn:aws:ecs:us-west-2:${account}`;
  const taskArn = `${arn}:task/FargateCluster/c13b4cb40f1f4fe4a2971f76ae5a47ad`;
  const detail = {
    clusterArn: `${arn}:cluster/FargateCluster`,
    containers: [{ lastStatus, name: 'FargateApp', taskArn, cpu: '0' }],
    createdAt: '2020-01-23T17:57:34.402Z',
    launchType: 'FARGATE',
    desiredStatus: lastStatus,
    group: 'family:sample-fargate',
    lastStatus,
    overrides: { containerOverrides: [{ name: 'FargateApp', environment: ['of the payload'] }] },
    startedAt: '2020-01-23T17:57:58.103Z',
    updatedAt: '2020-01-23T17:57:58.103Z',
    taskArn,
    taskDefinitionArn: `${arn}:task-definition/sample-fargate:1`,
    version: 4,
    ...rest,
  };
  const place = { account, region: 'us-west-2', time: '2020-01-23T17:57:58Z', resources: [taskArn] };
  return { ...envelope('aws.ecs', 'ECS Task State Change', place), detail };
}

const container = (exitCode: number, reason?: string) => [
  { name: 'FargateApp', exitCode, ...(reason && { reason }) },
];

function build(status: string) {
  const id = '8745a7a9-c340-456a-9166-edf953571bEX';
  const detail = {
    'build-status': status,
    'project-name': 'my-sample-project',
    'build-id': `arn:aws:codebuild:us-west-2:123456789012:build/my-sample-project:${id}`,
    'additional-information': {
      environment: { 'environment-variables': [{ name: 'TOKEN', value: 'of the payload' }] },
      'build-complete': status !== 'IN_PROGRESS',
      initiator: 'rule/nightly-build',
      'build-start-time': 'Sep 1, 2017 4:12:29 PM',
      logs: {
        'group-name': '/aws/codebuild/my-sample-project',
        'deep-link':
          'https://console.aws.amazon.com/cloudwatch/home?region=us-west-2#logEvent:group=/aws/codebuild/my-sample-project',
      },
    },
    'current-phase': 'COMPLETED',
    version: '1',
  };
  const place = { region: 'us-west-2', time: '2017-09-01T16:14:28Z' };
  return { ...envelope('aws.codebuild', 'CodeBuild Build State Change', place), detail };
}

function backup(state: string, rest: object = {}, detailType = 'Backup Job State Change') {
  const detail = {
    backupJobId: '4b8c3f0e-6f4c-4d0a-9b0b-3f8d3f8e2b11',
    backupVaultArn: 'arn:aws:backup:us-west-2:123456789012:backup-vault:Default',
    backupVaultName: 'Default',
    creationDate: '2020-07-29T20:12:00.000Z',
    percentDone: 0,
    resourceArn: 'arn:aws:ec2:us-west-2:123456789012:volume/vol-0a1b2c3d',
    resourceType: 'EBS',
    state,
    createdBy: {
      backupPlanId: 'bfa1',
      backupPlanArn: 'arn:aws:backup:us-west-2:123456789012:backup-plan:bfa1',
      backupPlanVersion: 'MTNl',
      backupRuleId: 'r71d',
    },
    ...rest,
  };
  return {
    ...envelope('aws.backup', detailType, { region: 'us-west-2', time: '2020-07-29T20:15:26Z' }),
    detail,
  };
}

function transfer(State: string) {
  const arn =
    'arn:aws:datasync:us-east-1:123456789012:task/task-08de6e6697796f026/execution/exec-04ce9d516d69bd52f';
  return {
    ...envelope('aws.datasync', 'DataSync Task Execution State Change', { resources: [arn] }),
    detail: { State },
  };
}

function invocation(result: 'Success' | 'Failure', responsePayload: unknown) {
  const detail = {
    version: '1.0',
    timestamp: '2019-11-14T18:16:05.568Z',
    requestContext: {
      requestId: 'e4b46cbf-b738-xmpl-8880-a18cdf61200e',
      functionArn: 'arn:aws:lambda:us-east-2:123456789012:function:my-function:$LATEST',
      condition: result === 'Success' ? 'Success' : 'RetriesExhausted',
      approximateInvokeCount: 3,
    },
    requestPayload: { ORDER_IDS: ['of the payload'] },
    responseContext: { statusCode: 200, executedVersion: '$LATEST' },
    responsePayload,
  };
  const place = { region: 'us-east-2', time: '2019-11-14T18:16:06Z' };
  return { ...envelope('lambda', `Lambda Function Invocation Result - ${result}`, place), detail };
}

const EXAMPLE = 'its example' as const;
const FIELDS = 'its fields' as const;
const OTHER = 'its example, of another state' as const;

/** Events of each service: those of a start, a success and a failure where it has them. */
export const recordedEvents = {
  statesRunning: { page: STATES, is: EXAMPLE, event: execution('RUNNING', 1551210141000, null) },
  statesSucceeded: { page: STATES, is: EXAMPLE, event: execution('SUCCEEDED', 1551210131101, 1551210141122) },
  statesFailed: {
    page: STATES,
    is: OTHER,
    event: execution('FAILED', 1551210136847, 1551210141881, { error: 'States.TaskFailed', cause: 'disk full' }),
  },
  statesTimedOut: { page: STATES, is: EXAMPLE, event: execution('TIMED_OUT', 1551210140156, 1551210141157) },
  statesAborted: { page: STATES, is: EXAMPLE, event: execution('ABORTED', 1551210138968, 1551210141576) },
  batchRunnable: { page: BATCH, is: EXAMPLE, event: batchJob('RUNNABLE') },
  batchRunning: { page: BATCH, is: OTHER, event: batchJob('RUNNING', { startedAt: 1641944200100 }) },
  batchSucceeded: { page: BATCH, is: OTHER, event: batchJob('SUCCEEDED', { stoppedAt: 1641944200200 }) },
  batchFailed: {
    page: BATCH,
    is: OTHER,
    event: batchJob('FAILED', { statusReason: 'Essential container in task exited', container: { exitCode: 3, reason: 'OutOfMemory' } }),
  },
  glueSucceeded: { page: GLUE, is: FIELDS, event: glueJob('SUCCEEDED', 'Job run succeeded') },
  glueFailed: { page: GLUE, is: FIELDS, event: glueJob('FAILED', 'JobName:MyJob and JobRunId:jr_abc failed to execute with exception Role lacks rights') },
  glueTimeout: { page: GLUE, is: FIELDS, event: glueJob('TIMEOUT', 'Job run timed out') },
  glueStopped: { page: GLUE, is: FIELDS, event: glueJob('STOPPED', 'Job run stopped') },
  crawlerStarted: { page: GLUE, is: FIELDS, event: crawler('Started') },
  crawlerSucceeded: { page: GLUE, is: FIELDS, event: crawler('Succeeded') },
  crawlerFailed: { page: GLUE, is: FIELDS, event: crawler('Failed', { errorMessage: 'Internal Service Exception' }) },
  ecsRunning: { page: ECS, is: EXAMPLE, event: task('RUNNING') },
  ecsDone: {
    page: ECS,
    is: OTHER,
    event: task('STOPPED', { stopCode: 'EssentialContainerExited', stoppedAt: '2020-01-23T17:57:59.900Z', containers: container(0) }),
  },
  ecsFailed: {
    page: ECS,
    is: OTHER,
    event: task('STOPPED', { stopCode: 'EssentialContainerExited', stoppedReason: 'Essential container in task exited', containers: container(137, 'OutOfMemoryError') }),
  },
  ecsNotStarted: {
    page: ECS,
    is: OTHER,
    event: task('STOPPED', { stopCode: 'TaskFailedToStart', stoppedReason: 'CannotPullContainerError', containers: [{ name: 'FargateApp' }] }),
  },
  codebuildRunning: { page: CODEBUILD, is: OTHER, event: build('IN_PROGRESS') },
  codebuildSucceeded: { page: CODEBUILD, is: EXAMPLE, event: build('SUCCEEDED') },
  codebuildFailed: { page: CODEBUILD, is: OTHER, event: build('FAILED') },
  backupRunning: { page: BACKUP, is: FIELDS, event: backup('RUNNING') },
  backupCompleted: { page: BACKUP, is: FIELDS, event: backup('COMPLETED') },
  backupFailed: { page: BACKUP, is: FIELDS, event: backup('FAILED', { statusMessage: 'Access denied to the vault' }) },
  copyCompleted: { page: BACKUP, is: FIELDS, event: backup('COMPLETED', { backupJobId: undefined, copyJobId: 'C0FFEE-1' }, 'Copy Job State Change') },
  datasyncLaunching: { page: DATASYNC, is: FIELDS, event: transfer('LAUNCHING') },
  datasyncSuccess: { page: DATASYNC, is: FIELDS, event: transfer('SUCCESS') },
  datasyncError: { page: DATASYNC, is: FIELDS, event: transfer('ERROR') },
  lambdaSuccess: { page: LAMBDA, is: OTHER, event: invocation('Success', { result: 'of the payload' }) },
  lambdaFailure: { page: LAMBDA, is: EXAMPLE, event: invocation('Failure', { errorType: 'Runtime.ExitError', errorMessage: 'RequestId: e4b46cbf Process exited before completing request' }) },
} satisfies Record<string, RecordedEvent>; // prettier-ignore

/** A dead letter, as `aws sqs receive-message --message-attribute-names All` prints the attributes of its message. */
export const recordedLetters = {
  schedule: {
    page: SCHEDULER,
    is: FIELDS,
    attributes: {
      ERROR_CODE: 'AWS.StepFunctions.StateMachineDoesNotExistException',
      ERROR_MESSAGE: 'State Machine Does Not Exist',
      EXECUTION_ID: 'f4b3f9b4b0e94f0d',
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
      IS_PAYLOAD_TRUNCATED: 'false',
      RETRY_ATTEMPTS: '185',
      SCHEDULED_TIME: '2023-01-31T17:54:00Z',
      SCHEDULE_ARN: 'arn:aws:scheduler:us-east-1:123456789012:schedule/default/nightly',
      TARGET_ARN: 'arn:aws:states:us-east-1:123456789012:stateMachine:state-machine',
    },
  },
  rule: {
    page: RULES,
    is: FIELDS,
    attributes: {
      RULE_ARN: 'arn:aws:events:us-east-1:123456789012:rule/hourly',
      TARGET_ARN: 'arn:aws:lambda:us-east-1:123456789012:function:my-function',
      ERROR_CODE: 'NO_PERMISSIONS',
      ERROR_MESSAGE: 'Lambda does not have permissions',
      RETRY_ATTEMPTS: '0',
    },
  },
};

export type EventName = keyof typeof recordedEvents;

/** A recorded event as it would be at another time: each of its times is moved by as much. */
export function recordedAt(name: EventName, at: number, change: object = {}): RecordedEvent['event'] {
  const { event } = recordedEvents[name];
  const by = at - Date.parse(String(event.time));
  return moved({ ...event, detail: { ...event.detail, ...change } }, by) as RecordedEvent['event'];
}

const TIMES = new Set([
  'time',
  'startDate',
  'stopDate',
  'startedAt',
  'stoppedAt',
  'createdAt',
  'updatedAt',
  'timestamp',
  'redriveDate',
]);

function moved(value: unknown, by: number, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => moved(each, by));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, moved(each, by, key)]));
  if (!TIMES.has(name)) return value;
  if (typeof value === 'number') return value + by;
  return typeof value === 'string' ? new Date(Date.parse(value) + by).toISOString() : value;
}
