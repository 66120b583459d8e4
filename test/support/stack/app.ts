import { App, Stack, type StackProps } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Rollcall } from '../../../lib/construct/rollcall.ts';
import type { Resource, Synthesised } from './synthesised.ts';

/** An app of somebody who declares monitors. */
export interface UsersApp {
  app: App;
  stack: Stack;
  rollcall: Rollcall;
  /** Another stack of the app. */
  another: (id: string, props?: StackProps) => Stack;
  synthesise: (of?: Stack) => Synthesised;
  warnings: () => string[];
}

const env = { account: '123456789012', region: 'us-east-1' };

export function usersApp(props: StackProps = { env }): UsersApp {
  const app = new App({
    builtinCloudFormationValidation: false,
    treeMetadata: false,
    analyticsReporting: false,
  } as object);
  const stack = new Stack(app, 'Jobs', props);
  return {
    app,
    stack,
    rollcall: Rollcall.fromStack(app, 'Rollcall'),
    another: (id, others = props) => new Stack(app, id, others),
    synthesise: (of = stack) => {
      const template = Template.fromStack(of);
      return { app, template, resources: template.toJSON()['Resources'] as Record<string, Resource> };
    },
    warnings: () => {
      app.synth();
      return Annotations.fromStack(stack)
        .findWarning('*', Match.anyValue())
        .map(({ entry }) => String(entry.data));
    },
  };
}

/** A secret of the owner's, by its whole ARN. */
export const ownSecret = (stack: Stack, id = 'Key') =>
  Secret.fromSecretCompleteArn(
    stack,
    id,
    `arn:aws:secretsmanager:us-east-1:123456789012:secret:${id}-Ab12Cd`,
  );
