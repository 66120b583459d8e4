import type { Stack } from 'aws-cdk-lib';
import { Stage, Token } from 'aws-cdk-lib';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { parameterName, type ServiceParameter } from '../domain/aws/service-parameters.ts';

export interface FromStackProps {
  /** What the stack of the service is called. @default 'Rollcall' */
  readonly stackName?: string;
  /** Holds an API key as its whole text. @default that of the setting apiKeySecretArn of the service */
  readonly apiKeySecret?: ISecret;
}

export interface FromUrlProps {
  /** Where the service is, such as `https://rollcall.example.com`. */
  readonly url: string;
  /** Holds an API key or a guest token as its whole text. */
  readonly apiKeySecret: ISecret;
  /** Its output AwsEventsBusArn, where monitors are to hear of jobs by their events. */
  readonly eventBusArn?: string;
  /** Its output AwsEventsQueueArn, where it takes what schedules could not start. */
  readonly eventQueueArn?: string;
  /** What its setting awsAccounts calls the account of the jobs. */
  readonly accountAlias?: string;
}

/** A secret whose text is the key of an owner. */
export type KeySecret = ISecret | { readonly arn: string };

/** What the template of one stack says of a service. */
export interface ServiceInStack {
  readonly url: string;
  readonly key: KeySecret;
  /** Throws where its events are heard of nowhere. */
  readonly eventBusArn: () => string;
  /** Where what could not be started is taken in; undefined where that is not known. */
  readonly eventQueueArn: () => string | undefined;
  readonly accountAlias?: string | undefined;
  /** Its bus is told by a rule; by default the default bus of the account is listened to. */
  readonly isElsewhere: boolean;
}

/** A Rollcall that there is, in which monitors are declared. */
export class Rollcall extends Construct {
  /** One that stands in the account and region of the stacks that use it. */
  static fromStack(scope: Construct, id: string, props: FromStackProps = {}): Rollcall {
    const { stackName = 'Rollcall', apiKeySecret } = props;
    const read = (stack: Stack) => (name: ServiceParameter) =>
      StringParameter.valueForStringParameter(stack, parameterName(stackName, name));
    return new Rollcall(scope, id, {
      placeOf: (stack) =>
        ['stack', stackName, ...[stack.account, stack.region].map((part) => known(part, stack))].join(' '),
      inStack: (stack) => ({
        url: read(stack)('url'),
        key: apiKeySecret ?? { arn: read(stack)('api-key-secret-arn') },
        eventBusArn: () => read(stack)('event-bus-arn'),
        eventQueueArn: () => read(stack)('event-queue-arn'),
        isElsewhere: false,
      }),
    });
  }

  /** One that runs anywhere else. */
  static fromUrl(scope: Construct, id: string, props: FromUrlProps): Rollcall {
    const { url, apiKeySecret: key, eventBusArn, eventQueueArn, accountAlias } = props;
    if (!Token.isUnresolved(url) && !(url.startsWith('https://') && URL.canParse(url)))
      throw new Error(`url must be an address that begins with https://; got ${JSON.stringify(url)}.`);
    return new Rollcall(scope, id, {
      placeOf: () => (Token.isUnresolved(url) ? scope.node.path : `url ${new URL(url).origin}`),
      inStack: () => ({
        url,
        key,
        eventBusArn: () => given('eventBusArn', eventBusArn),
        eventQueueArn: () => eventQueueArn,
        accountAlias,
        isElsewhere: true,
      }),
    });
  }

  readonly #seen: Seen;

  private constructor(scope: Construct, id: string, seen: Seen) {
    super(scope, id);
    this.#seen = seen;
  }

  /** What a stack says of it. */
  inStack(stack: Stack): ServiceInStack {
    return this.#seen.inStack(stack);
  }

  /** Which service it is to the stacks of an app, so that two monitors of one name are found. */
  placeOf(stack: Stack): string {
    return this.#seen.placeOf(stack);
  }
}

interface Seen {
  inStack: (stack: Stack) => ServiceInStack;
  placeOf: (stack: Stack) => string;
}

/** An account or region; of one that the deployment alone knows, the stage that is deployed. */
function known(part: string, stack: Stack): string {
  return Token.isUnresolved(part) ? `of ${Stage.of(stack)?.node.path ?? ''}` : part;
}

function given(prop: string, value: string | undefined): string {
  if (value === undefined)
    throw new Error(`${prop} of Rollcall.fromUrl is not set: it says where the events of jobs are heard.`);
  return value;
}
