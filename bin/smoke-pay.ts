/**
 * Asks a facilitator and a node whether payments could depend on them, before a deployment does:
 * `npm run smoke-pay -- --facilitator-url URL --rpc-url URL --pay-network base|base-sepolia`. Pays nothing.
 */
import { parseArgs } from 'node:util';
import { billingOptions } from '../lib/local/settings/billing-options.ts';
import { paymentChecks } from '../lib/local/payment-checks.ts';
import { StartError } from '../lib/local/start-error.ts';
import { billingOf } from '../lib/domain/billing/billing-settings.ts';

/** Anybody: nobody is paid here. */
const PAY_TO = `0x${'1'.repeat(40)}`;

try {
  const { values } = parseArgs({
    options: {
      'facilitator-url': { type: 'string' },
      'rpc-url': { type: 'string' },
      'pay-network': { type: 'string' },
    },
  });
  const settings = billingOptions({ ...values, 'billing-mode': 'live', 'pay-to': PAY_TO }, {});
  const { facilitatorUrl = '', rpcUrl = '' } = settings;
  const checks = await paymentChecks({ facilitatorUrl, rpcUrl, network: billingOf(settings).network });
  for (const { what, fault } of checks)
    console.log(fault === null ? `ok    ${what}` : `FAILS ${what}: ${fault}`);
  if (checks.some(({ fault }) => fault !== null)) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
