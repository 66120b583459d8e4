import type { Measure, TimedValues, Values } from '../measures/measure.ts';

const ABSENT = '-';
const NUMBER = /^-?\d{1,16}(?:\.\d{1,20})?(?:e-\d{1,3})?$/;
const SECONDS = /^\d{1,12}$/;
const NOT_STORED = /[^A-Za-z0-9._:/,@-]+/g;
const WORD_MAX_CHARS = 32;
/** No sensor and no clock says more; whole numbers are kept whole. */
const DIGITS = 9;

/**
 * A reading as one text: `1795402721 12.5 - eth0`, the second it was read in and then the fields of its measure and what is
 * kept beside them, in their order. So these may only ever be added to, at the end.
 */
export function packed(measure: Measure, values: Values, atSec: number): string {
  return [atSec, ...columnsOf(measure).map((id) => wordOf(values[id]))].join(' ');
}

/** What `packed` wrote; null for anything else. */
export function unpacked(measure: Measure, text: string): TimedValues | null {
  const [seconds = '', ...words] = text.split(' ');
  if (!SECONDS.test(seconds)) return null;
  const values: Record<string, number | string> = {};
  const put = (id: string, word: string | undefined, isText: boolean) => {
    if (word === undefined || word === ABSENT || word === '') return;
    if (isText) values[id] = word;
    else if (NUMBER.test(word)) values[id] = Number(word);
  };
  const { fields, kept = [] } = measure;
  for (const [at, { id, format }] of fields.entries()) put(id, words[at], format === undefined);
  for (const [at, id] of kept.entries()) put(id, words[fields.length + at], false);
  return { atSec: Number(seconds), values };
}

const columnsOf = ({ fields, kept = [] }: Measure): string[] => [...fields.map(({ id }) => id), ...kept];

function wordOf(value: number | string | undefined): string {
  if (typeof value === 'string') return value.replace(NOT_STORED, '').slice(0, WORD_MAX_CHARS) || ABSENT;
  // A comparison with NaN is false.
  if (value === undefined || !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return ABSENT;
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)));
}
