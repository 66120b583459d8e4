import { describe, expect, it } from 'vitest';
import {
  awsChannelsOf,
  mayBeToldBy,
  mayText,
  smsOwnersOf,
  type Bound,
} from '../../../../lib/domain/alerts/aws-channels.ts';
import { awsTargetOf } from '../../../../lib/domain/alerts/sending/aws-target.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:alerts';
const BUS = 'arn:aws:events:us-gov-west-1:111122223333:event-bus/jobs/prod';
const ORGANIZATION = '7n42DGM5Tflk9n8mt7Fhc7';

describe('what an ARN names', () => {
  it.each([
    [TOPIC, { kind: 'sns', arn: TOPIC, region: 'eu-central-1', isFifo: false, isForChat: false }],
    [`${TOPIC}.fifo`, { kind: 'sns', arn: `${TOPIC}.fifo`, isFifo: true, isForChat: false }],
    [`${TOPIC}?format=chatbot`, { kind: 'sns', arn: TOPIC, isFifo: false, isForChat: true }],
    ['arn:aws-cn:sns:cn-north-1:111122223333:a', { kind: 'sns', region: 'cn-north-1' }],
    [BUS, { kind: 'event_bus', arn: BUS, region: 'us-gov-west-1', isFifo: false, isForChat: false }],
  ])('%s', (text, target) => {
    expect(awsTargetOf(text)).toMatchObject(target);
  });

  it.each([
    'https://sns.eu-central-1.amazonaws.com/',
    `${TOPIC}?format=email`,
    `${TOPIC} `,
    `${TOPIC}:subscription`,
    'arn:aws:sns:eu-central-1:1111:alerts',
    'arn:aws:sns:evil.example/x-1:111122223333:alerts',
    'arn:aws:sns::111122223333:alerts',
    'arn:aws:sqs:eu-central-1:111122223333:alerts',
    'arn:aws:events:eu-central-1:111122223333:rule/jobs',
    'arn:aws:sns:eu-central-1:111122223333:event-bus/jobs',
    'arn:aws:events:eu-central-1:111122223333:jobs',
    `${BUS}?format=chatbot`,
    `${BUS}#`,
  ])('%s names neither a topic nor a bus', (text) => {
    expect(awsTargetOf(text)).toBeNull();
  });
});

describe('the setting', () => {
  it('binds each ARN to whoever may use it', () => {
    expect(awsChannelsOf(`${TOPIC}=ops@example.com,${TOPIC}=${ORGANIZATION},${BUS}=a=b@example.com`)).toEqual(
      [
        { arn: TOPIC, owner: 'ops@example.com' },
        { arn: TOPIC, owner: ORGANIZATION },
        { arn: BUS, owner: 'a=b@example.com' },
      ],
    );
  });

  it.each([
    '',
    TOPIC,
    `${TOPIC}=`,
    `${TOPIC}=*`,
    `${TOPIC}=everybody`,
    `=ops@example.com`,
    `${TOPIC}?format=chatbot=ops@example.com`,
    'arn:aws:sns:*:111122223333:alerts=ops@example.com',
    `${TOPIC}=ops@example.com,`,
    `${TOPIC}=ops@example.com,${TOPIC}=ops@example.com`,
    Array.from({ length: 11 }, (_, at) => `${TOPIC}${at}=ops@example.com`).join(),
  ])('is not %j', (text) => {
    expect(awsChannelsOf(text)).toBeUndefined();
  });
});

describe('who may be told by an ARN', () => {
  const bindings = awsChannelsOf(`${TOPIC}=Ops@Example.com,${BUS}=${ORGANIZATION}`) ?? [];
  const ops: Bound = { kind: 'account', id: 'a1', email: 'ops@example.com' };
  const night: Bound = { kind: 'organization', id: ORGANIZATION };

  it.each<[string, Bound, string, boolean]>([
    ['the account of the address, whatever its case', ops, TOPIC, true],
    ['the organization of the id', night, BUS, true],
    ['an account by the ARN of another', ops, BUS, false],
    ['an organization by the ARN of another', night, TOPIC, false],
    ['another account', { ...ops, email: 'eve@example.com' }, TOPIC, false],
    ['an account whose id is that of the organization', { ...ops, id: ORGANIZATION }, BUS, false],
    ['a guest whose id is that of the organization', { kind: 'guest', id: ORGANIZATION }, BUS, false],
    ['a guest with an address', { kind: 'guest', id: 'g', email: 'ops@example.com' }, TOPIC, false],
    [
      'an organization of the name of the address',
      { kind: 'organization', id: 'ops@example.com' },
      TOPIC,
      false,
    ],
    ['whoever asks for a topic that begins alike', ops, `${TOPIC}2`, false],
  ])('%s', (_who, owner, arn, may) => {
    expect(mayBeToldBy(bindings, arn, owner)).toBe(may);
  });

  it('nobody, where nothing is set', () => {
    expect(mayBeToldBy(null, TOPIC, ops)).toBe(false);
  });
});

describe('who may send texts', () => {
  const owners = smsOwnersOf(`Ops@Example.com,${ORGANIZATION}`) ?? [];

  it.each<[string, Bound, boolean]>([
    ['a named account', { kind: 'account', id: 'a', email: 'ops@example.com' }, true],
    ['a named organization', { kind: 'organization', id: ORGANIZATION }, true],
    ['another account', { kind: 'account', id: ORGANIZATION, email: 'eve@example.com' }, false],
    ['another organization', { kind: 'organization', id: 'o' }, false],
    ['a guest', { kind: 'guest', id: ORGANIZATION, email: 'ops@example.com' }, false],
  ])('%s', (_who, owner, may) => {
    expect(mayText({ owners }, owner)).toBe(may);
    expect(mayText(null, owner)).toBe(false);
  });

  it.each(['', '*', 'ops', 'ops@example.com,', Array(11).fill('a@example.com').join()])('not %j', (text) => {
    expect(smsOwnersOf(text)).toBeUndefined();
  });
});
