import { Stack } from 'aws-cdk-lib';
import { IpProtocol, SubnetType, Vpc, type IVpc } from 'aws-cdk-lib/aws-ec2';
import { ApplicationLoadBalancer, ApplicationProtocol, ApplicationTargetGroup, IpAddressType, ListenerAction, ListenerCondition, SslPolicy, TargetType, type ApplicationListener } from 'aws-cdk-lib/aws-elasticloadbalancingv2'; // prettier-ignore
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LoadBalancerTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';
import type { FunctionArea } from '../../areas/areas.ts';
import type { OwnName } from './own-name.ts';

/** What each function is asked for. All else at this name is not found. */
const PATHS = [
  { rule: 'ingest', area: 'ingest', paths: ['/in/*', '/ping/*', '/p/*', '/api/push/*'] },
  { rule: 'intake', area: 'intake', paths: ['/r/*', '/i/*'] },
  // A UUID alone: a rule takes six wildcards, and what is none is not found there.
  { rule: 'uuid', area: 'ingest', paths: ['/*-*-*-*-*'] },
  // A pattern of ten characters would take ten wildcards.
  { rule: 'snitch', area: 'ingest', form: '^/[0-9a-f]{10}/?$' },
] as const;

/** Of a path by a regular expression, which the library has no condition for. */
function pathForm(form: string): ListenerCondition {
  const condition = { field: 'path-pattern', pathPatternConfig: { regexValues: [form] } };
  return { renderRawCondition: () => condition };
}

/**
 * A load balancer before the functions that jobs and machines call: cheaper by the ping than the HTTP API, dearer by the month
 * (docs/cost.md). In a network of its own, which holds nothing else: a deployment then needs no look at the account, and no default
 * network, which many accounts have removed.
 */
export class PingBalancer extends Construct {
  readonly balancer: ApplicationLoadBalancer;
  readonly vpc: Vpc;
  readonly #groups = new Map<FunctionArea, ApplicationTargetGroup>();

  constructor(
    scope: Construct,
    id: string,
    functions: ReadonlyMap<FunctionArea, AreaFunction>,
    name: OwnName,
  ) {
    super(scope, id);
    this.vpc = new Vpc(this, 'Network', {
      maxAzs: 2,
      natGateways: 0,
      ipProtocol: IpProtocol.DUAL_STACK,
      subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC }],
      restrictDefaultSecurityGroup: false,
    });
    this.balancer = new ApplicationLoadBalancer(this, 'Balancer', {
      vpc: this.vpc as IVpc,
      internetFacing: true,
      ipAddressType: IpAddressType.DUAL_STACK,
      dropInvalidHeaderFields: true,
    });
    const listener = this.balancer.addListener('Https', {
      port: 443,
      protocol: ApplicationProtocol.HTTPS,
      certificates: [name.certificate],
      // TLS 1.2 and 1.3, as the HTTP API takes them.
      sslPolicy: SslPolicy.RECOMMENDED_TLS,
      open: true,
      defaultAction: ListenerAction.fixedResponse(404, {
        contentType: 'application/json',
        messageBody: '{"message":"Not Found"}',
      }),
    });
    PATHS.forEach(({ rule, area, ...led }, at) => {
      const fn = functions.get(area);
      const condition = 'form' in led ? pathForm(led.form) : ListenerCondition.pathPatterns([...led.paths]);
      if (fn) this.#lead(listener, { rule, fn, condition, priority: at + 1 });
    });
    name.leadTo(new LoadBalancerTarget(this.balancer));
  }

  #lead(listener: ApplicationListener, { rule, fn, condition, priority }: Led): void {
    const group = this.#groups.get(fn.area) ?? this.#groupOf(fn);
    this.#groups.set(fn.area, group);
    listener.addAction(rule, {
      priority,
      conditions: [condition],
      action: ListenerAction.forward([group]),
    });
  }

  #groupOf(fn: AreaFunction): ApplicationTargetGroup {
    const { account, region, partition } = Stack.of(this);
    fn.lambda.addPermission('Balancer', {
      principal: new ServicePrincipal('elasticloadbalancing.amazonaws.com'),
      sourceAccount: account,
      // Of any target group of this account: each is made after the permission, under a name that AWS ends.
      sourceArn: `arn:${partition}:elasticloadbalancing:${region}:${account}:targetgroup/*`,
    });
    const permission = fn.lambda.permissionsNode.findChild('Balancer');
    const group = new ApplicationTargetGroup(this, `To-${fn.area}`, {
      targetType: TargetType.LAMBDA,
      // Else of two headers of one name one is lost.
      multiValueHeadersEnabled: true,
      targets: [
        {
          attachToApplicationTargetGroup: () => ({
            targetType: TargetType.LAMBDA,
            targetJson: { id: fn.lambda.functionArn },
          }),
        },
      ],
    });
    group.node.addDependency(permission);
    return group;
  }
}

interface Led {
  rule: string;
  fn: AreaFunction;
  condition: ListenerCondition;
  priority: number;
}
