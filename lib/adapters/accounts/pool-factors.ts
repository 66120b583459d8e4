import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { openCognito, type CognitoConfig } from './cognito.ts';
import { IssuerUnavailable } from './issuer-answer.ts';
import { EnrolmentRefused, type SecondFactors } from './factor-port.ts';

/**
 * The second factors of a Cognito user pool. All but the first question and the last step is opened by the person's own
 * access token, with the scope `aws.cognito.signin.user.admin`, and by no right of ours.
 */
export function poolFactors(UserPoolId: string, config: CognitoConfig): SecondFactors {
  const cognito = openCognito(config);
  return {
    // With MFA optional, who has a factor set up signs in by password with it only.
    areShownBy: async (Username) =>
      isAny(await cognito.send(new AdminGetUserCommand({ UserPoolId, Username }))),
    isEnrolled: (AccessToken) => answered(cognito.send(new GetUserCommand({ AccessToken })), isAny),
    begin: (AccessToken) =>
      answered(cognito.send(new AssociateSoftwareTokenCommand({ AccessToken })), ({ SecretCode: key }) => {
        if (!key) throw new Error('The user pool gave no key.');
        return key;
      }),
    finish: async (AccessToken, UserCode) => {
      const shown = cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
      const isRight = await answered(shown, ({ Status }) => Status === 'SUCCESS').catch(falseForWrongCode);
      if (isRight) await answered(cognito.send(preferring(AccessToken, true)), nothing);
      return isRight;
    },
    remove: (AccessToken) => answered(cognito.send(preferring(AccessToken, false)), nothing),
    removeOf: (Username) => {
      const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
      const off = { UserPoolId, Username, SoftwareTokenMfaSettings };
      return answered(cognito.send(new AdminSetUserMFAPreferenceCommand(off)), nothing);
    },
  };
}

function isAny({ UserMFASettingList: factors = [] }: { UserMFASettingList?: string[] | undefined }): boolean {
  return factors.length > 0;
}

function preferring(AccessToken: string, isOn: boolean): SetUserMFAPreferenceCommand {
  const SoftwareTokenMfaSettings = { Enabled: isOn, PreferredMfa: isOn };
  return new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings });
}

async function answered<T, R>(call: Promise<T>, read: (answer: T) => R): Promise<R> {
  try {
    return read(await call);
  } catch (error) {
    if (isRefusal(error)) throw new EnrolmentRefused(error);
    throw new IssuerUnavailable('The user pool cannot be asked.', { cause: error });
  }
}

const nothing = (): void => {};

/** What Cognito says no to; too many requests are no such thing. */
function isRefusal(error: unknown): boolean {
  const { name, $metadata: { httpStatusCode: status = 0 } = {} } = error as CognitoError;
  return status >= 400 && status < 500 && status !== 429 && !/TooManyRequests|LimitExceeded/.test(name);
}

interface CognitoError {
  name: string;
  $metadata?: { httpStatusCode?: number };
}

const WRONG_CODE = new Set(['CodeMismatchException', 'EnableSoftwareTokenMFAException']);

function falseForWrongCode(error: unknown): false {
  const cause = error instanceof EnrolmentRefused ? (error.cause as CognitoError) : undefined;
  if (cause && WRONG_CODE.has(cause.name)) return false;
  throw error;
}
