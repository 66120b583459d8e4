import type { Sample } from '../../domain/input/sample.ts';
import { arrayIn, objectsIn, parsedJson, textIn } from './json.ts';
import { labelsOf, Samples } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

/** The same of OTLP's JSON form, in which whole numbers of 64 bits are texts. Throws `WireError`. */
export function readOtlpJson(body: Buffer): readonly Sample[] {
  const samples = new Samples();
  for (const resource of objectsIn(parsedJson(body), 'resourceMetrics'))
    for (const scope of objectsIn(resource, 'scopeMetrics'))
      for (const metric of objectsIn(scope, 'metrics')) takeMetric(samples, metric);
  return samples.all();
}

function takeMetric(samples: Samples, metric: Json): void {
  const name = textIn(metric, 'name');
  for (const kind of ['gauge', 'sum']) {
    const data = metric[kind];
    if (typeof data !== 'object' || data === null) continue;
    const { aggregationTemporality: temporality } = data as Json;
    if (temporality === 1 || temporality === 'AGGREGATION_TEMPORALITY_DELTA') continue;
    for (const point of objectsIn(data as Json, 'dataPoints'))
      samples.take(name, attributesOf(point), valueOf(point));
  }
}

function valueOf({ asDouble, asInt, flags }: Json): number {
  if (flags === 1) return Number.NaN;
  if (typeof asDouble === 'number') return asDouble;
  return typeof asInt === 'string' || typeof asInt === 'number' ? Number(asInt) : Number.NaN;
}

function attributesOf(point: Json): Readonly<Record<string, string>> {
  return labelsOf(
    arrayIn(point, 'attributes').map((each) => {
      const attribute = (typeof each === 'object' && each !== null ? each : {}) as Json;
      const value = attribute['value'];
      const [text] = typeof value === 'object' && value !== null ? Object.values(value) : [];
      const isPlain = typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean';
      return [textIn(attribute, 'key'), isPlain ? String(text) : ''] as const;
    }),
  );
}
