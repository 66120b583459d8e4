import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** What is told of, in percent of the budget: spent, or to be spent by the end of the month as it goes. */
const TOLD_AT = [
  ['ACTUAL', 80],
  ['ACTUAL', 100],
  ['FORECASTED', 100],
] as const;

/**
 * Has the topic told of what the account costs in a month. Of the whole account: a budget by tag counts nothing until somebody
 * activates the tag for billing.
 */
export function addMonthlyBudget(scope: Construct, topic: ITopic, usd: number): void {
  const { account, partition } = Stack.of(scope);
  const allowed = topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('budgets.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
      },
    }),
  );
  const budget = new CfnBudget(scope, 'MonthlyBudget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: usd, unit: 'USD' } },
    notificationsWithSubscribers: TOLD_AT.map(([notificationType, threshold]) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })),
  });
  // A budget whose subscriber it may not reach is refused.
  if (allowed.policyDependable) budget.node.addDependency(allowed.policyDependable);
}
