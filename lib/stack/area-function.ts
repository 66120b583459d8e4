import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  Policy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
  type PolicyStatementProps,
} from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Function,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  type Code,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { needsOf, type FunctionArea } from '../areas/areas.ts';
import type { AreaDeclaration } from '../areas/declaration.ts';
import { settingsGroupsOf, VARIABLES, type SettingsGroup } from '../config/groups.ts';

export interface AreaFunctionProps {
  area: FunctionArea;
  /** A folder or archive whose `index.mjs` exports `handler`. */
  code: Code;
  /**
   * For a function that others name.
   * @default one that CloudFormation gives it
   */
  functionName?: string;
}

export interface Allowance {
  conditions?: PolicyStatementProps['conditions'];
  /**
   * Construct id of a policy for what a setting can exchange; it must name which one it is. Then a deployment makes a new
   * policy before the function turns to the new thing, and removes the old one last; one that changes would end the rights on
   * the old thing while the function still uses it.
   * @default the role's one policy
   */
  policy?: string;
}

/** What a service may do without: it mails nothing, nothing stands before it, another issuer signs people in, nobody elsewhere watches it, no operator reads its statistics, no job pings by identity. */
const MAY_BE_MISSING: ReadonlySet<SettingsGroup> = new Set([
  'sender',
  'originMark',
  'hold',
  'heartbeat',
  'userPool',
  'operatorToken',
  'identityPings',
  'awsChannels',
  'sms',
]);

/** Whether it puts messages on the queue that feeds it. */
function goesOnByItself({ fedBy, sendsTo }: AreaDeclaration): boolean {
  return fedBy !== undefined && (sendsTo?.includes(fedBy.queue) ?? false);
}

/** One Lambda function with its own role and log; it may write its log and nothing else until a box allows more. */
export class AreaFunction extends Construct {
  readonly area: FunctionArea;
  readonly lambda: Function;
  readonly role: Role;
  readonly #given = new Set<SettingsGroup>();

  constructor(scope: Construct, id: string, props: AreaFunctionProps) {
    super(scope, id);
    this.area = props.area;
    const needs = needsOf(props.area);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    // An own policy rather than AWSLambdaBasicExecutionRole, which may write every log of the account.
    const log = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { log: new PolicyDocument({ statements: [log] }) },
    });

    this.lambda = new Function(this, 'Function', {
      description: needs.purpose,
      ...(props.functionName !== undefined && { functionName: props.functionName }),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code,
      role: this.role,
      memorySize: needs.memoryMb,
      timeout: Duration.seconds(needs.timeoutSec),
      // After some sixteen turns Lambda would drop what goes on by a queue, as a backlog and a slow receiver do for an hour.
      // None goes in a circle: each turn works something off, or waits for an instant.
      ...(goesOnByItself(needs) && { recursiveLoop: RecursiveLoop.ALLOW }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // The platform's three lines per call would cost more than the pings themselves.
      systemLogLevelV2: SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      environment: {
        // Reading the maps costs 14 to 20 ms of a cold start: too much where jobs wait, little elsewhere.
        ...(needs.origin !== 'ingest' && { NODE_OPTIONS: '--enable-source-maps' }),
      },
    });
    this.node.addValidation({ validate: () => this.#missing() });
  }

  /** Allows exact actions on one resource. */
  allow(actions: readonly string[], resource: string, { conditions, policy }: Allowance = {}): void {
    const statement = new PolicyStatement({
      actions: [...actions],
      resources: [resource],
      ...(conditions && { conditions }),
    });
    if (policy === undefined) this.role.addToPolicy(statement);
    else this.#policy(policy).addStatements(statement);
  }

  /** Below the role, so that the function waits for it as for the role. */
  #policy(id: string): Policy {
    const made = this.role.node.tryFindChild(id) as Policy | undefined;
    return made ?? new Policy(this.role, id, { roles: [this.role] });
  }

  /** Tells the function those of the values whose groups its declaration names. */
  tellNeeded(values: Partial<Record<SettingsGroup, readonly string[]>>): void {
    for (const group of settingsGroupsOf(needsOf(this.area))) {
      const value = values[group];
      if (value) this.give(group, value);
    }
  }

  /** Gives the function a group of settings, in the order of its variables. */
  give(group: SettingsGroup, values: readonly string[]): void {
    VARIABLES[group].forEach((name, at) => this.lambda.addEnvironment(name, values[at] ?? ''));
    this.#given.add(group);
  }

  /** One sentence for each group that the declaration names and nobody gave. */
  #missing(): string[] {
    const missing = settingsGroupsOf(needsOf(this.area)).filter(
      (group) => !MAY_BE_MISSING.has(group) && !this.#given.has(group),
    );
    return missing.map((group) => `${this.area} is not given ${VARIABLES[group].join(', ')}.`);
  }
}
