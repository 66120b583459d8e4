import { accountPageOperations } from '../../lib/contract/accounts/account-page.ts';
import { accountOperations } from '../../lib/contract/accounts/account.ts';
import { apiKeyOperations } from '../../lib/contract/accounts/api-keys.ts';
import { claimOperations } from '../../lib/contract/accounts/claim.ts';
import { organizationOperations } from '../../lib/contract/accounts/organizations.ts';
import { ownDataOperations } from '../../lib/contract/accounts/own-data.ts';
import { secondFactorOperations } from '../../lib/contract/accounts/second-factor.ts';
import { signInOperations } from '../../lib/contract/accounts/sign-in.ts';
import { area } from '../../lib/runtime/area.ts';
import type { AccountDeps } from '../../lib/runtime/deps.ts';
import { showAccount, showOrganization } from './account-page.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { claimGuest } from './claim-guest.ts';
import { deleteAvatar, getAvatar, putAvatar } from './avatar.ts';
import { endSession, endSessions } from './end-session.ts';
import { declineInvitation, inviteMember, joinOrganization, withdrawInvitation } from './invitations.ts';
import { changeRole, removeMember } from './members.ts';
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  patchOrganization,
} from './organizations.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteOrganization } from './delete-organization.ts';
import { exportAccount } from './export-account.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { getAccount } from './get-account.ts';
import { getBootstrap } from './get-bootstrap.ts';
import { getMe } from './get-me.ts';
import { getProfile, patchProfile } from './profile.ts';
import { refusedOnPage } from './refused-on-page.ts';
import { showSecondFactor, submitSecondFactor, submitSecondFactorRemoval } from './second-factor.ts';
import { startSignIn } from './start-sign-in.ts';

const declared = {
  ...accountOperations,
  ...apiKeyOperations,
  ...organizationOperations,
  ...ownDataOperations,
  ...claimOperations,
  ...signInOperations,
  ...accountPageOperations,
  ...secondFactorOperations,
};

/** The operations of an area that signs people in by an issuer. */
export const operationsBy = ({ issuer, factors }: Pick<AccountDeps, 'issuer' | 'factors'>) =>
  area({
    declared,
    callsAt: 'api',
    implemented: {
      getBootstrap,
      getAccount,
      getMe,
      getProfile,
      patchProfile,
      getAvatar,
      putAvatar,
      deleteAvatar,
      endSession,
      endSessions: endSessions(issuer),
      listApiKeys,
      createApiKey,
      revokeApiKey,
      claimGuest,
      listOrganizations,
      createOrganization,
      getOrganization,
      patchOrganization,
      inviteMember,
      withdrawInvitation,
      joinOrganization,
      declineInvitation,
      changeRole,
      removeMember,
      exportAccount,
      deleteAccount: deleteAccount(issuer),
      deleteOrganization,
      startSignIn: startSignIn(issuer),
      finishSignIn: finishSignIn({ issuer, factors }),
      showAccount,
      showSecondFactor,
      submitSecondFactor: submitSecondFactor(factors),
      submitSecondFactorRemoval: submitSecondFactorRemoval(factors),
      showOrganization,
    },
    inKind: { 'text/html; charset=utf-8': refusedOnPage },
  });
