import { describe, expect, it } from 'vitest';
import { readEvent, type AwsEvent } from '../../../../lib/domain/aws/event.ts';
import { jobSlug } from '../../../../lib/domain/aws/job-name.ts';
import { JOB_ROWS } from '../../../../lib/domain/aws/job-rows.ts';
import { signalOf, type JobSignal } from '../../../../lib/domain/aws/job-signal.ts';
import { eventIn } from '../../../../lib/domain/aws/queue-message.ts';
import {
  recordedAt,
  recordedEvents,
  recordedLetters,
  type EventName,
} from '../../../support/aws/recorded-events.ts';

const NOW = Date.parse('2027-03-31T02:30:10Z');
const home = { account: '123456789012', region: 'us-east-1', aliases: { '111122223333': 'prod' } };

function eventOf(sent: unknown): AwsEvent {
  const event = readEvent(sent);
  if (!event) throw new Error('no event');
  return event;
}

const read = (event: AwsEvent, now = NOW) => signalOf(event, { home, now });

function signal(name: EventName, change: object = {}, lateMs = 3_000): JobSignal {
  const outcome = read(eventOf(recordedAt(name, NOW - lateMs, change)));
  if (outcome.is === 'ignored') throw new Error(outcome.why);
  return outcome.signal;
}

const why = (event: AwsEvent, now = NOW) => {
  const outcome = read(event, now);
  return outcome.is === 'ignored' ? outcome.why : outcome;
};

/** What each recorded event says: slug, kind, run, words and exit code. */
const SAID = {
  statesRunning: ['states-state-machine', 'start', 'execution-name', null, null],
  statesSucceeded: ['states-state-machine', 'ping', 'execution-name', null, null],
  statesFailed: ['states-state-machine', 'fail', 'execution-name', 'States.TaskFailed: disk full', null],
  statesTimedOut: ['states-state-machine', 'fail', 'execution-name', null, null],
  statesAborted: ['states-state-machine', 'fail', 'execution-name', null, null],
  batchRunnable: null,
  batchRunning: ['batch-first-run-job-definition', 'start', '4c7599ae-0a82-49aa-ba5a-4727fcce14a8', null, null],
  batchSucceeded: ['batch-first-run-job-definition', 'ping', '4c7599ae-0a82-49aa-ba5a-4727fcce14a8', null, null],
  batchFailed: ['batch-first-run-job-definition', 'fail', '4c7599ae-0a82-49aa-ba5a-4727fcce14a8', 'Essential container in task exited: OutOfMemory', 3],
  glueSucceeded: ['glue-myjob-e41c15', 'ping', /^jr_abcdef0123[0-9a-f]+\.[0-9a-f]{16}$/, null, null],
  glueFailed: ['glue-myjob-e41c15', 'fail', /^jr_/, /failed to execute with exception Role lacks rights$/, null],
  glueTimeout: ['glue-myjob-e41c15', 'fail', /^jr_/, 'Job run timed out', null],
  glueStopped: ['glue-myjob-e41c15', 'fail', /^jr_/, 'Job run stopped', null],
  crawlerStarted: ['crawler-test-crawler', 'start', 'crawl', null, null],
  crawlerSucceeded: ['crawler-test-crawler', 'ping', 'crawl', null, null],
  crawlerFailed: ['crawler-test-crawler', 'fail', 'crawl', 'Internal Service Exception', null],
  ecsRunning: ['prod-us-west-2-ecs-sample-fargate', 'start', 'c13b4cb40f1f4fe4a2971f76ae5a47ad', null, null],
  ecsDone: ['prod-us-west-2-ecs-sample-fargate', 'ping', 'c13b4cb40f1f4fe4a2971f76ae5a47ad', null, null],
  ecsFailed: ['prod-us-west-2-ecs-sample-fargate', 'fail', 'c13b4cb40f1f4fe4a2971f76ae5a47ad', 'Essential container in task exited: OutOfMemoryError', 137],
  ecsNotStarted: ['prod-us-west-2-ecs-sample-fargate', 'fail', 'c13b4cb40f1f4fe4a2971f76ae5a47ad', 'CannotPullContainerError', null],
  codebuildRunning: [/^us-west-2-codebuild-my-sample-project$/, 'start', '8745a7a9-c340-456a-9166-edf953571bEX', null, null],
  codebuildSucceeded: [/^us-west-2-codebuild/, 'ping', '8745a7a9-c340-456a-9166-edf953571bEX', null, null],
  codebuildFailed: [/^us-west-2-codebuild/, 'fail', '8745a7a9-c340-456a-9166-edf953571bEX', /^https:\/\/console\.aws\.amazon\.com\/cloudwatch/, null],
  backupRunning: ['us-west-2-backup-bfa1-r71d-vol-0a1b2c3d', 'start', '4b8c3f0e-6f4c-4d0a-9b0b-3f8d3f8e2b11', null, null],
  backupCompleted: ['us-west-2-backup-bfa1-r71d-vol-0a1b2c3d', 'ping', '4b8c3f0e-6f4c-4d0a-9b0b-3f8d3f8e2b11', null, null],
  backupFailed: ['us-west-2-backup-bfa1-r71d-vol-0a1b2c3d', 'fail', '4b8c3f0e-6f4c-4d0a-9b0b-3f8d3f8e2b11', 'Access denied to the vault', null],
  copyCompleted: [/^us-west-2-backup-copy-bfa1-r71d-v-[0-9a-f]{6}$/, 'ping', 'C0FFEE-1', null, null],
  datasyncLaunching: ['datasync-task-08de6e6697796f026', 'start', 'exec-04ce9d516d69bd52f', null, null],
  datasyncSuccess: ['datasync-task-08de6e6697796f026', 'ping', 'exec-04ce9d516d69bd52f', null, null],
  datasyncError: ['datasync-task-08de6e6697796f026', 'fail', 'exec-04ce9d516d69bd52f', null, null],
  lambdaSuccess: ['us-east-2-lambda-my-function', 'ping', 'e4b46cbf-b738-xmpl-8880-a18cdf61200e', null, null],
  lambdaFailure: ['us-east-2-lambda-my-function', 'fail', 'e4b46cbf-b738-xmpl-8880-a18cdf61200e', /^RetriesExhausted: Runtime\.ExitError: RequestId: \S+ Process exited/, null],
} as const satisfies Record<EventName, readonly unknown[] | null>; // prettier-ignore

