import { IssuerUnavailable } from '../adapters/accounts/issuer-answer.ts';
import { EnrolmentRefused, type SecondFactors } from '../adapters/accounts/factor-port.ts';
import { openSecondFactors, type FactorsConfig } from '../adapters/accounts/second-factors.ts';
import { required } from '../config/config.ts';
import { FACTORS_PATH, FACTORS_SCOPE } from './issuer/provider-settings.ts';

const TIMEOUT_MS = 5_000;

/** The second factors of the issuer of this machine, asked by HTTP; of any other issuer those that there are in AWS. */
export function localFactors(config: FactorsConfig): SecondFactors {
  const elsewhere = openSecondFactors(config);
  const identity = () => required(config.identity, 'who signs people in');
  const isOwn = () => identity().factorScope === FACTORS_SCOPE;
  const ask = askedOf(() => identity().issuer + FACTORS_PATH);
  // The secret of the client is what AWS calls a right.
  const asAdmin = (method: string, subject: string) => {
    const { clientSecret } = identity();
    return ask(method, 'text' in clientSecret ? clientSecret.text : '', undefined, subject);
  };
  return {
    areShownBy: async (subject) => {
      if (!isOwn()) return elsewhere.areShownBy(subject);
      return ((await (await asAdmin('GET', subject)).json()) as { isEnrolled: boolean }).isEnrolled;
    },
    isEnrolled: async (token) => {
      if (!isOwn()) return elsewhere.isEnrolled(token);
      return ((await (await ask('GET', token)).json()) as { isEnrolled: boolean }).isEnrolled;
    },
    begin: async (token) => {
      if (!isOwn()) return elsewhere.begin(token);
      return ((await (await ask('POST', token)).json()) as { key: string }).key;
    },
    finish: async (token, code) => {
      if (!isOwn()) return elsewhere.finish(token, code);
      return (await ask('PUT', token, { code })).status === 204;
    },
    remove: async (token) => {
      if (!isOwn()) return elsewhere.remove(token);
      await ask('DELETE', token);
    },
    removeOf: async (subject) => {
      if (!isOwn()) return elsewhere.removeOf(subject);
      await asAdmin('DELETE', subject);
    },
  };
}

/** 422 says that a code is wrong; what else is refused is the person's or the token's. */
function askedOf(url: () => string) {
  return async (method: string, token: string, body?: object, subject?: string): Promise<Response> => {
    const query = subject === undefined ? '' : `?${new URLSearchParams({ subject })}`;
    const reply = await fetch(url() + query, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new IssuerUnavailable('The issuer of this machine cannot be asked.', { cause });
    });
    if (reply.ok || reply.status === 422) return reply;
    throw new EnrolmentRefused(new Error(`The issuer of this machine answered ${reply.status}.`));
  };
}
