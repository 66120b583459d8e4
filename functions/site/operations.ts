import type { Implementations } from '../../lib/runtime/area-handler.ts';
import { confirmEmail, showEmailConsent, unsubscribeEmail } from './email-consent.ts';

export const operations: Implementations<'site'> = { showEmailConsent, confirmEmail, unsubscribeEmail };
