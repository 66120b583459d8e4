import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newCredit } from '../support/money/credit.ts';
import { needsCurl } from '../support/lacking.ts';
import { fullGuest, namesOf, paymentFor, startTill } from '../support/money/till.ts';
import type { Reply } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { Wallet } from '../support/money/wallet.ts';
import { giveWallet, loseFirstAnswer } from './browser-wallet.ts';
import { openConsole, violationsOf } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

const till = shared(startTill);

const NEW = '/app/new';
/** What costs something is answered 402 first, which Chromium writes down. */
const expected = /402 \(Payment Required\)/;

/** Asks for a monitor past the free ones. */
async function watchOneMore(page: Page, name = 'paid'): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create monitor' }).click();
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

itThorough('a prepaid credit pays where the browser has no wallet', async () => {
  const guest = await fullGuest(till);
  const { token } = await newCredit(till.service.core.table, 1_000_000);
  await using opened = await openConsole(till.service, { guest, path: NEW, expected });
  const { page } = opened;
  await watchOneMore(page);
  await page.getByText('This browser has no wallet').waitFor();
  await page.getByLabel('Or pay with prepaid credit').fill(token);
  await page.keyboard.press('Enter');
  await page.getByText('Waiting for the first ping').waitFor();
  expect(await namesOf(guest)).toEqual(['free', 'paid']);
  expect(opened.complaints).toEqual([]);
});

itThorough(
  'a guest is offered the trial first, then wallets, then credit, and the command of a program last',
  async () => {
    const guest = await fullGuest(till);
    await using opened = await openConsole(till.service, { guest, path: NEW, expected });
    const { page } = opened;
    await watchOneMore(page);
    const dialog = page.getByRole('dialog');
    const trial = dialog.getByRole('link', { name: 'Sign in: 90 days free' });
    expect(await trial.getAttribute('href')).toBe('/account');
    const ways = [
      trial,
      dialog.getByRole('link', { name: 'MetaMask' }),
      dialog.getByRole('link', { name: 'faucet' }),
      dialog.getByLabel('Or pay with prepaid credit'),
      dialog.getByText('For programs'),
    ];
    for (const way of ways) await way.waitFor();
    const tops = await Promise.all(ways.map(async (way) => (await way.boundingBox())?.y ?? 0));
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect(await dialog.getByRole('region', { name: 'command' }).isVisible()).toBe(false);
    expect(await violationsOf(page)).toEqual([]);

    await page.goto(`${till.service.url}/app/billing`);
    const usd = page.getByRole('textbox', { name: 'Prepaid credit, in USD' });
    await usd.fill('five');
    await usd.press('Enter');
    await page.getByRole('alert').getByText('This must be between 0.01 and 100 USD.').waitFor();
    await usd.fill('5');
    await page.getByRole('button', { name: 'Buy' }).click();
    await dialog.getByText('For programs').waitFor();
    expect(await trial.count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  },
);

itThorough(
  'where the browser has no wallet there is the command by which a program pays the same call',
  async (test) => {
    needsCurl(test);
    const guest = await fullGuest(till);
    await using opened = await openConsole(till.service, { guest, path: NEW, expected });
    const { page } = opened;
    const asked = page.waitForResponse((reply) => reply.status() === 402);
    await watchOneMore(page, "mum's");
    const json = await (await asked).json();
    const PAYMENT = await paymentFor(till, { json } as Reply);
    await page.getByText('For programs').click();
    const command = (await page.getByRole('region', { name: 'command' }).textContent()) ?? '';

    const env = { ...process.env, PAYMENT, TOKEN: guest.token };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
    expect(JSON.parse(stdout)).toMatchObject({ name: "mum's", tz: null });
    expect(await namesOf(guest)).toEqual(['free', "mum's"]);
    expect(opened.complaints).toEqual([]);
  },
);

itThorough(
  'a payment whose answer is lost is neither left nor paid again, and all that is bought is listed at once',
  async () => {
    const guest = await fullGuest(till);
    const answers = /40[12] |504 /;
    await using opened = await openConsole(till.service, { guest, expected: answers });
    const { page } = opened;
    const asked = await giveWallet(page, new Wallet());
    const { payments, seen, release } = await loseFirstAnswer(page);
    await page.getByRole('link', { name: 'Billing' }).click();
    await page.getByRole('button', { name: 'Buy' }).click();
    const dialog = page.getByRole('dialog', { name: 'This costs 5.00 USDC on Base Sepolia' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('from a prepaid credit').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Pay with your wallet' }).click();
    await seen;

    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    const leaving = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await leaving;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await page.goBack();
    await dialog.getByText('Leave this open').waitFor();
    release();
    await dialog.waitFor({ state: 'detached' });
    await page.goForward();

    await page.getByRole('region', { name: 'credit token' }).getByText('cred_').waitFor();
    const bought = page.getByRole('cell', { name: '1 × prepaid credit' });
    await bought.waitFor();
    expect(new Set(payments).size).toBe(1);
    expect(asked.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(1);
    expect((await guest.call('GET', '/api/purchases')).json['purchases']).toHaveLength(1);

    await page.getByRole('button', { name: 'Buy' }).click();
    await dialog.getByRole('button', { name: 'Pay with your wallet' }).click();
    await bought.nth(1).waitFor();
    expect(opened.complaints).toEqual([]);
  },
);
