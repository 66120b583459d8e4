import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { replaceProfile } from '../../../lib/data/accounts/accounts.ts';
import { WriteConflict } from '../../../lib/data/table.ts';
import { changedProfile } from '../../../lib/domain/accounts/profile.ts';
import { profileView } from '../../../lib/render/accounts/account-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import * as avatars from '../../../lib/data/accounts/avatars.ts';
import { webpPicture } from '../../../lib/domain/accounts/avatar.ts';

export const getProfile: Handle<typeof catalogue.getProfile> = async ({ caller }) => ({
  profile: profileView(caller.owner.profile),
});

/** Throws 400 for a field that breaks its rule, 409 where the change was decided from another revision. */
export const patchProfile: Handle<typeof catalogue.patchProfile> = async ({ table, caller }, { body }) => {
  const { revision, ...wanted } = body;
  const { id, profile } = caller.owner;
  if (revision !== profile.revision) throw anotherRevision(revision);
  const changed = changedProfile(profile, wanted);
  if (!changed.ok) throw new Refusal(changed.code, changed.detail);
  if (changed.value !== profile) {
    await replaceProfile(table, id, changed.value, revision).catch((error: unknown) => {
      throw error instanceof WriteConflict ? anotherRevision(revision) : error;
    });
  }
  return { profile: profileView(changed.value) };
};

function anotherRevision(revision: number): Refusal {
  return new Refusal(
    'profile_changed',
    `revision must be the current one of the profile; it has changed since revision ${revision}.`,
  );
}

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
