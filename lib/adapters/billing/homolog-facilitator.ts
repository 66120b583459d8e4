import { secondsOf, paymentId, type Payment } from '../../domain/billing/payment.ts';
import type { Network } from '../../domain/billing/x402/network.ts';
import type { PaymentRequirement } from '../../domain/billing/x402/requirement.ts';
import type { SettleAnswer } from '../../domain/billing/x402/settle-outcome.ts';
import type { Clock } from '../clock.ts';
import type { Facilitator } from './facilitator.ts';
import { hashOf } from '../ids.ts';

/**
 * A facilitator for homologation: it holds signatures to be real, and moves nothing. It keeps nothing either, so the same
 * payment settles again, to the same transaction: that one is used once is for who records it. Throws on a network whose
 * money is worth something.
 */
export function openHomologFacilitator(network: Network, clock: Clock): Facilitator {
  if (network !== 'base-sepolia')
    throw new Error(`Homologation is for base-sepolia: on ${network} it would let calls through unpaid.`);
  const faultOf = async (payment: Payment, asked: PaymentRequirement): Promise<string | null> => {
    // Loaded only here: no other mode needs curves.
    const { transferSigner } = await import('./transfer-signer.ts');
    const { from, validAfter, validBefore } = payment.authorization;
    const nowSec = secondsOf(clock.now());
    if (asked.network !== network || payment.network !== network) return 'invalid_network';
    if (transferSigner(payment, asked) !== from.toLowerCase()) return 'invalid_exact_evm_signature';
    if (validBefore <= nowSec) return 'invalid_exact_evm_payload_authorization_valid_before';
    return validAfter < nowSec ? null : 'invalid_exact_evm_payload_authorization_valid_after';
  };
  return {
    verify: async (payment, asked) => {
      const invalidReason = await faultOf(payment, asked);
      return { kind: 'answered', answer: { isValid: invalidReason === null, invalidReason } };
    },
    settle: async (payment, asked) => {
      const errorReason = await faultOf(payment, asked);
      const answer: SettleAnswer = {
        success: errorReason === null,
        errorReason,
        transaction: errorReason === null ? simulatedTransaction(payment, asked.asset) : '',
        network,
        payer: payment.authorization.from,
      };
      return { kind: 'answered', answer };
    },
  };
}

/** Begins with twelve bytes of zero, as no transaction does. */
function simulatedTransaction(payment: Payment, asset: string): string {
  const { network, asset: contract, from, nonce } = paymentId(payment, asset);
  return `0x${'00'.repeat(12)}${hashOf(JSON.stringify([network, contract, from, nonce])).slice(0, 40)}`;
}
