import type { PartnersView } from '../../contract/site/partners.ts';
import type { BillingMode } from '../../domain/billing/billing.ts';
import { NETWORKS } from '../../domain/billing/x402/network.ts';
import { transferUri } from '../../domain/billing/x402/pay-to.ts';
import type { BillingOffer } from '../billing/billing-view.ts';

type PaymentView = PartnersView['payment'];

const NOTES: Record<BillingMode, string> = {
  dev: 'No payments are taken here now. Ask before you pay anything.',
  homolog: 'A rehearsal in test money. Send nothing of value to this address.',
  live: 'USDC on this network alone, and only after we have agreed; then name the transaction in a message.',
};

/** Where a partner pays: to the address that the service is paid at, on its network. */
export function partnerPayment(
  { billing }: Pick<BillingOffer, 'billing'>,
  alternatives: PaymentView['alternativas'],
): PaymentView {
  const { mode, network, payTo } = billing;
  const isTaken = mode !== 'dev' && payTo !== null;
  return {
    rede: network,
    chain_id: NETWORKS[network].chainId,
    ativo: isTaken,
    pay_to: payTo,
    eip681: isTaken ? transferUri(network, payTo) : null,
    alternativas: alternatives,
    nota: NOTES[isTaken ? mode : 'dev'],
  };
}
