import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { parameterName, type ServiceParameter } from '../domain/aws/service-parameters.ts';

export interface ServiceParametersProps {
  /** Of the service, as other stacks name it. */
  stackName: string;
  /** What there is to tell. */
  values: Partial<Record<ServiceParameter, string | undefined>>;
}

/** What stacks of the account and region that declare monitors find of the service by its name. */
export class ServiceParameters extends Construct {
  constructor(scope: Construct, id: string, { stackName, values }: ServiceParametersProps) {
    super(scope, id);
    for (const [name, stringValue] of Object.entries(values) as [ServiceParameter, string | undefined][])
      if (stringValue !== undefined)
        new StringParameter(this, name, {
          parameterName: parameterName(stackName, name),
          description: 'Rollcall: for stacks that declare monitors.',
          stringValue,
        });
  }
}
