import { usdText } from '../../render/billing/usd-text.ts';
import { everyText } from '../../render/time-text.ts';
import type { Output } from '../api/operations.ts';

type Pricing = Output<'getPricing'>;
type Priced = Pricing['prices'][number]['sku'];

const BEYOND: Record<Priced, string> = {
  extra_endpoint: 'an extra monitor',
  fast_interval: 'a shorter interval',
  email_alert: 'an extra e-mail alert',
  agent_contact: 'a message that an agent sends us',
};

/** What a service costs, in sentences; what it says of itself where nothing costs anything. */
export function priceWords({ prices, quota }: Pricing): string[] {
  if (quota.free.length === 0) return [quota.how_to_pay];
  const [monitors = 0, minSec = 0, emails = 0] = quota.free.map(({ limite }) => limite);
  const mails =
    emails === 1 ? '1 e-mail alert to another address' : `${emails} e-mail alerts to other addresses`;
  const costing = prices.filter(({ gratis }) => !gratis);
  const words = costing.map(({ sku, price_usd: usd }) => `${BEYOND[sku]} ${usdText(usd)}\u00a0USD`);
  const isCharged = !quota.how_to_pay.includes('nothing is charged');
  return [
    `${monitors} monitors with jobs as often as ${everyText(minSec)} are free. So are all pings, alerts to webhooks, chats and the address of your account, and ${mails}.`,
    ...(words.length > 0 ? [`Beyond that you pay once, not each month: ${words.join(', ')}.`] : []),
    ...(isCharged ? [] : ['For now nothing is charged here.']),
    ...(quota.trial
      ? [`Signed in, monitors and intervals cost nothing at all for the first ${quota.trial.days} days.`]
      : []),
  ];
}
