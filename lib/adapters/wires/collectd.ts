import type { Sample } from '../../domain/input/sample.ts';
import { parsedJson, textIn } from './json.ts';
import { labelsOf, Samples, WireError } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

/** The values of a push of collectd's write_http in JSON; the first interval of a rate is null. Throws `WireError`. */
export function readCollectd(body: Buffer): readonly Sample[] {
  const lists = parsedJson(body);
  if (!Array.isArray(lists)) throw new WireError('malformed', 'The body must be a JSON array.');
  const samples = new Samples();
  for (const list of lists as unknown[]) {
    if (typeof list !== 'object' || list === null)
      throw new WireError('malformed', 'The body must hold objects.');
    takeList(samples, list as Json);
  }
  return samples.all();
}

function takeList(samples: Samples, list: Json): void {
  const { values, dsnames } = list;
  if (!Array.isArray(values)) return;
  const marks = ['plugin_instance', 'type_instance'] as const;
  const labels = labelsOf(marks.map((mark) => [mark, textIn(list, mark)] as const));
  const names: readonly unknown[] = Array.isArray(dsnames) ? dsnames : [];
  for (const [at, value] of (values as unknown[]).entries()) {
    const source = names[at];
    const name = `${textIn(list, 'plugin')}/${textIn(list, 'type')}.${typeof source === 'string' ? source : 'value'}`;
    samples.take(name, labels, typeof value === 'number' ? value : Number.NaN);
  }
}
