import { openIssuer } from '../../lib/adapters/accounts/issuer.ts';
import { openSecondFactors } from '../../lib/adapters/accounts/second-factors.ts';
import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { accountHandler } from './account.ts';

const deps = liveApi();
const people = { issuer: openIssuer(deps.config), factors: openSecondFactors(deps.config) };
export const handler = accountHandler({ ...deps, ...people });
