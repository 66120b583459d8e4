import type { IConstruct, Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';
import type { FunctionArea } from '../../areas/areas.ts';
import { ApiDomain } from './api-domain.ts';
import { Edge } from './edge.ts';
import type { ServiceApi } from '../http-api.ts';
import type { OwnName } from './own-name.ts';
import { OwnNames } from './own-names.ts';
import { PingBalancer } from './ping-balancer.ts';
import { pingOrigin, type PingOrigin } from './ping-origin.ts';
import type { AwsSettings } from '../../config/settings/table.ts';

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
