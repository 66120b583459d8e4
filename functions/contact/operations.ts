import { contactOperations } from '../../lib/contract/contact.ts';
import { area } from '../../lib/runtime/area.ts';
import { contactTeam } from './contact-team.ts';

export const operations = area({ declared: contactOperations, callsAt: 'api', implemented: { contactTeam } });
