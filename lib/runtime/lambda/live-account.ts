import { openIssuer } from '../../adapters/accounts/issuer.ts';
import { openSecondFactors } from '../../adapters/accounts/second-factors.ts';
import type { AccountDeps } from '../deps.ts';
import { liveApi } from './live.ts';

/** The live dependencies of the function of accounts, built once per cold start. */
export function liveAccount(): AccountDeps {
  const deps = liveApi();
  return { ...deps, issuer: openIssuer(deps.config), factors: openSecondFactors(deps.config) };
}
