import { siteOperations } from '../../lib/contract/site/site.ts';
import { area } from '../../lib/runtime/area.ts';
import { confirmEmail, showEmailConsent, unsubscribeEmail } from './email-consent.ts';

export const operations = area({
  declared: siteOperations,
  implemented: { showEmailConsent, confirmEmail, unsubscribeEmail },
});
