import { refusedIssuer } from '../../domain/accounts/issuer-url.ts';
import { secretArn, textLike, textThat, type AwsSetting } from './setting.ts';

/** Signs of a second factor. */
const words = {
  form: textLike(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/),
  rule: 'one or several values without blanks, with one blank between them',
  here: { takes: 'VALUES' },
};

/** Who signs people in, where it is not a user pool of the stack. */
export const issuerSettings = {
  issuer: {
    form: textLike(/^https:\/\/[^\s?#]+$/),
    rule: 'an https URL without query, as the issuer writes itself',
    unset: 'a Cognito user pool of the stack',
    says: 'an OpenID Connect issuer of yours that signs people in, with `<Url>/auth/callback` among its redirect URIs; needs the next two',
    here: {
      takes: 'URL',
      form: textThat((url) => refusedIssuer(url, 'http://localhost') === null),
      rule: 'an https URL, or a loopback one beside a service on this machine',
      unset: 'one of its own',
      says: 'another OpenID Connect issuer signs people in, with `http://localhost:8787/auth/callback` among its redirect URIs; needs `issuerClientId` and `ISSUER_CLIENT_SECRET`',
    },
  },
  issuerClientId: {
    form: textLike(/^[\x21-\x7e]{1,255}$/),
    rule: 'a client id, without blanks',
    says: 'what that issuer knows the service by',
    here: { takes: 'ID' },
  },
  issuerClientSecretArn: {
    ...secretArn,
    says: 'the Secrets Manager secret whose text is the secret of that client',
  },
  issuerAcr: {
    ...words,
    says: 'values of `acr` by which that issuer tells of a second factor, with blanks between them',
  },
  issuerAmr: {
    ...words,
    default: 'mfa',
    says: 'values of `amr` by which that issuer tells of a second factor, with blanks between them',
  },
} satisfies Record<string, AwsSetting>;
