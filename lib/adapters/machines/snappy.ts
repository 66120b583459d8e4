import { WireError } from './wire.ts';

/**
 * Unpacks a snappy block (google/snappy, format_description.txt): a length, then literals and copies of what came before.
 * Exactly the announced length must come of it, and never more than `maxBytes`. Throws `WireError`.
 */
export function unsnappied(body: Buffer, maxBytes: number): Buffer {
  try {
    const { length, at } = announced(body);
    if (length > maxBytes)
      throw new WireError('too_large', `The body must unpack to at most ${maxBytes} bytes.`);
    return unpacked(body, at, Buffer.alloc(length));
  } catch (error) {
    if (error instanceof WireError) throw error;
    // A read past the end of the body.
    throw malformed();
  }
}

/** The varint that a block begins with, and where the elements begin. */
function announced(body: Buffer): { length: number; at: number } {
  let length = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = body.readUInt8(at);
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { length, at: at + 1 };
  }
  throw malformed();
}

function unpacked(body: Buffer, start: number, into: Buffer): Buffer {
  let filled = 0;
  for (let at = start; at < body.length;) {
    const { literal, length, offset, next } = elementAt(body, at);
    const isInside = literal ? next + length <= body.length : offset > 0 && offset <= filled;
    if (!isInside || filled + length > into.length) throw malformed();
    if (literal) body.copy(into, filled, next, next + length);
    // A copy may overlap itself: a run of one byte is a copy of the byte before.
    else for (let each = filled; each < filled + length; each += 1) into[each] = into[each - offset] ?? 0;
    filled += length;
    at = literal ? next + length : next;
  }
  if (filled !== into.length) throw malformed();
  return into;
}

interface Element {
  literal: boolean;
  length: number;
  /** Of a copy, how far back it begins. */
  offset: number;
  /** Where the bytes of a literal begin, or the element after a copy. */
  next: number;
}

function elementAt(body: Buffer, at: number): Element {
  const tag = body.readUInt8(at);
  const upper = tag >>> 2;
  switch (tag & 3) {
    case 0: {
      // Up to 60 bytes the tag itself has the length, above it one to four bytes do.
      const bytes = Math.max(0, upper - 59);
      const length = (bytes === 0 ? upper : body.readUIntLE(at + 1, bytes)) + 1;
      return { literal: true, length, offset: 0, next: at + 1 + bytes };
    }
    case 1: {
      const offset = ((tag >>> 5) << 8) | body.readUInt8(at + 1);
      return { literal: false, length: (upper & 7) + 4, offset, next: at + 2 };
    }
    case 2:
      return { literal: false, length: upper + 1, offset: body.readUInt16LE(at + 1), next: at + 3 };
    default:
      return { literal: false, length: upper + 1, offset: body.readUInt32LE(at + 1), next: at + 5 };
  }
}

function malformed(): WireError {
  return new WireError('malformed', 'The body is not a snappy block.');
}
