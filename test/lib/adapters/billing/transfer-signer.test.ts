import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { transferSigner } from '../../../../lib/adapters/billing/transfer-signer.ts';
import { NETWORKS, type Network } from '../../../../lib/domain/billing/x402/network.ts';
import type { Payment } from '../../../../lib/domain/billing/payment.ts';
import { PAY_AT, PAY_TO, requirement } from '../../../support/money/payment-builder.ts';
import { rounds } from '../../../support/thorough.ts';
import { Wallet } from '../../../support/money/wallet.ts';

const bytes = (payment: Payment) => Buffer.from(payment.signature.slice(2), 'hex');
const signedWith = (payment: Payment, signature: Buffer) => ({
  ...payment,
  signature: `0x${signature.toString('hex')}`,
});

it('is who signed, by an implementation of its own', async () => {
  const uint = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n });
  const hex = (length: number) =>
    fc
      .uint8Array({ minLength: length, maxLength: length })
      .map((each) => `0x${Buffer.from(each).toString('hex')}`);
  const wallet = new Wallet();
  const authorization = fc.record({
    to: hex(20),
    value: uint,
    validAfter: uint,
    validBefore: uint,
    nonce: hex(32),
  });

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Network>('base', 'base-sepolia'),
      authorization,
      async (network, over) => {
        const { address, name, version } = NETWORKS[network].usdc;
        const asked = requirement({ network, asset: address, extra: { name, version } });
        expect(transferSigner(await wallet.pay(asked, PAY_AT, over), asked)).toBe(wallet.address);
      },
    ),
    { numRuns: rounds(25, 300) },
  );
});

it('is another one for another transfer, contract, chain or name', async () => {
  const wallet = new Wallet();
  const asked = requirement();
  const payment = await wallet.pay(asked, PAY_AT);
  const others: Partial<Payment['authorization']>[] = [
    { to: `0x${'12'.repeat(20)}` },
    { value: 100_001n },
    { validAfter: 0n },
    { validBefore: payment.authorization.validBefore + 1n },
    { nonce: `0x${'00'.repeat(32)}` },
  ];

  for (const over of others) {
    const changed = { ...payment, authorization: { ...payment.authorization, ...over } };
    expect(transferSigner(changed, asked)).not.toBe(wallet.address);
  }
  expect(transferSigner(payment, { ...asked, network: 'base' })).not.toBe(wallet.address);
  expect(transferSigner(payment, { ...asked, asset: PAY_TO })).not.toBe(wallet.address);
  expect(transferSigner(payment, { ...asked, extra: { name: 'USD Coin', version: '2' } })).not.toBe(
    wallet.address,
  );
  expect(transferSigner(payment, { ...asked, extra: { name: 'USDC', version: '1' } })).not.toBe(
    wallet.address,
  );
});

it('takes the recovery bit in both spellings and no other', async () => {
  const wallet = new Wallet();
  const asked = requirement();
  const payment = await wallet.pay(asked, PAY_AT);
  const signature = bytes(payment);
  const bit = (signature[64] ?? 0) - 27;
  const withBit = (last: number) => signedWith(payment, Buffer.from([...signature.subarray(0, 64), last]));

  expect([0, 1]).toContain(bit);
  expect(transferSigner(withBit(bit), asked)).toBe(wallet.address);
  expect(transferSigner(withBit(28 - bit), asked)).not.toBe(wallet.address);
  for (const last of [2, 26, 29, 30, 54, 255]) expect(transferSigner(withBit(last), asked)).toBeNull();
});

it('is nobody for a signature of a smart wallet, of nothing, and for the twin that every signature has', async () => {
  const asked = requirement();
  const payment = await new Wallet().pay(asked, PAY_AT);
  const signature = bytes(payment);
  const s = BigInt(`0x${signature.subarray(32, 64).toString('hex')}`);
  const twin = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0');
  const twinBit = 55 - (signature[64] ?? 0);

  for (const other of [
    Buffer.concat([signature, signature]),
    signature.subarray(0, 64),
    Buffer.alloc(65),
    Buffer.alloc(65, 0xff),
    Buffer.concat([signature.subarray(0, 32), Buffer.from(twin, 'hex'), Buffer.from([twinBit])]),
  ])
    expect(transferSigner(signedWith(payment, other), asked)).toBeNull();
});
