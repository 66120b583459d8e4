import { randomBytes } from 'node:crypto';
import { NETWORKS } from '../../../lib/domain/billing/x402/network.ts';
import type { Authorization, Payment } from '../../../lib/domain/billing/payment.ts';
import type { PaymentRequirement } from '../../../lib/domain/billing/x402/requirement.ts';
import { addressOf, signTypedData, type TypedData } from './typed-data.ts';

type Hex = `0x${string}`;

/** What a wallet signs (EIP-3009). */
export const TRANSFER_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** The domain and the message of a payment, as libraries of wallets take them. */
export function typedTransfer(authorization: Authorization, asked: PaymentRequirement) {
  const { from, to, nonce, ...numbers } = authorization;
  return {
    domain: {
      ...asked.extra,
      chainId: NETWORKS[asked.network].chainId,
      verifyingContract: asked.asset.toLowerCase() as Hex,
    },
    types: TRANSFER_TYPES,
    primaryType: 'TransferWithAuthorization',
    message: { from: from as Hex, to: to as Hex, nonce: nonce as Hex, ...numbers },
  } as const;
}

/** A wallet whose signatures are those of viem (test/referees/wallet.test.ts), which the service does not use. */
export class Wallet {
  /** In lower case. */
  readonly address: string;
  readonly key: Hex;

  constructor(privateKey: Hex = `0x${randomBytes(32).toString('hex')}`) {
    this.key = privateKey;
    this.address = addressOf(Buffer.from(privateKey.slice(2), 'hex'));
  }

  sign(data: TypedData): string {
    return signTypedData(Buffer.from(this.key.slice(2), 'hex'), data);
  }

  /** A payment of what is asked for, as a client makes it at `now`. */
  async pay(asked: PaymentRequirement, now: number, over: Partial<Authorization> = {}): Promise<Payment> {
    const nowSec = BigInt(Math.floor(now / 1000));
    const authorization: Authorization = {
      from: this.address,
      to: asked.payTo.toLowerCase(),
      value: BigInt(asked.maxAmountRequired),
      validAfter: nowSec - 600n,
      validBefore: nowSec + BigInt(asked.maxTimeoutSeconds),
      nonce: `0x${randomBytes(32).toString('hex')}`,
      ...over,
    };
    const signature = this.sign(typedTransfer(authorization, asked));
    return { network: asked.network, signature, authorization };
  }
}
