/**
 * Asks a facilitator and a node whether payments could depend on them, before a deployment does:
 * `npm run smoke-pay -- --facilitator-url URL --rpc-url URL --pay-network base|base-sepolia`. Pays nothing.
 */
import { machineRows } from '../lib/config/settings/all-settings.ts';
import { givenIn, machineSettings } from '../lib/local/settings/read-settings.ts';
import { paymentChecks } from '../lib/local/payment-checks.ts';
import { StartError } from '../lib/local/start-error.ts';
import { billingOf } from '../lib/domain/billing/billing-settings.ts';

/** Anybody: nobody is paid here. */
const PAY_TO = `0x${'1'.repeat(40)}`;

const ASKED = new Set<string>(['facilitatorUrl', 'rpcUrl', 'payNetwork']);

try {
  const rows = machineRows.filter(([name]) => ASKED.has(name));
  const given = givenIn(process.argv.slice(2), rows);
  const settings = machineSettings({ ...given, billingMode: 'live', payTo: PAY_TO }, {});
  const { facilitatorUrl = '', rpcUrl = '' } = settings;
  const checks = await paymentChecks({ facilitatorUrl, rpcUrl, network: billingOf(settings).network });
  for (const { what, fault } of checks)
    console.log(fault === null ? `ok    ${what}` : `FAILS ${what}: ${fault}`);
  if (checks.some(({ fault }) => fault !== null)) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
