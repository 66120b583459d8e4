import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCredit } from '../support/credit.ts';
import { fullGuest, namesOf, startTill, type Till } from '../support/till.ts';
import { TRANSFER_TYPES, Wallet } from '../support/wallet.ts';
import { openConsole, violationsOf } from './console-browser.ts';

let till: Till;
beforeAll(async () => {
  till = await startTill();
});
afterAll(() => till.stop());

const NEW = '/app/new';
/** What costs something is answered 402 first, which Chromium writes down. */
const expected = /402 \(Payment Required\)/;

/** A wallet of the browser (EIP-1193) that signs by viem; `declines` says no. */
async function giveWallet(page: Page, wallet: Wallet, { declines = false } = {}): Promise<string[]> {
  const asked: string[] = [];
  await page.exposeFunction('walletAnswers', async (method: string, params: unknown[] = []) => {
    asked.push(method);
    if (declines) throw new Error('User rejected the request.');
    if (method === 'eth_requestAccounts') return [wallet.address];
    if (method === 'eth_chainId') return '0x1';
    if (method === 'wallet_switchEthereumChain') return null;
    const { domain, message } = JSON.parse(String(params[1]));
    return wallet.account.signTypedData({
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

/** Asks for a monitor past the free ones. */
async function watchOneMore(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('paid');
  await page.getByRole('button', { name: 'Watch it' }).click();
  await page.getByRole('dialog', { name: 'This costs 0.10 USDC on Base Sepolia' }).waitFor();
}

it('a wallet of the browser pays what a call costs, once, and the call is done', async () => {
  const guest = await fullGuest(till);
  await using opened = await openConsole(till.service, { guest, path: NEW, expected });
  const { page } = opened;
  const wallet = new Wallet();
  const asked = await giveWallet(page, wallet);
  const seen = page.waitForRequest('**/api/pagamento/aberto');
  await watchOneMore(page);
  expect((await (await seen).response())?.status()).toBe(202);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await page.getByText('Waiting for the first ping').waitFor();
  expect(asked).toContain('wallet_switchEthereumChain');
  expect(await namesOf(guest)).toEqual(['free', 'paid']);
  const [bought] = (await guest.call('GET', '/api/purchases')).json['purchases'];
  expect(bought).toMatchObject({ total_usd: 0.1, paid_with: 'x402' });
  expect(bought.payer.toLowerCase()).toBe(wallet.address);
  expect(opened.complaints).toEqual([]);
});

it('who declines in the wallet, or closes the question, has bought and made nothing', async () => {
  const guest = await fullGuest(till);
  await using opened = await openConsole(till.service, { guest, path: NEW, expected });
  const { page } = opened;
  await giveWallet(page, new Wallet(), { declines: true });
  await watchOneMore(page);
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await page.getByRole('alert').getByText('User rejected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await namesOf(guest)).toEqual(['free']);
  expect((await guest.call('GET', '/api/purchases')).json['purchases']).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('a prepaid credit pays where the browser has no wallet', async () => {
  const guest = await fullGuest(till);
  const { token } = await newCredit(till.service.core.table, 1_000_000);
  await using opened = await openConsole(till.service, { guest, path: NEW, expected });
  const { page } = opened;
  await watchOneMore(page);
  await page.getByText('This browser has no wallet').waitFor();
  await page.getByLabel('Or pay from a prepaid credit').fill(token);
  await page.keyboard.press('Enter');
  await page.getByText('Waiting for the first ping').waitFor();
  expect(await namesOf(guest)).toEqual(['free', 'paid']);
  expect(opened.complaints).toEqual([]);
});
