import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { anyOf } from '../../adapters/ids.ts';
import type { Reply } from '../call.ts';

/** What is shorter goes in one packet of the network either way. */
const PACKED_FROM_BYTES = 1_000;
/** Half the time of zlib's own level for a tenth more bytes: a function has a third of a processor. */
const LEVEL = 4;
const PADDING_MAX_BYTES = 64;
/** `FLG.FNAME` of RFC 1952: behind the ten bytes of the header stands a name, which ends with a zero. */
const FLAGS_AT = 3;
const HAS_NAME = 8;
const HEADER_BYTES = 10;

const TEXT = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/;
const TAKES_GZIP = /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i;

const packedBytes = promisify(gzip);

/** Whether a caller takes gzip, by its `Accept-Encoding`. */
export const takesGzip = (accepted = ''): boolean =>
  accepted.split(',').some((each) => TAKES_GZIP.test(each));

/** The reply in gzip where that is worth it, the caller takes it, and nothing secret can be measured by its length (decisions/069). */
export async function inGzip(reply: Reply, accepted: string | undefined): Promise<Reply> {
  if (!isPackable(reply)) return reply;
  const { vary, etag } = reply.headers;
  const headers = {
    ...reply.headers,
    vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
    // The same text in other bytes has the same tag, so that is to be compared weakly.
    ...(etag && { etag: `W/${etag}` }),
  };
  if (!isLong(reply.body) || !takesGzip(accepted)) return { ...reply, headers };
  const body = padded(await packedBytes(reply.body, { level: LEVEL }));
  return { ...reply, headers: { ...headers, 'content-encoding': 'gzip' }, body };
}

/** Whether it, or what it says is still the same, may be packed: what is not long now says so too. */
function isPackable(reply: Reply): boolean {
  const { status, headers } = reply;
  return (
    (status === 200 || status === 304) && TEXT.test(headers['content-type'] ?? '') && !isMeasurable(reply)
  );
}

const isLong = (body: Reply['body']): boolean =>
  (typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength) >= PACKED_FROM_BYTES;

/** A page that a cookie opened has the secret of its forms beside words of its address, and a cookie is one itself. */
function isMeasurable({ headers, cookies = [] }: Reply): boolean {
  // A feed's page closes itself to frames and pictures of other sites too, but any program may read it.
  const isShared = headers['access-control-allow-origin'] !== undefined;
  const isOwnPage = headers['cross-origin-resource-policy'] === 'same-origin' && !isShared;
  return cookies.length > 0 || (isOwnPage && headers['content-type']?.startsWith('text/html') === true);
}

/** By chance longer, so that one length tells nothing of what is in it: as the name of a file, which nobody reads. */
function padded(bytes: Buffer): Buffer {
  const name = Buffer.alloc(anyOf(PADDING_MAX_BYTES) + 1, 'a');
  name[name.length - 1] = 0;
  bytes[FLAGS_AT] = HAS_NAME;
  return Buffer.concat([bytes.subarray(0, HEADER_BYTES), name, bytes.subarray(HEADER_BYTES)]);
}
