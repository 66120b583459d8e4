/** The scope of an access token that opens the routes of second factors at the issuer of this machine. */
export const FACTORS_SCOPE = 'urn:rollcall:factors';

export const FACTORS_PATH = '/factors/totp';
