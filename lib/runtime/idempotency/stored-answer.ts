import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Operation } from '../../contract/operation.ts';
import { Result, type DerivedFrom, type ResultParts } from '../result.ts';

/** An answer as it is kept with an idempotency key: in the place of each secret stands null. */
interface StoredAnswer {
  body: unknown;
  parts: Pick<ResultParts, 'status' | 'headers' | 'derivedFrom'>;
}

/** What derives the secrets of an operation's answer again. */
export type Derive = (from: DerivedFrom) => Promise<Readonly<Record<string, unknown>>>;

/** The bytes in which an answer is kept, without secrets. Throws where it could not be given again. */
export function storedAnswer({ secrets }: Operation, returned: unknown): Uint8Array {
  const { body, parts } = returned instanceof Result ? returned : new Result(returned);
  const { status, headers, derivedFrom } = parts;
  if (parts.cookies) throw new Error('An answer that sets cookies cannot be kept.');
  if (secrets && !derivedFrom) throw new Error('An answer with secrets does not say what they come from.');
  const stored: StoredAnswer = {
    body: secrets
      ? { ...(body as object), ...Object.fromEntries(secrets.map((name) => [name, null])) }
      : body,
    parts: { ...(status && { status }), ...(headers && { headers }), ...(derivedFrom && { derivedFrom }) },
  };
  const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  return brotliCompressSync(JSON.stringify(stored), level);
}

/** What was returned at first, secrets included. */
export async function answerAgain(bytes: Uint8Array, derive: Derive): Promise<Result<unknown>> {
  const { body, parts } = JSON.parse(brotliDecompressSync(bytes).toString()) as StoredAnswer;
  const { derivedFrom } = parts;
  if (!derivedFrom) return new Result(body, parts);
  return new Result({ ...(body as object), ...(await derive(derivedFrom)) }, parts);
}
