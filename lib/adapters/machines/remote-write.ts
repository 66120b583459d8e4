import type { Sample } from '../../domain/machines/collectors/mapping.ts';
import { bytes, double, pairOf, readMessage, textField, varint } from './protobuf.ts';
import { unsnappied } from './snappy.ts';
import { LABELS_MAX, labelsOf, newSamples, type Samples, UNPACKED_MAX_BYTES } from './wire.ts';

/**
 * The samples of a Prometheus remote write 1.0 request: snappy around a protobuf `WriteRequest` (prompb/remote.proto). Of
 * each series the last sample counts. Throws `WireError`.
 */
export function readRemoteWrite(body: Buffer): readonly Sample[] {
  const samples = newSamples();
  readMessage(unsnappied(body, UNPACKED_MAX_BYTES), { 1: bytes((series) => takeSeries(samples, series)) });
  return samples.all();
}

function takeSeries(samples: Samples, series: Uint8Array): void {
  const pairs: (readonly [string, string])[] = [];
  let last: Point = { value: Number.NaN, atSec: 0 };
  readMessage(series, {
    1: bytes((label) => {
      if (pairs.length < LABELS_MAX) pairs.push(pairOf(label, textField));
    }),
    2: bytes((sample) => {
      samples.part();
      last = pointOf(sample);
    }),
  });
  const labels = labelsOf(pairs);
  samples.take({ name: labels['__name__'] ?? '', labels, ...last });
}

type Point = Pick<Sample, 'value' | 'atSec'>;

/** A zero is not written: what is absent is 0. */
function pointOf(sample: Uint8Array): Point {
  let [value, atMs] = [0, 0];
  readMessage(sample, {
    1: double((read) => {
      value = read;
    }),
    2: varint((read) => {
      atMs = read;
    }),
  });
  return { value, ...(atMs > 0 && { atSec: atMs / 1000 }) };
}
