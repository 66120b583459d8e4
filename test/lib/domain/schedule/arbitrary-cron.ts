import * as fc from 'fast-check';
import type { CronLine } from './vixie-cron.ts';

interface Field {
  text: string;
  values: Set<number>;
}

function valuesOf(from: number, to: number, step: number): Set<number> {
  const values = new Set<number>();
  for (let value = from; value <= to; value += step) values.add(value);
  return values;
}

function rangeOf(min: number, max: number): fc.Arbitrary<Field> {
  return fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }), fc.option(fc.integer({ min: 1, max: 30 })))
    .map(([a, b, step]) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      const text = step === null ? `${from}-${to}` : `${from}-${to}/${step}`;
      return { text, values: valuesOf(from, to, step ?? 1) };
    });
}

function itemOf(min: number, max: number): fc.Arbitrary<Field> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.integer({ min, max }).map((value) => ({ text: `${value}`, values: new Set([value]) })),
    },
    { weight: 1, arbitrary: rangeOf(min, max) },
  );
}

function fieldOf(min: number, max: number, star: number): fc.Arbitrary<Field> {
  const list = fc.array(itemOf(min, max), { minLength: 1, maxLength: 3 }).map((items) => ({
    text: items.map(({ text }) => text).join(','),
    values: new Set(items.flatMap(({ values }) => [...values])),
  }));
  const stepped = fc
    .integer({ min: 2, max: 20 })
    .map((step) => ({ text: `*/${step}`, values: valuesOf(min, max, step) }));
  return fc.oneof(
    { weight: star, arbitrary: fc.constant({ text: '*', values: valuesOf(min, max, 1) }) },
    { weight: 2, arbitrary: stepped },
    { weight: 6, arbitrary: list },
  );
}

/** Any five-field expression with the values it names, worked out apart from the parser. */
export function arbitraryCron(): fc.Arbitrary<CronLine> {
  return fc
    .tuple(fieldOf(0, 59, 1), fieldOf(0, 23, 2), fieldOf(1, 31, 12), fieldOf(1, 12, 20), fieldOf(0, 7, 12))
    .map(([minute, hour, monthDay, month, weekday]) => ({
      cron: [minute, hour, monthDay, month, weekday].map(({ text }) => text).join(' '),
      minutes: minute.values,
      hours: hour.values,
      daysOfMonth: monthDay.values,
      months: month.values,
      daysOfWeek: new Set([...weekday.values].map((day) => day % 7)),
      isWild: minute.text.startsWith('*') || hour.text.startsWith('*'),
      areDaysAnded: monthDay.text.startsWith('*') || weekday.text.startsWith('*'),
    }));
}

/** Expressions of few hours, near where clocks change, on every day: the ones a change touches. */
export function arbitraryNightlyCron(): fc.Arbitrary<CronLine> {
  const hours = fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 22, 23), { minLength: 1, maxLength: 3 });
  return fc.tuple(arbitraryCron(), hours, fc.boolean()).map(([line, values, isStarred]) => {
    const [minute = '*', hour = '*'] = line.cron.split(' ');
    return {
      ...line,
      cron: `${minute} ${isStarred ? hour : values.join(',')} * * *`,
      hours: isStarred ? line.hours : new Set(values),
      daysOfMonth: valuesOf(1, 31, 1),
      months: valuesOf(1, 12, 1),
      daysOfWeek: valuesOf(0, 6, 1),
      isWild: minute.startsWith('*') || (isStarred && hour.startsWith('*')),
      areDaysAnded: true,
    };
  });
}
