/** What the stack of a service tells stacks of its account and region, each a parameter of Systems Manager. */
export type ServiceParameter = 'url' | 'api-key-secret-arn' | 'event-bus-arn' | 'event-queue-arn';

export function parameterName(stackName: string, parameter: ServiceParameter): string {
  return `/rollcall/${stackName}/${parameter}`;
}
