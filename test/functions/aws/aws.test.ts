import { describe, expect, it } from 'vitest';
import { awsHandler } from '../../../functions/aws/aws.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import {
  recordedAt,
  recordedEvents,
  recordedLetters,
  type EventName,
} from '../../support/aws/recorded-events.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { watchingTable } from '../../support/table/watching-table.ts';
import { itThorough } from '../../support/thorough.ts';

const service = fresh(() => startTestService({ users: { ...STRANGERS_WELCOME, allowance: 'unlimited' } }));

/** An owner whose ingest key events come under, and how they are brought. */
async function owner(at: TestService = service) {
  const who = await at.guest();
  const { key } = (await who.call('GET', '/api/ingest-key')).json;
  const bring = async (events: unknown, query = '') => {
    const { status, json } = await at.call('POST', `/_local/events?key=${key}&account=123456789012${query}`, {
      body: events,
    });
    expect(status).toBe(200);
    return json;
  };
  return { who, bring, key };
}

const monitorsOf = async (who: Person) =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'] as Record<string, unknown>[];
const eventsOf = async (who: Person, id: unknown) =>
  (await who.call('GET', `/api/endpoints/${id}/events`)).json['events'] as Record<string, unknown>[];
const now = () => service.clock.now();
const at = (name: EventName, agoMs = 1_000, change: object = {}) => recordedAt(name, now() - agoMs, change);
/** An execution of its own. */
const run = (name: string) => ({
  name,
  executionArn: `arn:aws:states:us-east-1:123456789012:execution:state-machine:${name}`,
});

/** The function as its queue calls it. */
const handlerFor = (key: unknown, of: TestService = service) =>
  awsHandler({
    ...of.core,
    config: {
      ...of.core.config,
      awsEvents: { key: { text: String(key) }, account: '123456789012', names: [], aliases: {} },
    },
  });
const recordOf = (event: unknown, besides: object = {}) => ({
  messageId: 'm',
  body: JSON.stringify(event),
  messageAttributes: {},
  attributes: { ApproximateReceiveCount: '1', SentTimestamp: '0' },
  eventSourceARN: QUEUE,
  ...besides,
});
const QUEUE = 'arn:aws:sqs:us-east-1:123456789012:events';

