import type { Stack } from 'aws-cdk-lib';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { PROVIDER_CODE } from './provider/code.built.ts';
import type { KeySecret } from './rollcall.ts';

const ID = 'RollcallMonitors';
/** Longer than its work and the answer to CloudFormation take, and less than CloudFormation waits. */
const TIMEOUT = Duration.seconds(55);

/** The function by which the monitors of a stack are made, changed and deleted; there is one in a stack. */
export class MonitorProvider extends Construct {
  /** That of a stack, made with its first monitor. */
  static in(stack: Stack): MonitorProvider {
    return (stack.node.tryFindChild(ID) as MonitorProvider | undefined) ?? new MonitorProvider(stack);
  }

  readonly serviceToken: string;
  readonly role: Role;

  private constructor(stack: Stack) {
    super(stack, ID);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const log = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { log: new PolicyDocument({ statements: [log] }) },
    });
    const fn = new Function(this, 'Function', {
      description: 'Rollcall: makes, changes and deletes the monitors of this stack.',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromInline(PROVIDER_CODE),
      role: this.role,
      memorySize: 256,
      timeout: TIMEOUT,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
    this.serviceToken = fn.functionArn;
  }

  /** Lets the function read one secret, and returns its ARN. */
  letRead(secret: KeySecret): string {
    return letRead(this.role, secret);
  }
}

function letRead(role: IRole, secret: KeySecret): string {
  const [arn, exact] =
    'arn' in secret
      ? [secret.arn, secret.arn]
      : [secret.secretArn, secret.secretFullArn ?? `${secret.secretArn}-??????`];
  role.addToPrincipalPolicy(
    new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [exact] }),
  );
  if ('encryptionKey' in secret) secret.encryptionKey?.grantDecrypt(role);
  return arn;
}
