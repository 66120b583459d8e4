import { contactOperations } from '../../lib/contract/site/contact.ts';
import { area } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { publicHandler } from '../../lib/runtime/lambda/public-handler.ts';
import { contactTeam } from './contact-team.ts';

const operations = area({ declared: contactOperations, callsAt: 'api', implemented: { contactTeam } });

export const contactHandler = (deps: ApiDeps): LambdaHandler => publicHandler(operations, deps);