describe('events of AWS', () => {
  it('make a monitor at first sight that learns, with runs, words and exit codes', async () => {
    const { who, bring } = await owner();
    expect(await bring(at('statesRunning', 60_000))).toEqual({
      events: 1,
      failed: 0,
      unreadable: 0,
      ignored: 0,
    });
    await bring([at('statesFailed'), at('batchFailed')]);

    const monitors = await monitorsOf(who);
    expect(monitors.map(({ name }) => name).toSorted()).toEqual([
      'batch-first-run-job-definition',
      'states-state-machine',
    ]);
    const states = monitors.find(({ name }) => name === 'states-state-machine');
    const batch = monitors.find(({ name }) => name !== 'states-state-machine');
    expect(states).toMatchObject({ state: 'waiting', learning: { runs: 0 } });
    const [failed, started] = await eventsOf(who, states?.['id']);
    expect(started).toMatchObject({ kind: 'start', rid: 'execution-name' });
    expect(failed).toMatchObject({ kind: 'fail', duration_ms: 59_881, rid: 'execution-name' });
    const { text } = await who.call('GET', `/api/endpoints/${states?.['id']}/events/${failed?.['id']}/body`);
    expect(text).toBe('States.TaskFailed: disk full');
    expect(await eventsOf(who, batch?.['id'])).toMatchObject([{ kind: 'fail', exit_code: 3 }]);
  });

  it('alert on a failure and on a run that is too long, and never on the silence of one that learns', async () => {
    await using receiver = await startReceiver();
    const { who, bring } = await owner();
    await bring(at('statesSucceeded'));
    const [monitor] = await monitorsOf(who);
    await who.call('PATCH', `/api/endpoints/${monitor?.['id']}`, {
      alert_url: receiver.url,
      max_duration_sec: 60,
    });

    for (let day = 0; day < 9; day++) {
      service.clock.advance(86_400);
      await service.check();
    }
    expect(receiver.received).toEqual([]);
    await bring(at('statesFailed', 1_000, run('second')));
    await service.check();
    expect(receiver.received.map(({ json }) => json['reason'])).toEqual(['fail']);
    service.clock.advance(60);
    await bring(at('statesSucceeded', 1_000, run('third')));
    await service.check();
    service.clock.advance(2 * 86_400);
    await bring(at('statesRunning', 0, run('fourth')));
    service.clock.advance(3_600);
    await service.check();
    expect(receiver.received.map(({ json }) => json['reason'])).toContain('too_long');
  });

  it('are judged for silence once their owner says how often they come', async () => {
    const { who, bring } = await owner();
    await bring(at('statesSucceeded'));
    const [monitor] = await monitorsOf(who);
    await who.call('PATCH', `/api/endpoints/${monitor?.['id']}`, { interval_sec: 3_600 });
    service.clock.advance(7_200);
    await service.check();
    expect(await monitorsOf(who)).toMatchObject([{ state: 'late' }]);
  });

  it('bring each recorded event to a monitor', async () => {
    const { who, bring } = await owner();
    const names = Object.keys(recordedEvents) as EventName[];
    await bring(
      names.map((name) => at(name)),
      '&accounts=111122223333=prod',
    );
    const letters = Object.values(recordedLetters).map(({ attributes }) => ({
      MessageAttributes: Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      ),
      Body: '{"password":"of the payload"}',
    }));
    await bring(letters);
    expect((await monitorsOf(who)).map(({ name }) => String(name)).toSorted()).toEqual([
      'batch-first-run-job-definition', 'crawler-test-crawler', 'datasync-task-08de6e6697796f026', 'glue-myjob-e41c15',
      'prod-us-west-2-ecs-sample-fargate', 'rule-hourly', 'schedule-nightly', 'states-state-machine', 'us-east-2-lambda-my-function',
      'us-west-2-backup-bfa1-r71d-vol-0a1b2c3d', 'us-west-2-backup-copy-bfa1-r71d-v-8e1e69', 'us-west-2-codebuild-my-sample-project',
    ]); // prettier-ignore
  });
});

it('dead letters have no account before their names where it is their own, by themselves too', async () => {
  const who = await service.guest();
  const { key } = (await who.call('GET', '/api/ingest-key')).json;
  const letter = (name: string, arn: string) => ({
    MessageId: 'm',
    Body: '{}',
    MessageAttributes: { [name]: { DataType: 'String', StringValue: arn } },
  });
  const schedule = letter(
    'SCHEDULE_ARN',
    'arn:aws:scheduler:us-east-1:111122223333:schedule/default/nightly',
  );
  const rule = letter('RULE_ARN', 'arn:aws:events:us-east-1:111122223333:rule/hourly');
  for (const body of [schedule, { Messages: [rule] }])
    expect(await service.call('POST', `/_local/events?key=${key}`, { body })).toMatchObject({
      status: 200,
      json: { events: 1, failed: 0, unreadable: 0, ignored: 0 },
    });
  expect((await monitorsOf(who)).map(({ name }) => String(name)).toSorted()).toEqual([
    'rule-hourly',
    'schedule-nightly',
  ]);
});

it('has at home the account and region of the first event, unless the query says others', async () => {
  const there = () => ({ ...at('statesFailed'), region: 'eu-central-1' });
  for (const [query, name] of [
    ['', 'states-state-machine'],
    ['&account=123456789012', 'states-state-machine'],
    ['&region=us-east-1', 'eu-central-1-states-state-machine'],
    ['&account=444455556666&region=eu-central-1', '123456789012-states-state-machine'],
  ]) {
    const { who, key } = await owner();
    const taken = await service.call('POST', `/_local/events?key=${key}${query}`, { body: there() });
    expect(taken).toMatchObject({ json: { failed: 0, ignored: 0 } });
    expect((await monitorsOf(who)).map(({ slug }) => slug)).toEqual([name]);
  }
  const wrong = await service.call('POST', '/_local/events?key=hpk_x&region=EU', { body: there() });
  expect(wrong.json).toMatchObject({ detail: expect.stringContaining('region must be') });
});

