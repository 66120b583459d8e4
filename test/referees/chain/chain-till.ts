import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';
import type { Wallet } from '../../support/money/wallet.ts';
import { startAnvil } from './anvil.ts';
import { EvmFacilitator } from './evm-facilitator.ts';
import { anvilClient, UsdcChain, type AnvilClient } from './usdc-chain.ts';

/** The whole service with live billing, on a chain of its own, with the facilitator of @x402/evm. */
export interface ChainTill {
  service: TestService;
  client: AnvilClient;
  usdc: UsdcChain;
  facilitator: EvmFacilitator;
  stop(): Promise<void>;
}

/** One monitor is free. `payTo` is paid. */
export async function startChainTill(payTo: string): Promise<ChainTill> {
  const anvil = await startAnvil(84_532);
  const client = anvilClient(anvil.url);
  const usdc = await UsdcChain.on(client);
  const facilitator = await EvmFacilitator.start(client);
  const service = await startTestService({
    startAt: Date.now(),
    billing: {
      billingMode: 'live',
      payNetwork: 'base-sepolia',
      payTo,
      facilitatorUrl: facilitator.url,
      rpcUrl: anvil.url,
      freeAllowance: 'max_endpoints=1',
    },
  });
  const stop = async () => {
    await service.stop();
    await facilitator.stop();
    await anvil[Symbol.asyncDispose]();
  };
  return { service, client, usdc, facilitator, stop };
}

/** What the standard client sent and was answered. */
export interface Paid {
  reply: Response;
  /** The `X-PAYMENT` that it made; null where it made none. */
  payment: string | null;
}

/** Sends a call of an owner by the client of the x402 project, which pays what it is asked for. */
export async function payByClient(
  { service }: Pick<ChainTill, 'service'>,
  { token }: Person,
  wallet: Wallet,
  { path, body, contentType = 'application/json' }: { path: string; body: string; contentType?: string },
  maxUsd?: `$${string}`,
): Promise<Paid> {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: privateKeyToAccount(wallet.key) });
  if (maxUsd !== undefined) client.setSpendControls({ maxAmountPerPayment: maxUsd });
  let payment: string | null = null;
  const noting: typeof fetch = (request) => {
    payment = (request as Request).headers.get('x-payment');
    return fetch(request);
  };
  const reply = await wrapFetchWithPayment(noting, client)(service.url + path, {
    method: 'POST',
    headers: { 'x-guest-token': token, 'content-type': contentType },
    body,
  });
  return { reply, payment };
}
