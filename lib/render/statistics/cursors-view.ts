import { dayOf, dayStart } from '../../domain/calendar.ts';
import { isoOf } from '../../domain/instant.ts';
import { PRODUCT } from '../../domain/product.ts';
import type { Panel } from '../../domain/statistics/panel.ts';
import type { Publication } from '../../domain/statistics/publication.ts';

/** Up to when the numbers of a product are whole: `borda` of pages and calls, `cli` of what programs call. */
type Cursor = { borda: string; cli: string };

/** SPEC.md `GET /api/vitrine/cursores`: what is published counts whole days, so it is whole up to the day of publication. */
export function cursorsView(own: Publication | null, panel: Panel | null): Record<string, Cursor> {
  const cursors = new Map<string, Cursor>();
  const note = (product: string, publishedAt: number) => {
    const whole = isoOf(dayStart(dayOf(publishedAt)));
    // Who calls itself by the name of another changes nothing.
    if (!cursors.has(product)) cursors.set(product, { borda: whole, cli: whole });
  };
  if (own) note(PRODUCT.slug, own.publishedAt);
  for (const { numbers } of panel?.apps ?? []) if (numbers) note(numbers.product, numbers.updatedAt);
  return Object.fromEntries(cursors);
}