describe('order and repeats', () => {
  it('keeps one event of what is sent twice, and nothing of a replay', async () => {
    const { who, bring } = await owner();
    const failed = at('statesFailed');
    await bring([failed, { ...failed, id: 'another' }]);
    await bring(failed);
    service.clock.advance(7_200);
    await bring([failed, { ...failed, 'replay-name': 'yesterday' }]);
    const [monitor] = await monitorsOf(who);
    expect(await eventsOf(who, monitor?.['id'])).toHaveLength(1);
  });

  it('opens nothing for a start behind its end, whichever comes together', async () => {
    const { who, bring } = await owner();
    await bring(at('statesSucceeded', 1_000));
    await bring(at('statesRunning', 5_000));
    const [monitor] = await monitorsOf(who);
    await who.call('PATCH', `/api/endpoints/${monitor?.['id']}`, { max_duration_sec: 60 });
    service.clock.advance(600);
    await service.check();
    expect(await monitorsOf(who)).toMatchObject([{ incident: null }]);
    expect(await eventsOf(who, monitor?.['id'])).toMatchObject([{ kind: 'ping' }, { kind: 'start' }]);

    await bring([at('statesSucceeded', 1_000, run('x')), at('statesRunning', 3_000, run('x'))]);
    const [ended] = await eventsOf(who, monitor?.['id']);
    expect(ended).toMatchObject({ kind: 'ping', rid: 'x', duration_ms: 2_122 });
  });

  it('ends in what came last, not in what arrived last', async () => {
    const { who, bring } = await owner();
    await bring(at('statesSucceeded', 1_000, run('b')));
    await bring(at('statesFailed', 9_000, run('a')));
    await service.check();
    expect(await monitorsOf(who)).toMatchObject([{ incident: null }]);

    service.clock.advance(3_600);
    await bring(at('statesFailed', 1_000, run('d')));
    await bring(at('statesSucceeded', 9_000, run('c')));
    await service.check();
    expect(await monitorsOf(who)).toMatchObject([{ incident: { reason: 'fail' } }]);
  });

  it('records again what the queue hands out again, and once', async () => {
    const { who, bring, key } = await owner();
    await bring(at('statesSucceeded', 9_000, run('a')));
    const handler = handlerFor(key);
    const record = recordOf(at('statesFailed', 2_000, run('b')), {
      attributes: { ApproximateReceiveCount: '2', SentTimestamp: '0' },
    });
    for (let time = 0; time < 2; time++)
      expect(await handler({ Records: [record] } as never)).toEqual({ batchItemFailures: [] });
    const [monitor] = await monitorsOf(who);
    expect(await eventsOf(who, monitor?.['id'])).toMatchObject([{ kind: 'fail' }, { kind: 'ping' }]);
  });
});

describe('what comes late', () => {
  const MIN = 60_000;

  it('is one event however often it is sent, and no second alarm once it is over', async () => {
    const { who, bring, key } = await owner();
    const failed = at('statesFailed', 40 * MIN);
    await bring(failed);
    service.clock.advance(60);
    await bring(at('statesSucceeded', 1_000, run('next')));
    await service.check();
    service.clock.advance(60);
    await bring(failed);
    const again = recordOf(failed, { attributes: { ApproximateReceiveCount: '2', SentTimestamp: '0' } });
    expect(await handlerFor(key)({ Records: [again] } as never)).toEqual({ batchItemFailures: [] });
    await service.check();
    const [monitor] = await monitorsOf(who);
    expect(monitor).toMatchObject({ incident: null });
    expect(await eventsOf(who, monitor?.['id'])).toMatchObject([{ kind: 'ping' }, { kind: 'fail' }]);
  });

  it('is ordered by when it was said', async () => {
    const { who, bring } = await owner();
    await bring(at('statesFailed', 20 * MIN, run('b')));
    await bring(at('statesSucceeded', 50 * MIN, run('a')));
    await service.check();
    expect(await monitorsOf(who)).toMatchObject([{ incident: { reason: 'fail' } }]);

    await bring(at('statesSucceeded', 18 * MIN, run('d')));
    await bring(at('statesFailed', 19 * MIN, run('c')));
    await service.check();
    expect(await monitorsOf(who)).toMatchObject([{ incident: null }]);
  });

  it('opens no run that has ended', async () => {
    const { who, bring } = await owner();
    await bring(at('statesSucceeded', 1_000));
    service.clock.advance(30 * 60);
    await bring(at('statesRunning', 40 * MIN));
    const [monitor] = await monitorsOf(who);
    await who.call('PATCH', `/api/endpoints/${monitor?.['id']}`, { max_duration_sec: 60 });
    service.clock.advance(600);
    await service.check();
    expect(await monitorsOf(who)).toMatchObject([{ incident: null }]);
  });
});

