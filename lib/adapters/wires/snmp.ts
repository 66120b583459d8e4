import type { Sample } from '../../domain/input/sample.ts';
import { labelsOf, Samples, WireError } from './wire.ts';

const LINE = /^(\.1(?:\.\d{1,10}){3,40})\s+(?:"([^"]{0,200})"|(\S.{0,200}))$/;
/** Ticks as `-O` without `t` prints them: days, hours, minutes and seconds. */
const TICKS = /^(\d{1,5}):(\d{1,2}):(\d{1,2}):(\d{1,2})\.(\d{2})$/;

/**
 * The objects that `snmpget -Oqn` printed, one on a line by their numbers; a name stands in the label `text`. Lines that are
 * none are left out; a body without any is malformed (`WireError`).
 */
export function readSnmp(body: Buffer): readonly Sample[] {
  const samples = new Samples();
  for (const line of body.toString('utf8').split('\n')) {
    const [, oid, quoted, plain = ''] = LINE.exec(line.trim()) ?? [];
    if (oid === undefined) continue;
    const text = quoted ?? plain;
    const value = numberOf(text);
    // A name is no number, but others are known by it.
    samples.take(oid, value === undefined ? labelsOf([['text', text]]) : {}, value ?? 0);
  }
  if (samples.all().length === 0)
    throw new WireError('malformed', 'No line of the body is an object of snmpget -Oqn.');
  return samples.all();
}

function numberOf(text: string): number | undefined {
  const ticks = TICKS.exec(text)?.slice(1).map(Number);
  if (ticks) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0, hundredths = 0] = ticks;
    return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 100 + hundredths;
  }
  const [, number] = /^(-?\d{1,20}(?:\.\d{1,20})?)(?: ?(?:kB|%))?$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}
