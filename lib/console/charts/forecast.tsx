import { timeUntilFull } from '../../domain/machines/forecast.ts';
import { useRemote } from '../api/use-remote.ts';
import type { Measure } from '../words/measure-text.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 7;

/** When a disk is full at the rate of its last week; nothing where its numbers do not say so. */
export function Forecast({ id, measure }: { id: string; measure: Measure }) {
  const week = useRemote('getSeries', { params: { id }, query: { periodo: 'semana' } }, { isPolled: false });
  const readings = week.value.value?.leituras ?? [];
  const field = measure.painel.find(({ f }) => f === 'pct');
  const points = readings.flatMap((reading) => {
    const value = field && reading[field.c];
    return typeof value === 'number' ? [{ at: Date.parse(reading.t), value }] : [];
  });
  const leftMs = timeUntilFull(points, 100);
  if (leftMs === null) return null;
  const days = Math.round(leftMs / DAY_MS);
  return (
    <p class={days <= SOON_DAYS ? 'wrong' : undefined}>
      Full in about {days <= 1 ? 'a day' : `${days} days`} at this rate.
    </p>
  );
}
