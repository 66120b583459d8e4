import { siteOperations } from '../../lib/contract/site/site.ts';
import { area } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { publicHandler } from '../../lib/runtime/lambda/area-handler.ts';
import { confirmEmail, showEmailConsent, unsubscribeEmail } from './email-consent.ts';

export const operations = area({
  declared: siteOperations,
  implemented: { showEmailConsent, confirmEmail, unsubscribeEmail },
});

export const siteHandler = (deps: ApiDeps): LambdaHandler => publicHandler(operations, deps);
