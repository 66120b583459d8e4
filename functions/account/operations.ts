import { accountOperations } from '../../lib/contract/account.ts';
import { apiKeyOperations } from '../../lib/contract/api-keys.ts';
import { area } from '../../lib/runtime/area.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { deleteAvatar, getAvatar, putAvatar } from './avatar.ts';
import { endSession, endSessions } from './end-session.ts';
import { getBootstrap } from './get-bootstrap.ts';
import { getMe } from './get-me.ts';
import { getProfile, patchProfile } from './profile.ts';

export const operations = area({
  declared: { ...accountOperations, ...apiKeyOperations },
  implemented: {
    getBootstrap,
    getMe,
    getProfile,
    patchProfile,
    getAvatar,
    putAvatar,
    deleteAvatar,
    endSession,
    endSessions,
    listApiKeys,
    createApiKey,
    revokeApiKey,
  },
});