it('a success that is written while a later failure is ends none', async () => {
  const { who, bring, key } = await owner();
  await bring(at('statesSucceeded', 60_000, run('first')));
  const later = at('statesFailed', 1_000, run('b'));
  let moves = 0;
  const before = async ({ input }: { input: unknown }) => {
    const isMove = JSON.stringify(input).includes('rev = :');
    if (isMove && ++moves === 1) await handlerFor(key)({ Records: [recordOf(later)] } as never);
  };
  await watchingTable(service, { before }, () => bring(at('statesSucceeded', 9_000, run('a'))));
  await service.check();
  expect(await monitorsOf(who)).toMatchObject([{ incident: { reason: 'fail' } }]);
});

it('one message that cannot be read fails by itself', async () => {
  const { who, key } = await owner();
  const letter = {
    RULE_ARN: { dataType: 'String', stringValue: 'arn:aws:events:us-east-1:123456789012:rule/x' },
  };
  const broken = recordOf(
    {},
    {
      messageId: 'broken',
      messageAttributes: letter,
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: 'never' },
    },
  );
  const Records = [broken, recordOf(at('statesFailed'))];
  expect(await handlerFor(key)({ Records } as never)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'broken' }],
  });
  expect(await monitorsOf(who)).toHaveLength(1);
});

it('an event that its queue did not take at first is itself once it is moved there', async () => {
  const { who, key } = await owner();
  const attribute = (stringValue: string) => ({ dataType: 'String', stringValue });
  const messageAttributes = {
    RULE_ARN: attribute('arn:aws:events:us-east-1:123456789012:rule/ours'),
    TARGET_ARN: attribute(QUEUE),
    ERROR_CODE: attribute('SDK_CLIENT_ERROR'),
  };
  await handlerFor(key)({ Records: [recordOf(at('statesSucceeded'), { messageAttributes })] } as never);
  expect(await monitorsOf(who)).toMatchObject([{ name: 'states-state-machine' }]);
});

it('brings events of two owners at once to each their own', async () => {
  const [alice, bob] = [await owner(), await owner()];
  const jobs = (name: string) =>
    Array.from({ length: 30 }, (_, index) =>
      at('statesFailed', 0, {
        stateMachineArn: `arn:aws:states:us-east-1:123456789012:stateMachine:${name}-${index}`,
      }),
    );
  await Promise.all([alice.bring(jobs('a')), bob.bring(jobs('b'))]);
  for (const [{ who }, name] of [
    [alice, 'a'],
    [bob, 'b'],
  ] as const) {
    const names = (await monitorsOf(who)).map((each) => String(each['name']));
    expect(names).toHaveLength(30);
    expect(names.filter((each) => !each.startsWith(`states-${name}-`))).toEqual([]);
  }
});

