import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

type Field = Readonly<{ name: string; type: string }>;

/** What a wallet signs by EIP-712, as far as one flat structure goes. */
export interface TypedData {
  domain: Readonly<Record<string, unknown>>;
  types: Readonly<Record<string, readonly Field[]>>;
  primaryType: string;
  message: Readonly<Record<string, unknown>>;
}

const DOMAIN_FIELDS: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

const keccak = (bytes: Uint8Array) => Buffer.from(keccak_256(bytes));

/** The address of a key, in lower case. */
export function addressOf(key: Uint8Array): string {
  return `0x${keccak(secp256k1.getPublicKey(key, false).subarray(1)).toString('hex', 12)}`;
}

/** As wallets write it: r, s and the recovery bit after 27. */
export function signTypedData(key: Uint8Array, { domain, types, primaryType, message }: TypedData): string {
  const digest = keccak(
    Buffer.concat([
      Buffer.from('1901', 'hex'),
      structHash('EIP712Domain', DOMAIN_FIELDS, domain),
      structHash(primaryType, types[primaryType] ?? [], message),
    ]),
  );
  const [recovery = 0, ...compact] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return `0x${Buffer.from([...compact, 27 + recovery]).toString('hex')}`;
}

function structHash(name: string, fields: readonly Field[], values: TypedData['message']): Buffer {
  const type = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;
  const words = fields.map((field) => wordOf(field.type, values[field.name]));
  return keccak(Buffer.concat([keccak(Buffer.from(type)), ...words]));
}

function wordOf(type: string, value: unknown): Buffer {
  if (type === 'string') return keccak(Buffer.from(String(value)));
  const digits = type === 'uint256' ? BigInt(value as bigint).toString(16) : String(value).slice(2);
  return Buffer.from(digits.padStart(64, '0'), 'hex');
}
