import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnRoute, HttpApi, HttpIntegration, HttpIntegrationType, HttpStage, IpAddressType, LogGroupLogDestination, PayloadFormatVersion, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'; // prettier-ignore
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import type { FunctionArea } from '../areas/areas.ts';
import { gatewayRoutes, type Route } from '../contract/routes.ts';
import type { Throttle, Throttles } from './throttles.ts';

export interface ServiceApiProps {
  /** Areas that are not there get no routes. */
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  throttles: Throttles;
}

/** The HTTP API: the routes of the catalogue, one integration and one permission per function. */
export class ServiceApi extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;
  readonly accessLog: LogGroup;
  readonly #functions: ReadonlyMap<FunctionArea, AreaFunction>;
  readonly #targets = new Map<FunctionArea, string>();

  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id);
    this.#functions = props.functions;
    // No CORS here: the gateway would replace the headers of the functions, for every route alike.
    this.api = new HttpApi(this, 'Api', {
      apiName: Stack.of(this).stackName,
      description: 'Rollcall',
      createDefaultStage: false,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    this.accessLog = new LogGroup(this, 'AccessLog', {
      // Under this prefix the group needs no line in the account's log policy, which holds 5,120 characters in all.
      logGroupName: `/aws/vendedlogs/${Stack.of(this).stackName}/access`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = this.#stage(props.throttles.standard);
    const stage = this.stage.node.defaultChild as CfnStage;

    const settings: Record<string, object> = {};
    for (const route of gatewayRoutes()) {
      const key = `${route.method} ${route.path}`;
      const resource = this.#route(key, route.area);
      const throttle = throttleOf(route, props.throttles);
      if (!resource || !throttle) continue;
      // A map is passed on as it is written, so the names are CloudFormation's own.
      settings[key] = { ThrottlingRateLimit: throttle.rate, ThrottlingBurstLimit: throttle.burst };
      // A stage that names a route before it exists is refused.
      stage.addResourceDependency(resource);
    }
    stage.routeSettings = settings;
    // What matches no route still gets an answer in the service's own shape (and OPTIONS its CORS headers).
    this.#route('$default', 'discovery');
  }

  /** Host name of the API itself, known to CloudFormation once the API exists. */
  get host(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `${this.api.apiId}.execute-api.${region}.${urlSuffix}`;
  }

  #stage(throttle: Throttle): HttpStage {
    return new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(accessLogLine),
      },
    });
  }

  /** The plain resource, since the construct brings a permission for each route. */
  #route(key: string, area: FunctionArea): CfnRoute | undefined {
    const target = this.#target(area);
    if (!target) return undefined;
    return new CfnRoute(this, key, {
      apiId: this.api.apiId,
      routeKey: key,
      authorizationType: 'NONE',
      target,
    });
  }

  #target(area: FunctionArea): string | undefined {
    const fn = this.#functions.get(area);
    if (!fn) return undefined;
    const known = this.#targets.get(area);
    if (known) return known;
    const integration = new HttpIntegration(this, `To-${area}`, {
      httpApi: this.api,
      integrationType: HttpIntegrationType.AWS_PROXY,
      integrationUri: fn.lambda.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    });
    fn.lambda.addPermission('Gateway', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      // Two stars match every route; the three of `scopePermissionToRoute: false` leave out $default.
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.api.apiId,
        resourceName: '*/*',
      }),
    });
    const target = `integrations/${integration.integrationId}`;
    this.#targets.set(area, target);
    return target;
  }
}

/** Neither path nor query: monitor ids and feed tokens are secrets. */
const accessLogLine = JSON.stringify({
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
});

/** Pings, and what machines send, have one limit for all their paths, since all of them are one route. */
function throttleOf({ area, throttle }: Route, throttles: Throttles): Throttle | undefined {
  const name = throttle ?? (area === 'ingest' || area === 'intake' ? area : undefined);
  return name && throttles[name];
}