describe('events of AWS', () => {
  it.each(Object.entries(SAID))('reads %s as documented', (name, said) => {
    const event = recordedAt(name as EventName, NOW - 3_000);
    if (said === null) return expect(why(eventOf(event))).toBe('between');
    const { slug, kind, rid, output, exitCode } = signal(name as EventName);
    const [slugSaid, kindSaid, ridSaid, words, code] = said;
    const fitting = (text: unknown) => (text instanceof RegExp ? expect.stringMatching(text) : text);
    expect({ slug, kind, rid, output, exitCode }).toEqual({
      slug: fitting(slugSaid),
      kind: kindSaid,
      rid: fitting(ridSaid),
      output: fitting(words),
      exitCode: code,
    });
  });

  it('has an event for each row, with the page that it is from', () => {
    const all = Object.values(recordedEvents);
    for (const { source, detailTypes } of JOB_ROWS.filter((row) => !row.source.startsWith('rollcall.'))) {
      const known = all.filter(({ event }) => event.source === source);
      const types = new Set(known.map(({ event }) => event['detail-type']));
      for (const type of detailTypes) expect(types, `${source} ${type}`).toContain(type);
    }
    for (const { page } of all) expect(page).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
  });

  it('drops every payload', () => {
    for (const name of Object.keys(recordedEvents) as EventName[])
      expect(JSON.stringify(read(eventOf(recordedAt(name, NOW))))).not.toContain('of the payload');
  });

  it('masks what looks secret in the words of a failure, whole and cut', () => {
    const { output } = signal('statesFailed', { cause: 'login with password=hunter2hunter2 refused' });
    expect(output).toBe('States.TaskFailed: login with password=*** refused');
    const key = `AKIA${'ABCDEFGH12345678'}`;
    const long = signal('statesFailed', { cause: `${'word '.repeat(792)}before ${key}` }).output;
    expect(long).toMatch(/…$/);
    expect(long).not.toContain('AKIA');
  });

  it('takes the message of a function out of the cause that Step Functions made of it', () => {
    const cause = JSON.stringify({ errorMessage: 'no space', errorType: 'Error', trace: ['at x'] });
    expect(signal('statesFailed', { error: 'Error', cause }).output).toBe('Error: no space');
    expect(signal('statesFailed', { cause: '{"cut' }).output).toBe('States.TaskFailed: {"cut');
  });
});

describe('dead letters', () => {
  const letter = (name: keyof typeof recordedLetters, change: object = {}) =>
    eventIn({
      id: 'm1',
      body: '',
      sentAt: NOW - 1_000,
      attributes: { ...recordedLetters[name].attributes, ...change },
    });

  it('tell of what was not started', () => {
    const event = letter('schedule');
    expect(event && read(event)).toMatchObject({
      signal: {
        slug: 'schedule-nightly',
        kind: 'fail',
        rid: 'f4b3f9b4b0e94f0d',
        output:
          'AWS.StepFunctions.StateMachineDoesNotExistException: State Machine Does Not Exist: MaximumRetryAttempts',
      },
    });
    const ofRule = letter('rule');
    expect(ofRule && read(ofRule)).toMatchObject({ signal: { slug: 'rule-hourly', rid: 'm1' } });
  });

  it('are none without the ARN of a schedule or rule', () => {
    expect(letter('schedule', { SCHEDULE_ARN: undefined })).toBeUndefined();
    expect(letter('rule', { RULE_ARN: 'rule/hourly' })).toBeUndefined();
  });
});

