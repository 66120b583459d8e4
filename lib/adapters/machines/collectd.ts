import type { Sample } from '../../domain/machines/collectors/mapping.ts';
import { isObject, parsedJson, textIn, type JsonObject } from './json.ts';
import { labelsOf, newSamples, type Samples, WireError } from './wire.ts';

/** The values of a push of collectd's write_http in JSON; the first interval of a rate is null. Throws `WireError`. */
export function readCollectd(body: Buffer): readonly Sample[] {
  const lists = parsedJson(body);
  if (!Array.isArray(lists)) throw new WireError('malformed', 'The body must be a JSON array.');
  const samples = newSamples();
  for (const list of lists as unknown[]) {
    if (!isObject(list)) throw new WireError('malformed', 'The body must hold objects.');
    takeList(samples, list);
  }
  return samples.all();
}

/** `load/load.shortterm`: plugin, type and data source; instances are labels. */
function takeList(samples: Samples, list: JsonObject): void {
  const { values, dsnames } = list;
  if (!Array.isArray(values)) throw new WireError('malformed', 'values must be an array.');
  const labels = labelsOf(
    ['plugin_instance', 'type_instance'].map((mark) => [mark, textIn(list, mark)] as const),
  );
  const names: readonly unknown[] = Array.isArray(dsnames) ? dsnames : [];
  for (const [at, value] of (values as unknown[]).entries()) {
    const source = names[at];
    const name = `${textIn(list, 'plugin')}/${textIn(list, 'type')}.${typeof source === 'string' ? source : 'value'}`;
    samples.take({ name, labels, value: typeof value === 'number' ? value : Number.NaN });
  }
}
