import { liveApi } from '../../lib/runtime/live.ts';
import { contactHandler } from './contact.ts';

export const handler = contactHandler(liveApi());
