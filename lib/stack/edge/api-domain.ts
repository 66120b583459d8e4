import { ApiMapping, DomainName, IpAddressType } from 'aws-cdk-lib/aws-apigatewayv2';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { ServiceApi } from '../http-api.ts';
import type { OwnName } from './own-name.ts';

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
