import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { WireError } from './wire.ts';

/** A field that is taken: by its wire type, and what is done with its value. */
export interface ProtobufField {
  wire: WireType;
  read: (reader: BinaryReader) => void;
}

export const bytes = (take: (value: Uint8Array) => void): ProtobufField => ({
  wire: WireType.LengthDelimited,
  read: (reader) => take(reader.bytes()),
});

export const textField = (take: (value: string) => void): ProtobufField => ({
  wire: WireType.LengthDelimited,
  read: (reader) => take(reader.string()),
});

export const double = (take: (value: number) => void): ProtobufField => ({
  wire: WireType.Bit64,
  read: (reader) => take(reader.double()),
});

/** A signed number of 64 bits, as near as a double is. */
export const sfixed64 = (take: (value: number) => void): ProtobufField => ({
  wire: WireType.Bit64,
  read: (reader) => take(Number(reader.sfixed64())),
});

/** A number of a signed type with 64 bits, as near as a double is; smaller types are written likewise. */
export const varint = (take: (value: number) => void): ProtobufField => ({
  wire: WireType.Varint,
  read: (reader) => take(Number(reader.int64())),
});

/**
 * Reads a protobuf message: each field that is named, by its number, in the order of the bytes; the others are skipped.
 * Throws `WireError` for what is none, is cut off, or has a named field of another wire type.
 */
export function readMessage(message: Uint8Array, fields: Readonly<Record<number, ProtobufField>>): void {
  try {
    const reader = new BinaryReader(message);
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag();
      const field = fields[number];
      if (!field) reader.skip(wire, number);
      else if (field.wire === wire) field.read(reader);
      else throw new WireError('malformed', 'A field of the protobuf message has the wrong type.');
    }
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw new WireError('malformed', 'The body is not the protobuf message that is expected.');
  }
}

/** A message of a name and a value, its first two fields; `valueBy` reads the value. */
export function pairOf(
  message: Uint8Array,
  valueBy: (take: (value: string) => void) => ProtobufField,
): readonly [name: string, value: string] {
  let [name, value] = ['', ''];
  readMessage(message, {
    1: textField((read) => {
      name = read;
    }),
    2: valueBy((read) => {
      value = read;
    }),
  });
  return [name, value];
}
