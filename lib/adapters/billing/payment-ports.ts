import type { KeptSecret } from '../../domain/kept-secret.ts';
import type { Config } from '../../config/config.ts';
import type { Chain } from './chain.ts';
import { realTime, type Clock } from '../clock.ts';
import type { Facilitator } from './facilitator.ts';
import { loadOnce } from '../load-once.ts';

/** Whom payments are shown to, loaded by the first call that pays. */
export interface PaymentPorts {
  facilitator(): Promise<Facilitator>;
  /** Null in a rehearsal, which moves no money that a chain could show. */
  chain(): Promise<Chain | null>;
}

/**
 * How long each is waited for. All of a paid call ends before its function does, which ends before the gateway's 29 s:
 * beside two looks of a facilitator three reads of the chain, the settlement, and two reads more where it is refused.
 */
export const PAYMENT_TIMEOUTS_MS = { verify: 3_000, settle: 14_000, chain: 2_000 };

type Told = Pick<Config, 'billing' | 'settlement' | 'region'>;

const opened = new WeakMap<Told, PaymentPorts>();

/** Whom a function shows payments to by what it is told: the same at every call. */
export function paymentPortsOf({ config, clock }: { config: Told; clock: Clock }): PaymentPorts {
  const ports = opened.get(config) ?? openPaymentPorts(config, clock);
  opened.set(config, ports);
  return ports;
}

/** Each throws where nobody is configured. */
function openPaymentPorts(config: Told, moved: Clock): PaymentPorts {
  const clock = realTime(moved);
  return {
    facilitator: loadOnce(async () => {
      const { network, facilitator: url, mode, facilitatorKey: key } = configured(config);
      if (mode === 'homolog') {
        const { openHomologFacilitator } = await import('./homolog-facilitator.ts');
        return openHomologFacilitator(network, clock);
      }
      const { openFacilitator } = await import('./facilitator.ts');
      if (url === null) throw new Error('No facilitator is configured.');
      return openFacilitator({
        url: url.replace(/\/$/, ''),
        verifyTimeoutMs: PAYMENT_TIMEOUTS_MS.verify,
        settleTimeoutMs: PAYMENT_TIMEOUTS_MS.settle,
        ...(key && { authorize: await authorizedBy(key, config, clock) }),
      });
    }),
    chain: loadOnce(async () => {
      const { network, mode, rpcUrl } = configured(config);
      if (mode === 'homolog') return null;
      const { openChain } = await import('./chain.ts');
      if (rpcUrl === null) throw new Error('No JSON-RPC endpoint is configured.');
      return openChain({ url: rpcUrl, network, timeoutMs: PAYMENT_TIMEOUTS_MS.chain });
    }),
  };
}

async function authorizedBy(key: KeptSecret, config: Told, clock: Clock) {
  const { cdpAuthorization } = await import('./cdp-key.ts');
  return cdpAuthorization(key, config, clock);
}

function configured({ billing, settlement }: Told) {
  if (billing === null || settlement === null || billing.mode === 'dev')
    throw new Error('This function is not told how payments are settled.');
  return { ...billing, ...settlement };
}
