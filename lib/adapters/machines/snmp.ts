import type { Sample } from '../../domain/machines/collectors/mapping.ts';
import { labelsOf, newSamples, WireError } from './wire.ts';

const LINE_MAX_CHARS = 400;
const LINE = /^(\.1(?:\.\d{1,10}){3,40})\s+(?:"([^"]*)"|(\S.*))$/;
/** What the agent says of an object that it does not have. */
const ABSENT = /^(?:No Such (?:Object|Instance)|No more variables|Wrong Type)/;
/** Ticks as `-O` without `t` prints them: days, hours, minutes and seconds. */
const TICKS = /^(\d{1,5}):(\d{1,2}):(\d{1,2}):(\d{1,2})\.(\d{2})$/;

/**
 * The objects that `snmpget -Oqn` printed, one on a line by their numbers; a name stands in the label `text`. Lines that are
 * none are left out; a body without any is malformed (`WireError`).
 */
export function readSnmp(body: Buffer): readonly Sample[] {
  const samples = newSamples();
  for (const line of body.toString('utf8').split('\n', 100_000)) {
    const [, oid, quoted, plain = ''] = LINE.exec(line.slice(0, LINE_MAX_CHARS).trim()) ?? [];
    if (oid === undefined || ABSENT.test(plain)) continue;
    const text = quoted ?? plain;
    const value = numberOf(text);
    // A name is no number, but others are known by it.
    const labels = labelsOf(value === undefined ? [['text', text]] : []);
    samples.take({ name: oid, labels, value: value ?? 0 });
  }
  if (samples.all().length === 0)
    throw new WireError('malformed', 'No line of the body is an object of snmpget -Oqn.');
  return samples.all();
}

/** Hundredths of a second of ticks. */
function numberOf(text: string): number | undefined {
  const ticks = TICKS.exec(text)?.slice(1).map(Number);
  if (ticks) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0, hundredths = 0] = ticks;
    return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 100 + hundredths;
  }
  const [, number] = /^(-?\d{1,20}(?:\.\d{1,20})?)(?: ?(?:kB|%))?$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}
