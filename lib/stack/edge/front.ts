import { type IConstruct, Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';
import type { FunctionArea } from '../../areas/areas.ts';
import { Edge } from './edge.ts';
import type { ServiceApi } from '../http-api.ts';
import { ServiceParameters } from '../service-parameters.ts';
import type { OwnName } from './own-name.ts';
import { OwnNames } from './own-names.ts';
import { PingBalancer } from './ping-balancer.ts';
import type { AwsSettings } from '../../config/settings/all-settings.ts';
import { Annotations, Stack } from 'aws-cdk-lib';
import { ApiMapping, DomainName, IpAddressType } from 'aws-cdk-lib/aws-apigatewayv2';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';

/** Where the service is reached: the owner's names, and CloudFront unless it is left out. */
export class Front {
  readonly edge: Edge | undefined;
  /** Where people and programs reach the service, without a final slash. */
  readonly url: string;
  readonly pings: PingOrigin;
  /** Before ingest and intake, where the owner chose one. */
  readonly balancer: PingBalancer | undefined;
  /** What an account, a zone or another owner of the name may refuse. None of it waits for a function. */
  readonly refusable: IConstruct[];
  readonly #targets: Record<string, string>;
  readonly #apiUrl: string;

  constructor(
    scope: Construct,
    api: ServiceApi,
    functions: ReadonlyMap<FunctionArea, AreaFunction>,
    settings: AwsSettings,
  ) {
    const names = new OwnNames(scope, 'Names', settings);
    const toApi = (id: string, name: OwnName | undefined) => name && new ApiDomain(scope, id, api, name);
    const isBalanced = settings.pingFront === 'alb';
    const publicDomain = settings.cdn ? undefined : toApi('PublicDomain', names.public);
    if (names.public) publicDomain?.lead(names.public);
    // Also beside a balancer: then a record that leads to either of them is right while one takes the other's place.
    const ingestDomain = toApi('IngestDomain', names.ingest);
    if (names.ingest && !isBalanced) ingestDomain?.lead(names.ingest);
    this.balancer =
      names.ingest && isBalanced
        ? new PingBalancer(scope, 'PingBalancer', functions, names.ingest)
        : undefined;
    this.pings = pingOrigin(scope, settings, names.ingest ?? (publicDomain && names.public), api.host);
    const { url: ingestOrigin } = this.pings;
    const edge = { ...settings, apiHost: api.host, name: names.public, ingestOrigin };
    this.edge = settings.cdn ? new Edge(scope, 'Edge', edge) : undefined;
    this.#apiUrl = `https://${api.host}`;
    this.url = this.edge?.url ?? names.public?.url ?? this.#apiUrl;
    const values = { url: this.url, 'api-key-secret-arn': settings.apiKeySecretArn };
    new ServiceParameters(scope, 'Parameters', { stackName: Stack.of(scope).stackName, values });
    const domains = [publicDomain, ingestDomain].filter((domain) => domain !== undefined);
    this.refusable = [names, ...(this.edge ? [this.edge] : []), ...domains.map(({ domain }) => domain)];
    this.#targets = {
      ...(this.edge && { DistributionHost: this.edge.distribution.distributionDomainName }),
      ...(publicDomain && { PublicDomainTarget: publicDomain.target }),
      ...(ingestDomain && { IngestDomainTarget: ingestDomain.target }),
      ...(this.balancer && { IngestDomainTarget: this.balancer.balancer.loadBalancerDnsName }),
    };
  }

  /** What the functions are told of it, by group. */
  get values(): { urls: string[]; pingNames: string[]; originMark?: string[] } {
    const mark = this.edge?.originMark.value;
    // Crontabs keep the name that was the right one when they were written. Nobody is told to ping by CloudFront.
    const direct = [this.pings.url, this.#apiUrl, ...(this.edge ? [] : [this.url])];
    const pingNames = [...new Set(direct)].join(' ');
    return {
      urls: [this.url, this.pings.url],
      pingNames: [pingNames],
      ...(mark !== undefined && { originMark: [mark] }),
    };
  }

  /** What the owner is told of it: the addresses, and what DNS records must point to. */
  get outputs(): Record<string, string> {
    return {
      Url: this.url,
      IngestOrigin: this.pings.url,
      PingUrlsLast: this.pings.lasts,
      ...this.#targets,
    };
  }
}

export interface PingOrigin {
  /** Where jobs ping, as `https://host`. */
  url: string;
  /** How long that is so, for the owner to see at each deployment. */
  lasts: string;
}

/** Where jobs ping. Warns where it is a host that the owner cannot take along: every crontab will hold it. */
export function pingOrigin(
  scope: Construct,
  { ingestOrigin }: AwsSettings,
  own: OwnName | undefined,
  apiHost: string,
): PingOrigin {
  const url = ingestOrigin ?? own?.url;
  if (url !== undefined) return { url, lasts: `as long as ${new URL(url).host} is yours` };
  Annotations.of(scope).addWarningV2(
    'rollcall:jobs-ping-the-api',
    "Jobs will ping the HTTP API's own host, which ends with the stack and will stand in every crontab: set ingestDomain before jobs are set up (docs/deploy.md).",
  );
  return {
    url: `https://${apiHost}`,
    lasts: 'as long as this API: set ingestDomain before jobs are set up',
  };
}

/** Has a name of the owner's lead to the HTTP API itself, past CloudFront. */
export class ApiDomain extends Construct {
  readonly domain: DomainName;
  /** What a DNS record of the name points to. */
  readonly target: string;

  constructor(scope: Construct, id: string, { api, stage }: ServiceApi, name: OwnName) {
    super(scope, id);
    this.domain = new DomainName(this, 'Domain', {
      domainName: name.host,
      certificate: name.certificate,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    const mapping = new ApiMapping(this, 'Mapping', { api, domainName: this.domain, stage });
    mapping.node.addDependency(stage);
    this.target = this.domain.regionalDomainName;
  }

  /** Has the DNS records of the name point here, where its zone is known. */
  lead(name: OwnName): void {
    const { regionalDomainName, regionalHostedZoneId } = this.domain;
    name.leadTo(new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId));
  }
}
