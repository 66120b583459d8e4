import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { addressWord, uintWord } from '../../domain/billing/x402/chain-outcome.ts';
import { NETWORKS } from '../../domain/billing/x402/network.ts';
import type { Payment } from '../../domain/billing/payment.ts';
import type { PaymentRequirement } from '../../domain/billing/x402/requirement.ts';

const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const TRANSFER =
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';
/** r, s and the recovery bit. */
const SIGNATURE_BYTES = 65;
/** As wallets write them: the older way, which USDC reads, and the bit itself. */
const RECOVERY_BITS = new Map<number | undefined, number>([
  [27, 0],
  [28, 1],
  [0, 0],
  [1, 1],
]);

/**
 * The address whose key signed a payment, in lower case (EIP-712, EIP-3009); null where no key did, as for smart wallets,
 * and for the second form that every signature has, which USDC refuses.
 */
export function transferSigner(
  { signature, authorization }: Payment,
  asked: Pick<PaymentRequirement, 'network' | 'asset' | 'extra'>,
): string | null {
  const bytes = bytesOf(signature);
  if (bytes.length !== SIGNATURE_BYTES) return null;
  const recovery = RECOVERY_BITS.get(bytes[64]);
  if (recovery === undefined) return null;
  try {
    const compact = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact');
    if (compact.hasHighS()) return null;
    const key = compact.addRecoveryBit(recovery).recoverPublicKey(digestOf(authorization, asked));
    return `0x${keccak(key.toBytes(false).subarray(1)).toString('hex', 12)}`;
  } catch {
    return null;
  }
}

function digestOf(
  { from, to, value, validAfter, validBefore, nonce }: Payment['authorization'],
  { network, asset, extra }: Pick<PaymentRequirement, 'network' | 'asset' | 'extra'>,
): Buffer {
  const { chainId } = NETWORKS[network];
  const domain = structHash(
    DOMAIN,
    ...[extra.name, extra.version].map((text) => keccak(Buffer.from(text))),
    bytesOf(uintWord(BigInt(chainId))),
    bytesOf(addressWord(asset)),
  );
  const transfer = structHash(
    TRANSFER,
    ...[from, to].map((address) => bytesOf(addressWord(address))),
    ...[value, validAfter, validBefore].map((number) => bytesOf(uintWord(number))),
    bytesOf(nonce),
  );
  return keccak(Buffer.concat([Buffer.from('1901', 'hex'), domain, transfer]));
}

function structHash(type: string, ...words: Buffer[]): Buffer {
  return keccak(Buffer.concat([keccak(Buffer.from(type)), ...words]));
}

function keccak(bytes: Uint8Array): Buffer {
  return Buffer.from(keccak_256(bytes));
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}
