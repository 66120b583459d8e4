import type { Sample } from '../../domain/machines/collectors/mapping.ts';
import { labelsOf, newSamples, type Samples, WireError } from './wire.ts';
import { xmlTexts } from './xml.ts';

const CHECK = 'checkresults/checkresult';
const PERFDATA_MAX_CHARS = 4_000;
/**
 * One number of perfdata: `'label'=value unit;warn;crit;min;max`. It begins at the start or after a blank, so that no part of
 * a long text is looked at twice.
 */
const PERFDATA =
  /(?<=^|\s)(?:'([^']{1,100})'|([^\s='|]{1,100}))=(-?\d{1,20}(?:\.\d{1,20})?(?:[eE][+-]\d{1,3})?)([A-Za-z%/]{0,8})(?=[;\s]|$)/g;

/**
 * The perfdata of what NCPA submits by NRDP (`XMLDATA`), each as `check/label`; what a check says to people is thrown away.
 * Throws `WireError`, for a document type too: it might define entities.
 */
export function readNrdp(xml: string): readonly Sample[] {
  const samples = newSamples();
  let [isNrdp, check, output] = [false, '', ''];
  for (const { path, text } of xmlTexts(xml)) {
    if (path === 'checkresults') isNrdp = true;
    if (path === `${CHECK}/servicename`) check = text;
    if (path === `${CHECK}/output`) output = text;
    if (path !== CHECK) continue;
    takePerfdata(samples, check, output);
    [check, output] = ['', ''];
  }
  if (!isNrdp) throw new WireError('malformed', 'XMLDATA must have checkresults.');
  return samples.all();
}

function takePerfdata(samples: Samples, check: string, output: string): void {
  const bar = output.indexOf('|');
  if (bar === -1 || check === '') return;
  const perfdata = output.slice(bar + 1, bar + 1 + PERFDATA_MAX_CHARS);
  for (const [, quoted, plain = '', value, unit = ''] of perfdata.matchAll(PERFDATA))
    samples.take({
      name: `${check}/${quoted ?? plain}`,
      labels: labelsOf([['unit', unit]]),
      value: Number(value),
    });
}
