import { numberText } from '../machines/number-text.ts';
import type { Told } from './told.ts';

/** `above 90%`; of an alert that says nothing of a threshold, and there is none, in general words. */
export function beyondText({ threshold, reading }: Told): string {
  if (threshold && reading !== undefined && !isBeyond(threshold, reading))
    return 'beyond its earlier threshold';
  return threshold ? `${threshold.side} ${valueText(threshold)}` : 'beyond its threshold';
}

/** It may not be once the value is another one, until the next reading is held against that. */
function isBeyond({ side, value }: NonNullable<Told['threshold']>, reading: number): boolean {
  return side === 'above' ? reading > value : reading < value;
}

/** `is at 93%, above 90%`. */
export function reachedText(content: Told): string {
  const { threshold, reading } = content;
  const at = reading === undefined ? '' : `at ${numberText(reading, threshold?.format)}, `;
  return `is ${at}${beyondText(content)}`;
}

/** `back below 90%`: it is not beyond the value any more. */
export function backText({ threshold }: Told): string {
  if (!threshold) return 'back within its threshold';
  return `back ${threshold.side === 'above' ? 'below' : 'above'} ${valueText(threshold)}`;
}

/** When it will be over: a little within the value. */
export function endText({ threshold }: Told): string | null {
  if (!threshold) return null;
  const { side, end, format } = threshold;
  return `It is over at ${numberText(end, format)} or ${side === 'above' ? 'less' : 'more'}.`;
}

function valueText({ value, format }: NonNullable<Told['threshold']>): string {
  return numberText(value, format);
}

/** What is behind an alert that says no number, or that several had to be beyond it. */
export function readingsText({ threshold, reading, inARow, alertNumber, firstHere }: Told): string | null {
  const many =
    inARow === undefined ? [] : [`${inARow} readings in a row were ${threshold?.side ?? 'beyond'} it`];
  const isRepeat = alertNumber > 1 && !firstHere;
  const first =
    isRepeat && reading !== undefined
      ? [`It was at ${numberText(reading, threshold?.format)} when it began`]
      : [];
  const said = [...first, ...many];
  return said.length === 0 ? null : `${said.join('; ')}.`;
}
