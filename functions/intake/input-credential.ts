import { Refusal } from '../../lib/contract/errors.ts';
import type { Call } from '../../lib/runtime/call.ts';

const CREDENTIAL = /^hpc_[0-9A-Za-z]{43}$/;

/**
 * The credential that a push came with, from the places where agents can put one, the first that has its form. Throws 401
 * where none has, so that what we did not make costs no read. `inBody` is what the body has for one.
 */
export function inputCredentialOf(call: Pick<Call, 'headers' | 'rawQuery'>, inBody?: string): string {
  const query = new URLSearchParams(call.rawQuery);
  const sent = [inHeader(call.headers['authorization']), query.get('token'), query.get('p'), inBody].filter(
    (each) => typeof each === 'string' && each !== '',
  );
  const credential = sent.find((each) => CREDENTIAL.test(each ?? ''));
  if (credential) return credential;
  throw sent.length > 0
    ? unknownCredential()
    : new Refusal('credencial_ausente', "A push needs its channel's credential in Authorization.");
}

/** Never made, rotated, of a channel that was removed, or of another kind of collector: which of them is not told. */
export function unknownCredential(): Refusal {
  return new Refusal('credencial_invalida', 'No channel of this kind has this credential.');
}

/** Of Basic the password, whoever the user is. */
function inHeader(header = ''): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|token|basic) +(\S+)$/i.exec(header.trim()) ?? [];
  if (scheme.toLowerCase() !== 'basic') return value || header;
  const pair = Buffer.from(value, 'base64').toString('latin1');
  return pair.slice(pair.indexOf(':') + 1);
}