describe('names', () => {
  const job = { service: 'states', name: 'nightly', account: home.account, region: home.region };

  it('differ wherever jobs do, and have 40 characters at most', () => {
    const long = 'a-very-long-name-of-a-state-machine-that-goes-on';
    const all = [
      job,
      { ...job, name: 'Nightly' },
      { ...job, name: 'nightly_' },
      { ...job, name: long },
      { ...job, name: `${long}-2` },
      { ...job, account: '111122223333' },
      { ...job, account: '999999999999' },
      { ...job, region: 'eu-west-1' },
      { ...job, service: 'batch' },
      { ...job, account: '999999999999', name: 'Nightly' },
    ].map((each) => jobSlug(each, home));
    expect(new Set(all).size).toBe(all.length);
    for (const slug of all) expect(slug).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(all.slice(5, 8)).toEqual([
      'prod-states-nightly',
      '999999999999-states-nightly',
      'eu-west-1-states-nightly',
    ]);
  });

  it('believe the envelope and no account that stands in the detail', () => {
    expect(signal('crawlerStarted').slug).toBe('crawler-test-crawler');
    const forged = { stateMachineArn: 'arn:aws:states:us-east-1:111122223333:stateMachine:nightly' };
    expect(why(eventOf(recordedAt('statesFailed', NOW, forged)))).toBe('another_account');
  });
});

describe('times and repeats', () => {
  it('counts the time of the service to the millisecond while it is near, and else the arrival', () => {
    const near = signal('statesSucceeded', {}, 14 * 60_000);
    expect(near.at).toBe(NOW - 14 * 60_000 + 122);
    const late = signal('statesSucceeded', {}, 16 * 60_000);
    expect(late).toMatchObject({ at: NOW, saidAt: NOW - 16 * 60_000 + 122 });
    expect(signal('statesSucceeded', {}, -60_000).at).toBe(NOW);
    expect(signal('statesSucceeded', {}, -2_000).at).toBe(NOW + 2_122);
  });

  it('counts a redrive from its own beginning, as a run of its own', () => {
    const redrive = { redriveCount: 2, redriveDate: 1551210141500, startDate: 1551210000000 };
    expect(signal('statesRunning', redrive)).toMatchObject({ at: NOW - 2_500, rid: 'execution-name.r2' });
  });

  it('gives the same change one event, however often and with whatever id it is sent', () => {
    const [once, again] = [signal('ecsRunning'), signal('ecsRunning', { version: 5 })];
    expect([again.at, again.tail]).toEqual([once.at, once.tail]);
    expect(signal('statesFailed').tail).not.toBe(signal('statesTimedOut').tail);
  });

  it('ignores what is two weeks old and what is played again', () => {
    const at = NOW - 14 * 86_400_000;
    expect(why(eventOf(recordedAt('statesFailed', at - 1_000)))).toBe('old');
    expect(read(eventOf(recordedAt('statesFailed', at + 1_000)))).toMatchObject({ is: 'signal' });
    const replayed = { ...recordedAt('statesFailed', NOW), 'replay-name': 'yesterday' };
    expect(why(eventOf(replayed))).toBe('replayed');
  });
});

describe('what is no sign of a job', () => {
  it.each([
    ['a child of an array', 'batchFailed', { arrayProperties: { index: 3 } }],
    ['a task of a service', 'ecsFailed', { group: 'service:web' }],
    [
      'a build of a push',
      'codebuildFailed',
      { 'additional-information': { initiator: 'GitHub-Hookshot/1' } },
    ],
    ['a backup by hand', 'backupFailed', { createdBy: undefined }],
  ] as const)('is %s', (_, name, change) => {
    expect(why(eventOf(recordedAt(name, NOW, change)))).toBe('not_of_a_job');
  });

  it.each([
    ['statesFailed', { stateMachineArn: undefined }],
    ['statesFailed', { name: 7, stateMachineArn: [] }],
    ['batchFailed', { jobId: null }],
    ['glueFailed', { jobName: { a: 1 } }],
    ['ecsFailed', { taskArn: '' }],
  ] as const)('leaves %s without its fields', (name, change) => {
    expect(why(eventOf(recordedAt(name, NOW, change)))).toBe('incomplete');
  });

  it('is every other event, and every state between', () => {
    const event = eventOf(recordedAt('statesFailed', NOW));
    expect(why({ ...event, detailType: 'Step Functions Map Run Status Change' })).toBe('unknown');
    expect(why({ ...event, source: 'aws.ec2' })).toBe('unknown');
    expect(why(eventOf(recordedAt('statesRunning', NOW, { status: 'PENDING_REDRIVE' })))).toBe('between');
    expect(why(eventOf(recordedAt('ecsRunning', NOW, { desiredStatus: 'STOPPED' })))).toBe('between');
  });

  it('is what is no event', () => {
    const event = recordedAt('statesFailed', NOW);
    for (const sent of [
      null,
      [],
      'x',
      {},
      { ...event, account: '1' },
      { ...event, time: 'noon' },
      { ...event, detail: [] },
    ])
      expect(readEvent(sent)).toBeUndefined();
  });
});
