import { SAMPLES_MAX, type Sample } from '../../domain/machines/collectors/mapping.ts';
import { type Cursor, parsedLine } from './line.ts';
import { labelsOf, newSamples, type Samples, tooManyNumbers, WireError } from './wire.ts';

/** A number is shorter than this: what is longer is not looked at. */
const NUMBER_MAX_CHARS = 40;
/** From so many up a time is of nanoseconds, microseconds or milliseconds; less are seconds. Good from 1973 to 5138. */
const UNITS = [
  [1e17, 1e9],
  [1e14, 1e6],
  [1e11, 1e3],
] as const;

/**
 * The numbers of Influx line protocol: `measurement,tag=value field=1i,other="text" time`, each as `measurement.field`. A line
 * that is none is left out; a body without one that can be read is malformed (`WireError`).
 */
export function readLineProtocol(body: Buffer): readonly Sample[] {
  const samples = newSamples();
  const cursor: Cursor = { text: body.toString('utf8'), at: 0, mostFields: SAMPLES_MAX };
  let [lines, bad] = [0, 0];
  while (skipBlank(cursor)) {
    lines += 1;
    samples.part();
    if (!takeLine(samples, cursor)) bad += 1;
  }
  if (lines > 0 && bad === lines) throw new WireError('malformed', 'No line of the body is line protocol.');
  return samples.all();
}

/** Whether there is a line after blanks and comments. */
function skipBlank(cursor: Cursor): boolean {
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const character = cursor.text[cursor.at] ?? '';
    if (character === '#') skipLine(cursor);
    else if (!' \t\r\n'.includes(character)) return true;
  }
  return false;
}

function skipLine(cursor: Cursor): void {
  const end = cursor.text.indexOf('\n', cursor.at);
  cursor.at = end === -1 ? cursor.text.length : end;
}

function takeLine(samples: Samples, cursor: Cursor): boolean {
  const line = parsedLine(cursor);
  if (line === 'too many fields') throw tooManyNumbers();
  if (line === null) {
    skipLine(cursor);
    return false;
  }
  const labels = labelsOf(line.tags);
  const atSec = secondsOf(line.time);
  for (const [field, value] of line.fields)
    samples.take({
      name: `${line.measurement}.${field}`,
      labels,
      value: numberOf(value),
      ...(atSec !== undefined && { atSec }),
    });
  return true;
}

/** A float, a whole number (`i`, `u`) or a truth value; texts are no numbers. */
function numberOf(text: string): number {
  if (text.length > NUMBER_MAX_CHARS) return Number.NaN;
  if (/^(?:t|T|true|True|TRUE)$/.test(text)) return 1;
  if (/^(?:f|F|false|False|FALSE)$/.test(text)) return 0;
  return /^[+-]?(?:\d+[iu]|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/.test(text)
    ? Number.parseFloat(text)
    : Number.NaN;
}

/** Clients write the time in the precision that they name in the address; its size says the same. */
function secondsOf(time: string): number | undefined {
  if (!/^\d{1,19}$/.test(time)) return undefined;
  const [, unit] = UNITS.find(([least]) => Number(time) >= least) ?? [0, 1];
  return Number(time) / unit;
}
