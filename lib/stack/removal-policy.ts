import { RemovalPolicy } from 'aws-cdk-lib';
import type { Keeping } from '../config/settings/all-settings.ts';

/**
 * What becomes of what holds data. Kept when the stack is deleted or the resource replaced, but not when its creation is
 * rolled back: nothing is in it then, and the next try would leave another one.
 */
export function removalPolicyOf({ removal }: Pick<Keeping, 'removal'>): RemovalPolicy {
  return removal === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
