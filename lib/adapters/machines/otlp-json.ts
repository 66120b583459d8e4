import type { Sample } from '../../domain/machines/collectors/mapping.ts';
import { arrayIn, isObject, type JsonObject, objectsIn, parsedJson, textIn } from './json.ts';
import { DELTA, NANOS_IN_SEC, NO_VALUE } from './otlp.ts';
import { LABELS_MAX, labelsOf, newSamples, type Samples } from './wire.ts';

/** The same as `readOtlp` of OTLP's JSON form, in which whole numbers of 64 bits are texts. Throws `WireError`. */
export function readOtlpJson(body: Buffer): readonly Sample[] {
  const samples = newSamples();
  for (const resource of objectsIn(parsedJson(body), 'resourceMetrics'))
    for (const scope of objectsIn(resource, 'scopeMetrics'))
      for (const metric of objectsIn(scope, 'metrics')) takeMetric(samples, metric);
  return samples.all();
}

function takeMetric(samples: Samples, metric: JsonObject): void {
  const name = textIn(metric, 'name');
  const data = metric['gauge'] ?? metric['sum'];
  if (!isObject(data)) return;
  const { aggregationTemporality: temporality } = data;
  if (temporality === DELTA || temporality === 'AGGREGATION_TEMPORALITY_DELTA') return;
  for (const point of objectsIn(data, 'dataPoints')) {
    const nanos = wholeNumber(point['timeUnixNano']);
    samples.take({
      name,
      labels: attributesOf(point),
      value: valueOf(point),
      ...(nanos > 0 && { atSec: nanos / NANOS_IN_SEC }),
    });
  }
}

function valueOf({ asDouble, asInt, flags }: JsonObject): number {
  if (typeof flags === 'number' && (flags & NO_VALUE) !== 0) return Number.NaN;
  return typeof asDouble === 'number' ? asDouble : wholeNumber(asInt);
}

function wholeNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? Number(value) : Number.NaN;
}

function attributesOf(point: JsonObject): Readonly<Record<string, string>> {
  const attributes = arrayIn(point, 'attributes').slice(0, LABELS_MAX).filter(isObject);
  return labelsOf(attributes.map((attribute) => [textIn(attribute, 'key'), textOf(attribute['value'])]));
}

function textOf(any: unknown): string {
  if (!isObject(any)) return '';
  const plain = any['stringValue'] ?? any['boolValue'] ?? any['intValue'] ?? any['doubleValue'];
  return typeof plain === 'object' || plain === undefined ? '' : String(plain);
}
