import { optionalSetting, secretArn, textSetting, withDefault } from './setting.ts';

const words = textSetting(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/);
const wordsRule = 'one or several values without blanks, with one blank between them';

/** Who signs people in, where it is not a user pool of the stack. */
export const issuerSettings = {
  issuer: optionalSetting({
    form: textSetting(/^https:\/\/[^\s?#]+$/),
    rule: 'an https URL without query, as the issuer writes itself',
    unset: 'a Cognito user pool of the stack',
    says: 'an OpenID Connect issuer of yours that signs people in, with `<Url>/auth/callback` among its redirect URIs; needs the next two',
  }),
  issuerClientId: optionalSetting({
    form: textSetting(/^[\x21-\x7e]{1,255}$/),
    rule: 'a client id, without blanks',
    unset: 'none',
    says: 'what that issuer knows the service by',
  }),
  issuerClientSecretArn: optionalSetting({
    ...secretArn,
    unset: 'none',
    says: 'the Secrets Manager secret whose text is the secret of that client',
  }),
  issuerAcr: optionalSetting({
    form: words,
    rule: wordsRule,
    unset: 'none',
    says: 'values of `acr` by which that issuer tells of a second factor, with blanks between them',
  }),
  issuerAmr: withDefault({
    form: words,
    rule: wordsRule,
    default: 'mfa',
    says: 'values of `amr` by which that issuer tells of a second factor, with blanks between them',
  }),
};
