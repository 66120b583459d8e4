// Makes a call of an owner and pays what it is asked for, by the client of the x402 project:
//   WALLET_KEY=0x… TOKEN=hp_… node docs/examples/pay.mjs POST /api/endpoints '{"name":"backup","interval_sec":300}'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';

const { WALLET_KEY, TOKEN, APIKEY, HOMOLOG_CREDENTIAL, MAX_USD = '1' } = process.env;
const { ROLLCALL = 'http://localhost:8787' } = process.env;
const [method, path, body] = process.argv.slice(2);

const client = new x402Client();
registerExactEvmScheme(client, { signer: privateKeyToAccount(WALLET_KEY) });
client.setSpendControls({ maxAmountPerPayment: `$${MAX_USD}` });

// After 503 nobody knows yet whether the money moved: the same payment is sent again, and no other is signed.
async function patient(request, tries = 30) {
  const reply = await fetch(request.clone());
  if (reply.status !== 503 || !request.headers.has('X-PAYMENT') || tries === 0) return reply;
  await new Promise((resolve) => setTimeout(resolve, 1000 * (reply.headers.get('Retry-After') ?? 3)));
  return patient(request, tries - 1);
}

const headers = { 'Content-Type': path.includes('/crontab') ? 'text/plain' : 'application/json' };
if (TOKEN) headers['X-Guest-Token'] = TOKEN;
if (APIKEY) headers['X-Api-Key'] = APIKEY;
if (HOMOLOG_CREDENTIAL) headers['X-Homolog-Credential'] = HOMOLOG_CREDENTIAL;
const pay = wrapFetchWithPayment((request) => patient(request), client);
const reply = await pay(ROLLCALL + path, { method, headers, body });
console.log(reply.status, await reply.text());
const receipt = reply.headers.get('X-PAYMENT-RESPONSE');
if (receipt) console.log('paid', JSON.stringify(decodePaymentResponseHeader(receipt)));
process.exitCode = reply.ok ? 0 : 1;
