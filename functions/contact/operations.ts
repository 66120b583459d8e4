import { contactOperations } from '../../lib/contract/site/contact.ts';
import { area } from '../../lib/runtime/area.ts';
import { contactTeam } from './contact-team.ts';

export const operations = area({ declared: contactOperations, callsAt: 'api', implemented: { contactTeam } });
