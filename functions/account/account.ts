import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import type { AccountDeps } from '../../lib/runtime/deps.ts';
import { accountPageOperations } from '../../lib/contract/accounts/account-page.ts';
import { accountOperations } from '../../lib/contract/accounts/account.ts';
import { apiKeyOperations } from '../../lib/contract/accounts/api-keys.ts';
import { claimOperations } from '../../lib/contract/accounts/claim.ts';
import { organizationOperations } from '../../lib/contract/accounts/organizations.ts';
import { ownDataOperations } from '../../lib/contract/accounts/own-data.ts';
import { secondFactorOperations } from '../../lib/contract/accounts/second-factor.ts';
import { sessionOperations } from '../../lib/contract/accounts/sessions.ts';
import { signInOperations } from '../../lib/contract/accounts/sign-in.ts';
import { area } from '../../lib/runtime/area.ts';
import { showAccount, showOrganization } from './sign-in/account-page.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './keys/api-keys.ts';
import { claimGuest } from './own-data/claim-guest.ts';
import { endSession, endSessions } from './sessions/end-session.ts';
import { endSessionOf, endSessionsElsewhere, listSessions } from './sessions/own-sessions.ts';
import {
  declineInvitation,
  inviteMember,
  joinOrganization,
  withdrawInvitation,
} from './organizations/invitations.ts';
import { changeRole, removeMember } from './organizations/members.ts';
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  patchOrganization,
} from './organizations/organizations.ts';
import { deleteAccount } from './own-data/delete-account.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { exportAccount } from './own-data/export-account.ts';
import { finishSignIn } from './sign-in/finish-sign-in.ts';
import { getAccount, getMe } from './profile/get-account.ts';
import { getBootstrap } from './get-bootstrap.ts';
import { getReports, putReports } from './profile/reports.ts';
import { getProfile, patchProfile, deleteAvatar, getAvatar, putAvatar } from './profile/profile.ts';
import { refusedOnPage } from './sign-in/refused-sign-in.ts';
import {
  showSecondFactor,
  submitSecondFactor,
  submitSecondFactorRemoval,
} from './second-factor/second-factor.ts';
import { renewRecoveryCodes, showRecovery, submitRecoveryCode } from './second-factor/recovery.ts';
import { startSignIn } from './sign-in/start-sign-in.ts';

const declared = {
  ...accountOperations,
  ...sessionOperations,
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
      getReports,
      putReports,
      getAvatar,
      putAvatar,
      deleteAvatar,
      endSession,
      listSessions,
      endSessionOf,
      endSessionsElsewhere,
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
      showRecovery,
      submitRecoveryCode: submitRecoveryCode({ issuer, factors }),
      renewRecoveryCodes: renewRecoveryCodes(factors),
    },
    inKind: { 'text/html; charset=utf-8': refusedOnPage },
  });

export const accountHandler = (deps: AccountDeps): LambdaHandler => areaHandler(operationsBy(deps), deps);
