import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it } from 'vitest';
import { cycleIn, faultsOf } from '../../support/stack/template-faults.ts';
import { newlySynthesised, synthesised, type Synthesised } from '../../support/stack/synthesised.ts';

/** Everything switched on, so that everything is checked. */
const everything = {
  mailFrom: 'alerts@example.com',
  alarmEmail: 'ops@example.com',
  domainName: 'rollcall.example.com',
  ingestDomain: 'in.example.com',
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  hostedZoneName: 'example.com',
};

let plain: Synthesised;
let full: Synthesised;
/** Without CloudFront, as a private copy may be. */
let alone: Synthesised;
let balanced: Synthesised;
beforeAll(() => {
  plain = synthesised();
  full = synthesised(everything);
  alone = synthesised({ ...everything, cdn: false });
  balanced = synthesised({ ...everything, pingFront: 'alb' });
});

describe('the template', () => {
  it('has no type, property or reference that CloudFormation does not know, and misses none it requires', () => {
    expect(faultsOf(plain.template.toJSON())).toEqual([]);
    expect(faultsOf(full.template.toJSON())).toEqual([]);
    expect(faultsOf(alone.template.toJSON())).toEqual([]);
    expect(faultsOf(balanced.template.toJSON())).toEqual([]);
  });

  it('has no resources that wait for each other in a circle', () => {
    expect(cycleIn(plain.resources)).toEqual([]);
    expect(cycleIn(full.resources)).toEqual([]);
    expect(cycleIn(alone.resources)).toEqual([]);
    expect(cycleIn(balanced.resources)).toEqual([]);
  });

  it('stays far below the 500 resources a stack may have', () => {
    expect(Object.keys(full.resources).length).toBeLessThan(360);
  });

  it('holds no value of a secret', () => {
    expect(JSON.stringify(full.resources)).not.toMatch(/"SecretString"\s*:/);
  });

  it('passes the AwsSolutions rules of cdk-nag, warnings included', () => {
    const findings = [plain, full, alone, balanced].flatMap(
      ({ app }) => new AwsSolutionsChecks(app).validateScope(app).violations,
    );

    expect(
      findings.map(({ ruleName, violatingResources }) => [
        ruleName,
        violatingResources.map((one) => one.constructPath),
      ]),
    ).toEqual([]);
  });
});

describe('the checks themselves', () => {
  const fault = (Properties: object) =>
    faultsOf({ Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties } } });

  it('find an unknown property', () => {
    expect(fault({ VisibilityTimeOut: 5 })).toEqual(['Queue.VisibilityTimeOut: unknown property']);
  });

  it('find a wrong type', () => {
    expect(fault({ VisibilityTimeout: '5' })).toEqual(['Queue.VisibilityTimeout: expected integer']);
  });

  it('find a missing property, an unknown type and a dangling reference', () => {
    const template = {
      Resources: {
        Schedule: {
          Type: 'AWS::Scheduler::Schedule',
          Properties: { ScheduleExpression: 'rate(1 minute)', FlexibleTimeWindow: { Mode: 'OFF' } },
        },
        Other: { Type: 'AWS::SQS::Cue', Properties: {} },
        Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: { 'Fn::GetAtt': ['Gone', 'Arn'] } } },
      },
    };

    expect(faultsOf(template)).toEqual([
      'Schedule.Target: missing',
      'Other: no type AWS::SQS::Cue',
      'Gone: referred to, but not there',
    ]);
  });

  it('find a circle', () => {
    expect(
      cycleIn({
        A: { x: { Ref: 'B' } },
        B: { DependsOn: ['C'] },
        C: { y: { 'Fn::GetAtt': ['A', 'Arn'] } },
        D: {},
      }),
    ).toEqual(['A', 'B', 'C']);
  });

  it('find a breach of the rules that nobody acknowledged', () => {
    const { app } = newlySynthesised();
    const planted = new Queue(app.node.findChild('Rollcall'), 'Planted');

    const findings = new AwsSolutionsChecks(app).validateScope(app).violations;

    expect(findings.map(({ ruleName }) => ruleName)).toEqual(['AwsSolutions-SQS3', 'AwsSolutions-SQS4']);
    expect(findings[0]?.violatingResources[0]?.constructPath).toBe(`${planted.node.path}/Resource`);
  });
});
