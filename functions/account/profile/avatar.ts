import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import * as avatars from '../../../lib/data/accounts/avatars.ts';
import { webpPicture } from '../../../lib/domain/accounts/avatar.ts';
import type { Handle } from '../../../lib/runtime/context.ts';

export const getAvatar: Handle<typeof catalogue.getAvatar> = async ({ table, caller }) => {
  const picture = await avatars.getAvatar(table, caller.owner.id);
  if (!picture) throw new Refusal('not_found', 'You have no picture.');
  return picture;
};

export const putAvatar: Handle<typeof catalogue.putAvatar> = async ({ table, caller }, { body }) => {
  const picture = webpPicture(body);
  if (!picture.ok) throw new Refusal(picture.code, picture.detail);
  await avatars.putAvatar(table, caller.owner.id, picture.value);
  return { ok: true };
};

export const deleteAvatar: Handle<typeof catalogue.deleteAvatar> = async ({ table, caller }) => {
  await avatars.deleteAvatar(table, caller.owner.id);
  return { ok: true };
};
