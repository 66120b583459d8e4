import { countUnkept } from '../../data/alerts/mail-counts.ts';
import { ownerOfSpace } from '../../data/owners.ts';
import { mayText } from '../../domain/alerts/aws-channels.ts';
import { textCaps } from '../../domain/alerts/mail-caps.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { NotifierDeps, OutgoingText } from '../../runtime/deps.ts';
import { refusedHere, type DeliveryResult } from './delivery-result.ts';

/** A text, and the space by which it goes out. */
type TextOfSpace = Omit<OutgoingText, 'timeoutMs'> & { spaceId: string };

/**
 * Sends a text, which costs whoever runs the service: for an owner that is named alone, and within the caps of its number and
 * owner. Each try counts.
 */
export async function textTo(
  deps: Pick<NotifierDeps, 'table' | 'config' | 'clock' | 'sendText'>,
  { spaceId, ...text }: TextOfSpace,
): Promise<DeliveryResult> {
  const { table, config, clock } = deps;
  const owner = await ownerOfSpace(table, spaceId);
  if (!owner || !mayText(config.sms, owner))
    return refusedHere('not_allowed', 'Whoever runs this service no longer lets you send texts.');
  const full = await countUnkept(table, textCaps(text.to, owner.id, clock.now()));
  if (full) return refusedHere('cap_full', `All ${full.limit} texts of the day are used up.`);
  const sent = await deps.sendText({ ...text, timeoutMs: LIMITS.deliveryTimeoutMs });
  const { delivered, ...attempt } = sent;
  return { ...attempt, state: delivered ? 'sent' : 'failed' };
}
