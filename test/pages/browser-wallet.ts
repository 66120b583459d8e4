import type { Page } from 'playwright-core';
import { TRANSFER_TYPES, type Wallet } from '../support/money/wallet.ts';

/** A wallet of the browser (EIP-1193) that signs what a page asks it to; `declines` says no. */
export async function giveWallet(page: Page, wallet: Wallet, { declines = false } = {}): Promise<string[]> {
  const asked: string[] = [];
  await page.exposeFunction('walletAnswers', async (method: string, params: unknown[] = []) => {
    asked.push(method);
    if (declines) throw new Error('User rejected the request.');
    if (method === 'eth_requestAccounts') return [wallet.address];
    if (method === 'eth_chainId') return '0x1';
    if (method === 'wallet_switchEthereumChain') return null;
    const { domain, message } = JSON.parse(String(params[1]));
    return wallet.sign({
      domain,
      message,
      types: TRANSFER_TYPES,
      primaryType: 'TransferWithAuthorization',
    });
  });
  await page.evaluate(
    'window.ethereum = { request: ({ method, params }) => window.walletAnswers(method, params) }',
  );
  return asked;
}

/** Has the first paid call answered by a gateway that gave up on it, and the second not until it is released. */
export async function loseFirstAnswer(page: Page) {
  const payments: string[] = [];
  const seen = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/api/credit', async (route) => {
    const payment = route.request().headers()['x-payment'];
    if (payment === undefined) return route.continue();
    if (payments.push(payment) === 1) {
      await route.fetch();
      return route.fulfill({ status: 504, headers: { 'retry-after': '0' } });
    }
    seen.resolve();
    await released.promise;
    return route.continue();
  });
  return { payments, seen: seen.promise, release: released.resolve };
}
