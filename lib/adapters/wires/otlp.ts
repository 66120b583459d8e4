import type { Sample } from '../../domain/input/sample.ts';
import { readMessage, type TypedReader } from './protobuf.ts';
import { labelsOf, Samples } from './wire.ts';

/** Deltas of a counter say nothing to whoever did not see all of them: they are left out. */
const DELTA = 1;
/** The mark of a point that says only that there is no value. */
const NO_VALUE = 1;

/**
 * The points of an OTLP `ExportMetricsServiceRequest` in protobuf: gauges and sums; histograms and summaries are none of
 * ours. Throws `WireError`.
 */
export function readOtlp(body: Uint8Array): readonly Sample[] {
  const samples = new Samples();
  inside(body, [1, 2, 2], (metric) => takeMetric(samples, metric));
  return samples.all();
}

/** Each message that is reached by these fields, one within the other. */
function inside(
  message: Uint8Array,
  [first, ...rest]: readonly number[],
  take: (message: Uint8Array) => void,
): void {
  readMessage(message, (field, reader) => {
    if (field !== first) return;
    const inner = reader.bytes();
    if (rest.length === 0) take(inner);
    else inside(inner, rest, take);
  });
}

function takeMetric(samples: Samples, metric: Uint8Array): void {
  let name = '';
  const data: Uint8Array[] = [];
  readMessage(metric, (field, reader) => {
    if (field === 1) name = reader.string();
    // A gauge and a sum.
    if (field === 5 || field === 7) data.push(reader.bytes());
  });
  for (const each of data) takeData(samples, name, each);
}

function takeData(samples: Samples, name: string, data: Uint8Array): void {
  const points: Uint8Array[] = [];
  let temporality = 0;
  readMessage(data, (field, reader) => {
    if (field === 1) points.push(reader.bytes());
    if (field === 2) temporality = reader.varint();
  });
  if (temporality === DELTA) return;
  for (const point of points) takePoint(samples, name, point);
}

function takePoint(samples: Samples, name: string, point: Uint8Array): void {
  const labels: [string, string][] = [];
  let value = Number.NaN;
  let flags = 0;
  readMessage(point, (field, reader) => {
    if (field === 4) value = reader.double();
    if (field === 6) value = reader.sfixed64();
    if (field === 7) labels.push(attributeOf(reader.bytes()));
    if (field === 8) flags = reader.varint();
  });
  samples.take(name, labelsOf(labels), (flags & NO_VALUE) === 0 ? value : Number.NaN);
}

function attributeOf(attribute: Uint8Array): [string, string] {
  let [name, value] = ['', ''];
  readMessage(attribute, (field, reader) => {
    if (field === 1) name = reader.string();
    if (field === 2) value = textOf(reader.bytes());
  });
  return [name, value];
}

/** A text as it is; numbers and truth values as text, and nothing of lists and bytes. */
function textOf(any: Uint8Array): string {
  let text = '';
  const read: Record<number, (reader: TypedReader) => string> = {
    1: (reader) => reader.string(),
    2: (reader) => String(reader.varint() !== 0),
    3: (reader) => String(reader.varint()),
    4: (reader) => String(reader.double()),
  };
  readMessage(any, (field, reader) => {
    text = read[field]?.(reader) ?? text;
  });
  return text;
}
