import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { contactHandler } from './contact.ts';

export const handler = contactHandler(liveApi());
