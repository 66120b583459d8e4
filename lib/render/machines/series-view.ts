import type { ReadingView } from '../../contract/machines/collection-output.ts';
import { isoOf } from '../../domain/instant.ts';
import type { TimedValues } from '../../domain/machines/measures/measure.ts';

/** Writes readings as their owner sees them (SPEC.md `leituras`). The measures of a device share their seconds. */
export function readingWriter(): (readings: readonly TimedValues[]) => ReadingView[] {
  const written = new Map<number, string>();
  const textOf = (atSec: number): string => {
    const known = written.get(atSec);
    if (known !== undefined) return known;
    const text = isoOf(atSec * 1000);
    written.set(atSec, text);
    return text;
  };
  return (readings) => readings.map(({ atSec, values }) => ({ t: textOf(atSec), ...values }));
}
