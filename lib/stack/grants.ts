import type { AwsBinding } from '../domain/alerts/aws-channels.ts';
import { needsOf, type FunctionArea } from '../areas/areas.ts';
import type { AreaDeclaration } from '../areas/declaration.ts';
import { itemRightsOf } from '../areas/item-rights.ts';
import type { AreaFunction } from './area-function.ts';
import { allowTelling, allowTexting } from './aws-channels.ts';
import type { GivenSecret } from './given-secret.ts';
import { allowMail, allowMailRate, type MailProps } from './mail.ts';
import type { ServiceQueues } from './queues.ts';
import type { ServiceSecretResource } from './secret.ts';
import type { ServiceTable } from './table.ts';

export interface Boxes {
  table: ServiceTable;
  secret: ServiceSecretResource;
  queues: ServiceQueues;
  /** Undefined without a configured sender. */
  mail: MailProps | undefined;
  /** Undefined where the facilitator asks for no key. */
  facilitatorKey: GivenSecret | undefined;
  /** Undefined where the operator set none. */
  operatorToken: GivenSecret | undefined;
  /** Topics and event buses of the operator that some may be told by. */
  awsChannels: readonly AwsBinding[];
  /** Whether some may have texts sent. */
  texts: boolean;
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
}

/** Gives each function what its declaration says, and no more. */
export function grantAll(boxes: Boxes): void {
  for (const [area, fn] of boxes.functions) grant(fn, needsOf(area), boxes);
}

function grant(
  fn: AreaFunction,
  needs: AreaDeclaration,
  { table, secret, queues, mail, facilitatorKey, operatorToken, awsChannels, texts, functions }: Boxes,
): void {
  table.allow(fn, itemRightsOf(needs));
  if (needs.dueIndex) table.allowDueQuery(fn);
  if (needs.secret) secret.allow(fn);
  if (needs.settles) facilitatorKey?.allow(fn);
  if (needs.knowsOperator && operatorToken) {
    operatorToken.allow(fn);
    fn.give('operatorToken', [operatorToken.arn]);
  }
  for (const queue of needs.sendsTo ?? []) queues.allowSending(fn, queue);
  if (needs.mails && mail) allowMail(fn, mail);
  if (needs.mails && mail && needs.items.pace) allowMailRate(fn);
  if (needs.tellsAws) allowTelling(fn, awsChannels);
  if (needs.tellsAws && texts) allowTexting(fn);
  for (const area of needs.invokes ?? []) {
    const invoked = functions.get(area);
    if (!invoked) continue;
    fn.give(`${area}Function`, [invoked.lambda.functionName]);
    fn.allow(['lambda:InvokeFunction'], invoked.lambda.functionArn);
  }
}
