import type { Sample } from '../../domain/input/sample.ts';
import { labelsOf, Samples, WireError } from './wire.ts';

/**
 * The numbers of Influx line protocol: `measurement,tag=value field=1i,other="text" time`, each as `measurement.field`. A line
 * that is none is left out; a body without one that can be read is malformed (`WireError`).
 */
export function readLineProtocol(body: Buffer): readonly Sample[] {
  const samples = new Samples();
  let [lines, bad] = [0, 0];
  for (const line of linesOf(body.toString('utf8'))) {
    lines += 1;
    if (!takeLine(samples, line)) bad += 1;
  }
  if (lines > 0 && bad === lines) throw new WireError('malformed', 'No line of the body is line protocol.');
  return samples.all();
}

/** A newline inside quotes is part of a value. */
function* linesOf(text: string): Generator<string> {
  for (const part of text.includes('"') ? splitBy(text, '\n') : text.split('\n')) {
    const line = part.trim();
    if (line !== '' && !line.startsWith('#')) yield line;
  }
}

function takeLine(samples: Samples, line: string): boolean {
  const [series = '', fields = ''] = splitBy(line, ' ', 3);
  const [measurement = '', ...tags] = splitBy(series, ',');
  const pairs = splitBy(fields, ',').map((field) => splitBy(field, '=', 2));
  if (measurement === '' || !pairs.every(([name, value]) => name && value)) return false;
  const labels = labelsOf(
    tags.map((tag) => {
      const [name = '', value = ''] = splitBy(tag, '=', 2);
      return [unescaped(name), unescaped(value)] as const;
    }),
  );
  for (const [name = '', value = ''] of pairs)
    samples.take(`${unescaped(measurement)}.${unescaped(name)}`, labels, numberOf(value));
  return true;
}

/** Splits where the mark stands neither behind a backslash nor inside quotes; so many parts at most. */
function splitBy(text: string, mark: string, most = Number.POSITIVE_INFINITY): string[] {
  const parts: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < text.length && parts.length < most - 1; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === mark && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([,= "\\])/g, '$1');
}

/** A float, a whole number (`i`, `u`) or a truth value; texts are no numbers. */
function numberOf(text: string): number {
  if (/^(?:t|T|true|True|TRUE)$/.test(text)) return 1;
  if (/^(?:f|F|false|False|FALSE)$/.test(text)) return 0;
  return /^-?(?:\d+[iu]|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/.test(text)
    ? Number.parseFloat(text)
    : Number.NaN;
}
