import { Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { awsRows, type AwsSettings } from '../config/settings/all-settings.ts';
import { awsSettings } from '../config/settings/read.ts';
import type { Instant } from '../domain/instant.ts';

/** What the command decides, not the stack. */
const OF_THE_COMMAND = ['nag', 'buildDir'] as const;

/** The settings of a deployment: docs/deploy.md lists them, and none is required. */
export type RollcallSettings = Readonly<Partial<Omit<AwsSettings, (typeof OF_THE_COMMAND)[number]>>>;

/** The settings that a stack may be given as props. */
export const stackRows = awsRows.filter(([name]) => !OF_THE_COMMAND.some((one) => one === name));

/**
 * The settings among the props of a stack. Throws one plain sentence for a value that breaks its rule or is not known yet,
 * settings that contradict each other, and what the context of CDK says otherwise; `now` is the time of the synthesis.
 */
export function settingsFromProps(scope: Construct, props: RollcallSettings, now: Instant): AwsSettings {
  const named: Readonly<Record<string, unknown>> = { ...props };
  const given = stackRows.flatMap(([name]) =>
    named[name] === undefined ? [] : [[name, named[name]] as const],
  );
  const unknown = given.find(([, value]) => Token.isUnresolved(value));
  if (unknown)
    throw new Error(
      `${unknown[0]} is a token, which stands for a value that CloudFormation knows later: the stack is made by it, so give the value itself.`,
    );
  refuseContext(scope, named);
  return awsSettings(Object.fromEntries(given), now);
}

/** Context that said something else would be heard by nobody, and a service be deployed that is not what somebody typed. */
function refuseContext(scope: Construct, props: Readonly<Record<string, unknown>>): void {
  for (const [name, { form }] of stackRows) {
    const said: unknown = scope.node.tryGetContext(name);
    // An empty value is an absent one there.
    if (said === undefined || said === null || said === '') continue;
    const { [name]: prop } = props;
    if (prop !== undefined && form(said) === form(prop)) continue;
    throw new Error(
      `${name} is in the context of CDK (-c, cdk.json or cdk.context.json) and ${prop === undefined ? 'not' : 'another one'} in the props of the stack, from which alone it takes its settings: leave it out of the context, or give the same as a prop.`,
    );
  }
}
