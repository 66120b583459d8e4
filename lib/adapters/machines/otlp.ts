import type { Sample } from '../../domain/machines/collectors/mapping.ts';
import { bytes, double, pairOf, readMessage, sfixed64, textField, varint } from './protobuf.ts';
import { LABELS_MAX, labelsOf, newSamples, type Samples } from './wire.ts';

/** Deltas of a counter say nothing to whoever did not see all of them: they are left out. */
export const DELTA = 1;
/** The mark of a point that says only that there is no value. */
export const NO_VALUE = 1;
export const NANOS_IN_SEC = 1e9;

/**
 * The points of an OTLP `ExportMetricsServiceRequest` in protobuf (opentelemetry-proto, metrics/v1): gauges and sums;
 * histograms and summaries are none of ours. Throws `WireError`.
 */
export function readOtlp(body: Uint8Array): readonly Sample[] {
  const samples = newSamples();
  const takeScope = (scope: Uint8Array) => {
    samples.part();
    readMessage(scope, { 2: bytes((metric) => takeMetric(samples, metric)) });
  };
  const takeResource = (resource: Uint8Array) => {
    samples.part();
    readMessage(resource, { 2: bytes(takeScope) });
  };
  readMessage(body, { 1: bytes(takeResource) });
  return samples.all();
}

function takeMetric(samples: Samples, metric: Uint8Array): void {
  samples.part();
  let name = '';
  let data: Uint8Array | undefined;
  const take = bytes((read) => {
    data = read;
  });
  readMessage(metric, {
    1: textField((read) => {
      name = read;
    }),
    // A gauge, or a sum.
    5: take,
    7: take,
  });
  if (data && temporalityOf(data) !== DELTA)
    readMessage(data, { 1: bytes((point) => takePoint(samples, name, point)) });
}

function temporalityOf(data: Uint8Array): number {
  let temporality = 0;
  readMessage(data, {
    2: varint((read) => {
      temporality = read;
    }),
  });
  return temporality;
}

function takePoint(samples: Samples, name: string, point: Uint8Array): void {
  const pairs: (readonly [string, string])[] = [];
  let [value, flags, nanos] = [Number.NaN, 0, 0];
  const takeValue = (read: number) => {
    value = read;
  };
  readMessage(point, {
    3: sfixed64((read) => {
      nanos = read;
    }),
    4: double(takeValue),
    6: sfixed64(takeValue),
    7: bytes((attribute) => {
      if (pairs.length < LABELS_MAX) pairs.push(attributeOf(attribute));
    }),
    8: varint((read) => {
      flags = read;
    }),
  });
  if ((flags & NO_VALUE) !== 0) value = Number.NaN;
  samples.take({ name, labels: labelsOf(pairs), value, ...(nanos > 0 && { atSec: nanos / NANOS_IN_SEC }) });
}

const attributeOf = (attribute: Uint8Array) => pairOf(attribute, (take) => bytes((any) => take(textOf(any))));

/** A text as it is; numbers and truth values as text, and nothing of lists and bytes. */
function textOf(any: Uint8Array): string {
  let value = '';
  const take = (read: string | number | boolean) => {
    value = String(read);
  };
  readMessage(any, {
    1: textField(take),
    2: varint((read) => take(read !== 0)),
    3: varint(take),
    4: double(take),
  });
  return value;
}
