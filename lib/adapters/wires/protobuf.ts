import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { WireError } from './wire.ts';

export { WireType };

/** What is done with a field of a message. */
export type OnField = (field: number, reader: TypedReader) => void;

/** A field of a message, read by its type; of another wire type than that it is malformed. */
export interface TypedReader {
  bytes: () => Uint8Array;
  string: () => string;
  double: () => number;
  /** A signed number of 64 bits, as near as a double is. */
  sfixed64: () => number;
  varint: () => number;
}

/**
 * Reads the fields of a protobuf message one by one; those that nobody takes are skipped. Throws `WireError` for what is none,
 * cut off, or of the wrong wire types.
 */
export function readMessage(bytes: Uint8Array, onField: OnField): void {
  try {
    readFields(bytes, onField);
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw new WireError('malformed', 'The body is not the protobuf message that is expected.');
  }
}

function readFields(bytes: Uint8Array, onField: OnField): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const state = { isTaken: false };
    onField(field, typed(reader, type, state));
    if (!state.isTaken) reader.skip(type, field);
    if (reader.pos > reader.len) throw new RangeError('past the end');
  }
}

function typed(reader: BinaryReader, type: WireType, state: { isTaken: boolean }): TypedReader {
  const as = <T>(expected: WireType, read: () => T) => {
    if (type !== expected)
      throw new WireError('malformed', 'A field of the protobuf message has the wrong type.');
    state.isTaken = true;
    return read();
  };
  return {
    bytes: () => as(WireType.LengthDelimited, () => reader.bytes()),
    string: () => as(WireType.LengthDelimited, () => reader.string()),
    double: () => as(WireType.Bit64, () => reader.double()),
    sfixed64: () => as(WireType.Bit64, () => Number(reader.sfixed64())),
    varint: () => as(WireType.Varint, () => Number(reader.int64())),
  };
}
