import { CHANGE_PREFIX, INVITATION_MAIL_PREFIX } from '../../../lib/data/keys.ts';
import { PARTITIONS } from '../../../lib/data/partitions.ts';
import { KEPT_AFTER_DELETION } from '../../../lib/domain/accounts/kept-after-deletion.ts';

const KEPT = KEPT_AFTER_DELETION.map(({ partition }) => PARTITIONS[partition]);

/** Whether an item may stay when an account is deleted. Of invitations it is their mails alone, of monitors what a member changed for an organization. */
export function isKept({ pk, sk, member }: Record<string, unknown>): boolean {
  if (String(pk).startsWith(PARTITIONS.invited)) return String(sk).startsWith(INVITATION_MAIL_PREFIX);
  if (String(pk).startsWith(PARTITIONS.monitor))
    return String(sk).startsWith(CHANGE_PREFIX) && member !== undefined;
  return KEPT.some((prefix) => String(pk).startsWith(prefix));
}
