import { hashOf, sameText } from '../../adapters/ids.ts';
import { loadOnce } from '../../adapters/load-once.ts';
import { keptText } from '../../adapters/secrets.ts';
import { CREDENTIALS } from '../../contract/credentials.ts';
import { Refusal } from '../../contract/errors.ts';
import { isOperatorToken } from '../../domain/statistics/operator/operator-settings.ts';
import type { KnownKind } from './authenticate.ts';
import type { Config } from '../../config/config.ts';

/** How the operator is known by what a function is told. The token is fetched by the first call that brings one. */
export function operatorKind(config: Pick<Config, 'operatorToken' | 'region'>): KnownKind {
  const refuseUnset = () => {
    if (config.operatorToken === null)
      throw new Refusal('indisponivel', 'No operator token is configured here, so none opens this.');
  };
  const keptHash = loadOnce(async () => {
    const text = config.operatorToken && (await keptText(config.operatorToken, config)).trim();
    // The name of the secret may be of something else, which is then no key to anything.
    if (!text || !isOperatorToken(text)) throw new Error('The operator token that is kept breaks its rule.');
    return hashOf(text);
  });
  return {
    ...CREDENTIALS.operator,
    refuseUnset,
    lookup: async (_, token) =>
      sameText(hashOf(token), await keptHash()) ? { kind: 'operator' } : undefined,
  };
}
