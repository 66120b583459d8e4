import * as fc from 'fast-check';
import { privateKeyToAccount } from 'viem/accounts';
import { recoverTypedDataAddress } from 'viem';
import { expect, it } from 'vitest';
import { transferSigner } from '../../lib/adapters/billing/transfer-signer.ts';
import { NETWORKS, type Network } from '../../lib/domain/billing/x402/network.ts';
import { requirement } from '../support/money/payment-builder.ts';
import { typedTransfer, Wallet } from '../support/money/wallet.ts';

type Hex = `0x${string}`;
const keys = fc
  .bigInt({ min: 1n, max: 2n ** 255n })
  .map((number): Hex => `0x${number.toString(16).padStart(64, '0')}`);

it('the wallet of the tests signs as viem does, and viem and the service know whose it is', async () => {
  const networks = fc.constantFrom(...(Object.keys(NETWORKS) as Network[]));
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });
  await fc.assert(
    fc.asyncProperty(keys, networks, amounts, async (key, network, micros) => {
      const { address, name, version } = NETWORKS[network].usdc;
      const asked = requirement({
        network,
        asset: address,
        extra: { name, version },
        maxAmountRequired: String(micros),
      });
      const [wallet, account] = [new Wallet(key), privateKeyToAccount(key)];
      const payment = await wallet.pay(asked, Date.now());
      const data = typedTransfer(payment.authorization, asked);
      const signature = payment.signature as Hex;

      expect(wallet.address).toBe(account.address.toLowerCase());
      expect(signature).toBe(await account.signTypedData(data));
      expect((await recoverTypedDataAddress({ ...data, signature })).toLowerCase()).toBe(wallet.address);
      expect(transferSigner(payment, asked)).toBe(wallet.address);
    }),
    { numRuns: 50 },
  );
});
