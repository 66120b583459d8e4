import { LIMITS } from '../../../../lib/domain/limits.ts';
import { expect, it } from 'vitest';
import { NO_USAGE, type Usage } from '../../../../lib/domain/billing/allowance.ts';
import type { Customer } from '../../../../lib/domain/billing/customer.ts';
import { NO_CEILING, quoteOf } from '../../../../lib/domain/billing/quote.ts';
import { SPEC_TARIFF } from '../../../../lib/domain/billing/tariff.ts';

const of = (some: Partial<Usage>): Usage => ({ ...NO_USAGE, ...some });
const customer = (usage: Partial<Usage>, more: Partial<Customer> = {}): Customer => ({
  usage: of(usage),
  slots: NO_USAGE,
  tariff: SPEC_TARIFF,
  isOnTrial: false,
  isUnlimited: false,
  ...more,
});
const skus = ({ charges }: ReturnType<typeof quoteOf>) => charges.map(({ sku }) => sku);

it('a free change must stay under the allowance', () => {
  expect(quoteOf(customer({ monitors: 9 }), of({ monitors: 1, emailAlerts: 1 }))).toEqual({
    charges: [],
    ceiling: { monitors: 10, fast: 0, emailAlerts: 1 },
  });
});

it('what is charged may come to what is there and what is asked, and the rest keeps its ceiling', () => {
  const quote = quoteOf(customer({ monitors: 10 }), of({ monitors: 1, emailAlerts: 1 }));

  expect(skus(quote)).toEqual(['extra_endpoint']);
  expect(quote.ceiling).toEqual({ monitors: 11, fast: 0, emailAlerts: 1 });
});

it('a fast interval is charged beyond the places that were bought, which lift its ceiling', () => {
  const bought = customer({ fast: 1 }, { slots: of({ fast: 2, monitors: 3 }) });

  expect(quoteOf(bought, of({ monitors: 1, fast: 1 }))).toEqual({
    charges: [],
    ceiling: { monitors: 13, fast: 2, emailAlerts: 1 },
  });
  expect(skus(quoteOf(bought, of({ monitors: 1, fast: 2 })))).toEqual(['fast_interval']);
});

it('a trial lifts the paywall of monitors and intervals, not that of e-mail alerts', () => {
  const trying = customer({ monitors: 40, emailAlerts: 1 }, { isOnTrial: true });
  const quote = quoteOf(trying, of({ monitors: 12, fast: 12, emailAlerts: 2 }));

  expect(skus(quote)).toEqual(['email_alert', 'email_alert']);
  expect(quote.ceiling).toEqual({ monitors: LIMITS.unpaidMonitorsMax, fast: null, emailAlerts: 3 });
  expect(quoteOf(customer({}, { isOnTrial: true }), of({ emailAlerts: 1 })).ceiling.emailAlerts).toBe(1);
});

it('what is free for now has no price and no ceiling, and the rest has', () => {
  const tariff = { ...SPEC_TARIFF, gratis: ['email_alert'] as const };
  const quote = quoteOf(
    customer({ monitors: 10, emailAlerts: 4 }, { tariff }),
    of({ emailAlerts: 1, fast: 1 }),
  );

  expect(skus(quote)).toEqual(['fast_interval']);
  expect(quote.ceiling).toEqual({ monitors: 10, fast: 1, emailAlerts: null });
});

it('prices and limits are those in force', () => {
  const tariff = {
    prices: { ...SPEC_TARIFF.prices, extra_endpoint: 250_001 },
    free: { ...SPEC_TARIFF.free, monitors: 2 },
    gratis: [],
  };

  expect(quoteOf(customer({ monitors: 2 }, { tariff }), of({ monitors: 1 })).charges).toEqual([
    { sku: 'extra_endpoint', micros: 250_001 },
  ]);
});

it('where the allowance is unlimited nothing is charged and nothing has a ceiling', () => {
  const anybody = customer({ monitors: 10, emailAlerts: 1 }, { isUnlimited: true });

  expect(quoteOf(anybody, of({ monitors: 12, fast: 12, emailAlerts: 2 }))).toEqual({
    charges: [],
    ceiling: NO_CEILING,
  });
});

it('whoever has more monitors than anybody may have unpaid makes no further one, and may change those there are', () => {
  const trying = customer({ monitors: LIMITS.unpaidMonitorsMax + 5 }, { isOnTrial: true });

  expect(quoteOf(trying, of({ monitors: 1 })).tooMany).toBe(LIMITS.unpaidMonitorsMax);
  expect(quoteOf(trying, of({ fast: 1 })).tooMany).toBeUndefined();
  expect(quoteOf(trying, of({ monitors: -1 })).tooMany).toBeUndefined();
});
