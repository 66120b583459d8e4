import { type Decision, refused } from '../../decision.ts';
import { LIMITS } from '../../limits.ts';

/** A token of RFC 9110, 5.6.2. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
/** A field value of printable ASCII, without spaces around it. */
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/;
/** What belongs to the connection, or is written by us (RFC 9110, 7.6.1). */
const RESERVED: ReadonlySet<string> = new Set([
  'connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer',
  'transfer-encoding', 'upgrade', 'expect', 'host', 'content-length', 'content-type', 'user-agent',
]); // prettier-ignore

/**
 * The headers that a channel sends besides, by their names in lower case: those of before with what is wanted, where null
 * ends one. A refusal names no value, which often is a secret.
 */
export function ownHeaders(
  before: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string | null>>,
): Decision<Record<string, string>, 'canal_invalido'> {
  const headers = new Map(Object.entries(before));
  const named = new Set<string>();
  for (const [spelled, value] of Object.entries(wanted)) {
    const name = spelled.toLowerCase();
    const fault = faultOf(name, value) ?? (named.has(name) ? `names ${name} twice` : null);
    if (fault !== null) return refused('canal_invalido', `headers ${fault}.`);
    named.add(name);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const total = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (headers.size > LIMITS.channelHeadersMax || total > LIMITS.channelHeadersMaxChars)
    return refused(
      'canal_invalido',
      `headers must be at most ${LIMITS.channelHeadersMax} with ${LIMITS.channelHeadersMaxChars} characters in all; got ${headers.size} with ${total}.`,
    );
  return { ok: true, value: Object.fromEntries(headers) };
}

function faultOf(name: string, value: string | null): string | null {
  if (!NAME.test(name))
    return 'must have names of 1 to 64 letters, digits and signs such as - (a token of RFC 9110)';
  // A map with it counts as another class, which the table does not write.
  if (name === 'constructor') return 'cannot name constructor, which cannot be kept';
  if (RESERVED.has(name) || name.startsWith('webhook-'))
    return `cannot name ${name}, which belongs to the connection or is written here`;
  if (value !== null && !VALUE.test(value))
    return `must give ${name} a value of printable ASCII characters, without spaces around it`;
  return null;
}
