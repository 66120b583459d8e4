import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';

/** CloudFormation's own published schema. Reading it takes seconds on a busy machine, so it is read once. */
export const serviceSpec = loadAwsServiceSpecSync();

/** What CloudFormation says of a resource type; undefined where it knows none of that name. */
export function specOf(type: string) {
  return serviceSpec.lookup('resource', 'cloudFormationType', 'equals', type)[0];
}
