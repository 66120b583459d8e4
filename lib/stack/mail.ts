import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import type { AwsSettings } from '../config/settings/all-settings.ts';

export interface MailProps {
  /** Address alerts come from. */
  from: string;
  /** The verified SES identity that covers it: the address or its domain. */
  identity: string;
  /** By which SES reports what becomes of the mails. */
  configurationSet: string;
}

/** Lets a function mail from one address of one verified identity, and no other. */
export function allowMail(fn: AreaFunction, mail: MailProps): void {
  fn.give('sender', [mail.from, mail.configurationSet]);
  fn.role.addToPolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      // SES asks for both when a mail names a configuration set.
      resources: [identityArn(fn, mail), arnOf(fn, 'configuration-set', mail.configurationSet)],
      conditions: { StringEquals: { 'ses:FromAddress': mail.from } },
    }),
  );
}

/** Lets a function ask how many mails a second the account may send; SES knows no resource for it. */
export function allowMailRate(fn: AreaFunction): void {
  fn.role.addToPolicy(new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }));
}

/** The verified SES identity that mails leave by. */
export function identityArn(scope: Construct, { identity }: MailProps): string {
  return arnOf(scope, 'identity', identity);
}

function arnOf(scope: Construct, resource: string, resourceName: string): string {
  return Stack.of(scope).formatArn({ service: 'ses', resource, resourceName });
}

/** The configured sender. */
export function mailOf(
  { mailFrom: from = '', mailIdentity }: AwsSettings,
  configurationSet: string,
): MailProps {
  return { from, identity: mailIdentity ?? from.slice(from.indexOf('@') + 1), configurationSet };
}
