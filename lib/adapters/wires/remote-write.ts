import { uncompress } from 'snappyjs';
import type { Sample } from '../../domain/input/sample.ts';
import { readMessage } from './protobuf.ts';
import { labelsOf, Samples, UNPACKED_MAX_BYTES, WireError } from './wire.ts';

/**
 * The samples of a Prometheus remote write 1.0 request: snappy around a protobuf `WriteRequest`. Of each series the last
 * sample counts. Throws `WireError`.
 */
export function readRemoteWrite(body: Buffer): readonly Sample[] {
  const samples = new Samples();
  readMessage(unpacked(body), (field, reader) => {
    if (field === 1) takeSeries(samples, reader.bytes());
  });
  return samples.all();
}

/** The length that a snappy block announces is judged before anything is unpacked. */
function unpacked(body: Buffer): Uint8Array {
  const announced = announcedBytes(body);
  if (announced === undefined) throw new WireError('malformed', 'The body is not a snappy block.');
  if (announced > UNPACKED_MAX_BYTES)
    throw new WireError('too_large', `The body must unpack to at most ${UNPACKED_MAX_BYTES} bytes.`);
  try {
    return uncompress(new Uint8Array(body), UNPACKED_MAX_BYTES);
  } catch {
    throw new WireError('malformed', 'The body is not a snappy block.');
  }
}

/** The varint that a snappy block begins with. */
function announcedBytes(body: Buffer): number | undefined {
  let length = 0;
  for (let at = 0; at < Math.min(body.length, 5); at += 1) {
    const byte = body[at] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return length;
  }
  return undefined;
}

function takeSeries(samples: Samples, series: Uint8Array): void {
  const labels: [string, string][] = [];
  let last = Number.NaN;
  readMessage(series, (field, reader) => {
    if (field === 1) labels.push(labelOf(reader.bytes()));
    if (field === 2) last = valueOf(reader.bytes());
  });
  const name = labels.find(([label]) => label === '__name__')?.[1] ?? '';
  samples.take(name, labelsOf(labels), last);
}

function labelOf(label: Uint8Array): [string, string] {
  let [name, value] = ['', ''];
  readMessage(label, (field, reader) => {
    if (field === 1) name = reader.string();
    if (field === 2) value = reader.string();
  });
  return [name, value];
}

function valueOf(sample: Uint8Array): number {
  let value = 0;
  readMessage(sample, (field, reader) => {
    if (field === 1) value = reader.double();
  });
  return value;
}
