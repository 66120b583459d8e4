import { Aws, CfnRule, Fn } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Has CloudFormation refuse a deployment in any other region before it creates anything. The region is not known at
 * synthesis, which needs no account.
 */
export function demandRegion(scope: Construct, id: string, region: string, otherwise: string): void {
  const rule = new CfnRule(scope, id);
  rule.addAssertion(Fn.conditionEquals(Aws.REGION, region), otherwise);
}
