import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Sample } from '../../domain/input/sample.ts';
import { labelsOf, Samples, WireError } from './wire.ts';

/** Texts stay texts, and an entity stays as it is written: none is looked up. */
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  trimValues: true,
  isArray: (name) => name === 'checkresult',
});

/** One number of perfdata: `'label'=value unit;warn;crit;min;max`. */
const PERFDATA = /(?:'([^']{1,100})'|([^\s='|]{1,100}))=(-?\d+(?:\.\d+)?)([A-Za-z%/]{0,8})(?:;[^\s]*)?/g;

/**
 * The perfdata of what NCPA submits by NRDP (`XMLDATA`), each as `check/label`; what a check says to people is thrown away.
 * Throws `WireError`, for a document type too: it might define entities.
 */
export function readNrdp(xml: string): readonly Sample[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw new WireError('malformed', 'XMLDATA must have no document type.');
  if (XMLValidator.validate(xml) !== true)
    throw new WireError('malformed', 'XMLDATA is not well-formed XML.');
  const samples = new Samples();
  for (const { servicename, output } of resultsIn(xml)) takePerfdata(samples, servicename, output);
  return samples.all();
}

interface Result {
  servicename: string;
  output: string;
}

function resultsIn(xml: string): Result[] {
  const parsed = parser.parse(xml) as { checkresults?: { checkresult?: unknown } | string };
  const { checkresults } = parsed;
  const results = typeof checkresults === 'object' ? checkresults.checkresult : checkresults;
  if (checkresults === undefined) throw new WireError('malformed', 'XMLDATA must have checkresults.');
  return (Array.isArray(results) ? results : []).flatMap((each: unknown) => {
    const { servicename, output } = (each ?? {}) as Readonly<Record<string, unknown>>;
    return typeof servicename === 'string' && typeof output === 'string' ? [{ servicename, output }] : [];
  });
}

function takePerfdata(samples: Samples, check: string, output: string): void {
  const bar = output.indexOf('|');
  if (bar === -1) return;
  for (const [, quoted, plain = '', value, unit = ''] of output.slice(bar + 1).matchAll(PERFDATA))
    samples.take(`${check}/${quoted ?? plain}`, labelsOf([['unit', unit]]), Number(value));
}
