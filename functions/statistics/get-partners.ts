import type { catalogue } from '../../lib/contract/catalogue.ts';
import { CONTACT_FIELDS } from '../../lib/contract/site/contact-fields.ts';
import { PARTNERS } from '../../lib/domain/site/partners-config.ts';
import { partnersView } from '../../lib/render/site/partners-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { offerOf } from '../../lib/runtime/terms.ts';

export const getPartners: Handle<typeof catalogue.getPartners> = async (ctx) =>
  partnersView({ config: PARTNERS, offer: offerOf(ctx), fields: CONTACT_FIELDS, now: ctx.now });
