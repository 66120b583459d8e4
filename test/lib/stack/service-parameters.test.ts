import { NestedStack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { ofType, readable, synthesised } from '../../support/stack/synthesised.ts';

const secret = (name: string) => `arn:aws:secretsmanager:eu-west-1:111122223333:secret:${name}-Ab12Cd`;
const parametersOf = (resources: [string, { Properties: Record<string, unknown> }][]) =>
  Object.fromEntries(
    resources.map(([, { Properties }]) => [Properties['Name'], readable(Properties['Value'])]),
  );

it('a stack tells others where it is, under its own name', () => {
  expect(parametersOf(ofType(synthesised(), 'AWS::SSM::Parameter'))).toEqual({
    '/rollcall/Rollcall/url': expect.stringContaining('https://'),
  });
});

it('and by which key monitors are declared and where events are heard, where that is set', () => {
  const stack = synthesised({
    stage: 'prod',
    apiKeySecretArn: secret('ApiKey'),
    awsEventsKeySecretArn: secret('Events'),
  });
  const nested = stack.app.node.findAll().find((each): each is NestedStack => each instanceof NestedStack);
  const resources = nested && (Template.fromStack(nested).toJSON()['Resources'] as Record<string, never>);

  expect(parametersOf(ofType(stack, 'AWS::SSM::Parameter'))).toMatchObject({
    '/rollcall/Rollcall-prod/api-key-secret-arn': secret('ApiKey'),
  });
  expect(parametersOf(ofType({ ...stack, resources: resources ?? {} }, 'AWS::SSM::Parameter'))).toEqual({
    '/rollcall/Rollcall-prod/event-bus-arn': 'Bus',
    '/rollcall/Rollcall-prod/event-queue-arn': 'Events',
  });
});
