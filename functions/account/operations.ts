import { accountOperations } from '../../lib/contract/account.ts';
import { area } from '../../lib/runtime/area.ts';
import { getBootstrap } from './get-bootstrap.ts';

export const operations = area({ declared: accountOperations, implemented: { getBootstrap } });
