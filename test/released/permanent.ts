import type { Template } from 'aws-cdk-lib/assertions';
import { specOf } from '../support/stack/service-spec.ts';
import type { Resource } from '../support/stack/synthesised.ts';

/** The part of a template that users, their jobs and their data rely on. */
export interface Permanent {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: unknown }>;
}

/** They hold no data, but what stands in crontabs, DNS records, bookmarks and confirmed subscriptions leads to them. */
const addresses = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudFront::Distribution',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Route53::RecordSet',
  'AWS::SES::ConfigurationSet',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
]);

/** They may hold what nobody can make again, but then they are kept when the stack goes. */
const maybePassing = new Set(['AWS::S3::Bucket', 'AWS::SecretsManager::Secret']);

/** What is made anew without anybody's loss: logs, and what goes with the stack, as the mark of the edge and the console's files. */
function isPassing({ Type, DeletionPolicy: policy }: Resource): boolean {
  return Type === 'AWS::Logs::LogGroup' || (maybePassing.has(Type) && !policy?.startsWith('Retain'));
}

/** What holds data by the specification of CloudFormation, and what is an address. */
export function permanentOf(template: Template): Permanent {
  const isPermanent = (resource: Resource) =>
    addresses.has(resource.Type) || (specOf(resource.Type)?.isStateful === true && !isPassing(resource));
  const { Resources, Outputs } = template.toJSON() as Permanent;
  const kept = Object.entries(Resources).filter(([, resource]) => isPermanent(resource));
  return { Resources: Object.fromEntries(kept), Outputs };
}