describe('bad input', () => {
  it('makes nothing of other accounts in a detail, of names that are not wanted, of what is old or unreadable', async () => {
    const { who, bring } = await owner();
    const forged = at('statesFailed', 0, {
      stateMachineArn: 'arn:aws:states:us-east-1:999999999999:stateMachine:x',
    });
    const large = at('statesFailed', 0, { name: undefined, input: 'x'.repeat(256_000) });
    expect(await bring([forged, large, {}, 'x', null, at('statesFailed', 15 * 86_400_000)])).toEqual({
      events: 6,
      failed: 0,
      unreadable: 3,
      ignored: 3,
    });
    await bring(at('statesFailed'), '&names=prod-*');
    await bring(at('statesFailed'), '&names=*,!state-*');
    expect(await monitorsOf(who)).toEqual([]);
    expect(service.logged.filter((code) => code === 'aws_event_unreadable')).toHaveLength(3);
    await bring(at('statesFailed'), '&names=state-*');
    expect(await monitorsOf(who)).toHaveLength(1);
  });

  it('waits and is told where the ingest key is none', async () => {
    const { bring } = await owner();
    await bring(at('statesFailed'));
    const key = `hpk_${'x'.repeat(43)}`;
    const call = handlerFor(key)({ Records: [recordOf(at('statesFailed'))] } as never);
    await expect(call).rejects.toThrow();
    expect(service.logged).toContain('run_failed');
    for (const none of [key, 'hpk_nope'])
      expect(
        await service.call('POST', `/_local/events?key=${none}`, { body: at('statesFailed') }),
      ).toMatchObject({
        status: 404,
        json: { error: 'not_found', detail: expect.stringContaining('ingest key') },
      });
  });

  it('refuses a body in which nothing is an event', async () => {
    const { who, key } = await owner();
    const wrong = { ...at('statesFailed'), detail: 'x' };
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const body of [
      'null',
      '5',
      '[5]',
      '{"Messages":[{}]}',
      JSON.stringify(wrong),
      '['.repeat(100_000),
      deep,
    ])
      expect(
        await service.call('POST', `/_local/events?key=${key}`, {
          body,
          headers: { 'content-type': 'text/plain' },
        }),
        body.slice(0, 40),
      ).toMatchObject({
        status: 400,
        json: { error: 'invalid_request', detail: expect.stringContaining('must be an event') },
      });
    expect(await monitorsOf(who)).toEqual([]);
  });

  it('refuses a request that says no key, no account names and no JSON', async () => {
    for (const [query, body] of [
      ['', '{}'],
      ['?key=x&accounts=1', '{}'],
      ['?key=x', '{'],
      ['?key=x&names=(', '{}'],
      ['?key=x&account=1', '{}'],
    ] as const)
      expect(
        (
          await service.call('POST', `/_local/events${query}`, {
            body,
            headers: { 'content-type': 'text/plain' },
          })
        ).status,
      ).toBe(400);
  });

  it('stays within the allowance', async () => {
    await using open = await startTestService();
    const { who, bring } = await owner(open);
    const jobs = Array.from({ length: 13 }, (_, index) =>
      recordedAt('statesFailed', open.clock.now(), {
        stateMachineArn: `arn:aws:states:us-east-1:123456789012:stateMachine:job-${index}`,
      }),
    );
    expect(await bring(jobs)).toMatchObject({ events: 13, failed: 0 });
    expect(await monitorsOf(who)).toHaveLength(10);
    expect(open.logged).toContain('aws_name_refused');
    // Known by hand it is heard at once.
    const made = await monitorsOf(who);
    const [{ id } = {}] = made;
    await who.call('DELETE', `/api/endpoints/${id}`);
    const left = Array.from({ length: 13 }, (_, index) => `states-job-${index}`).find(
      (name) => !made.some((each) => each['name'] === name),
    );
    await who.call('PUT', `/api/endpoints/by-slug/${left}`, { interval_sec: 86_400 });
    await bring(jobs);
    await open.check();
    expect((await monitorsOf(who)).find(({ name }) => name === left)).toMatchObject({
      incident: { reason: 'fail' },
    });
  });

  itThorough(
    'makes a bounded number of monitors of names that are new each time, told once',
    async () => {
      const { who, bring } = await owner();
      const jobs = Array.from({ length: 1_000 }, (_, index) =>
        at('statesFailed', 0, {
          stateMachineArn: `arn:aws:states:us-east-1:123456789012:stateMachine:job-${index}`,
        }),
      );
      expect(await bring(jobs)).toMatchObject({ events: 1_000, failed: 0 });
      expect(await monitorsOf(who)).toHaveLength(200);
      expect(service.logged.filter((code) => code === 'aws_names_bounded')).toHaveLength(1);
    },
    120_000,
  );
});
