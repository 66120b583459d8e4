import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { AreaFunction } from './area-function.ts';

export interface MailProps {
  /** Address alerts come from. */
  from: string;
  /** The verified SES identity that covers it: the address or its domain. */
  identity: string;
}

/** Lets a function mail from one address of one verified identity, and no other. */
export function allowMail(fn: AreaFunction, mail: MailProps): void {
  fn.tell('MAIL_FROM', mail.from);
  fn.role.addToPolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [
        Stack.of(fn).formatArn({ service: 'ses', resource: 'identity', resourceName: mail.identity }),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': mail.from } },
    }),
  );
}
