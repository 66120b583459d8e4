import { describe, expect, it } from 'vitest';
import {
  environmentOf,
  grantsOf,
  ofType,
  policyOf,
  stackAreas,
  synthesised,
} from '../../support/stack/synthesised.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:alerts.fifo';
const ELSEWHERE = 'arn:aws-us-gov:sns:us-gov-west-1:444455556666:alerts';
const BUS = 'arn:aws:events:us-east-2:444455556666:event-bus/jobs';

describe('topics and event buses that somebody may use', () => {
  const stack = synthesised({
    mailFrom: 'alerts@example.com',
    awsChannels: `${TOPIC}=ops@example.com,${TOPIC}=a@example.com,${ELSEWHERE}=ops@example.com,${BUS}=ops@example.com`,
  });
  const telling = (area: (typeof stackAreas)[number]) =>
    policyOf(stack, area).filter(({ actions }) => actions.some((each) => /^(sns|events|kms):/.test(each)));

  it('are all that whoever delivers may tell, in any region and partition, and in our name alone', () => {
    for (const area of ['notifier', 'alerts'] as const) {
      const statements = telling(area);
      const topics = statements.filter(({ actions }) => actions.includes('sns:Publish'));
      const buses = statements.filter(({ actions }) => actions.includes('events:PutEvents'));
      expect(topics.flatMap(({ resources }) => resources).toSorted()).toEqual([ELSEWHERE, TOPIC].toSorted());
      expect(topics.every(({ actions }) => actions.length === 1)).toBe(true);
      expect(buses).toMatchObject([
        {
          actions: ['events:PutEvents'],
          resources: [BUS],
          condition: { StringEquals: { 'events:source': 'rollcall.alerts' } },
        },
      ]);
      expect(statements).toHaveLength(topics.length + buses.length);
    }
  });

  it('are told by no other function, and known to those that make channels', () => {
    expect(stackAreas.filter((area) => telling(area).length > 0).toSorted()).toEqual(['alerts', 'notifier']);
    const knowing = stackAreas.filter((area) => 'AWS_CHANNELS' in environmentOf(stack, area));
    expect(knowing.toSorted()).toEqual(['alerts', 'monitors', 'notifier']);
  });

  it('change nothing where none are set', () => {
    const plain = synthesised();
    for (const area of ['notifier', 'alerts'] as const)
      expect(grantsOf(plain, area).filter((grant) => /^(sns|events):/.test(grant))).toEqual([]);
    expect(environmentOf(plain, 'monitors')).not.toHaveProperty('AWS_CHANNELS');
  });
});

describe('texts', () => {
  it('may go to any number by whoever delivers, and by that right to no topic', () => {
    const stack = synthesised({ mailFrom: 'alerts@example.com', smsOwners: 'ops@example.com' });
    const policies = ofType(stack, 'AWS::IAM::Policy').flatMap(([id, { Properties }]) => {
      const { Statement } = Properties['PolicyDocument'] as { Statement: { NotResource?: string }[] };
      return Statement.map((each) => ({ id, ...each }));
    });
    const texting = policies.filter(({ NotResource }) => NotResource !== undefined);
    expect(texting).toEqual(
      ['alerts', 'notifier'].map(() => ({
        id: expect.stringMatching(/^(alerts|notifier)/) as unknown,
        Action: 'sns:Publish',
        Effect: 'Allow',
        NotResource: 'arn:*:sns:*:*:*',
      })),
    );
    const knowing = stackAreas.filter((area) => 'SMS' in environmentOf(stack, area));
    expect(knowing.toSorted()).toEqual(['alerts', 'monitors', 'notifier']);
  });
});
