import { expect, it } from 'vitest';
import { quoteOf } from '../../../../lib/domain/allowance/quote.ts';

const request = (more: object) => ({ monitors: 0, emailAlerts: 0, fast: 0, ...more });

it('a free change must stay under the allowance', () => {
  expect(
    quoteOf(
      { monitors: 9, emailAlerts: 0, isOnTrial: false, isUnlimited: false },
      request({ monitors: 1, emailAlerts: 1 }),
    ),
  ).toEqual({
    charges: [],
    ceiling: { monitors: 10, emailAlerts: 1 },
  });
});

it('what is charged has no ceiling, and what is not keeps its own', () => {
  const { charges, ceiling } = quoteOf(
    { monitors: 10, emailAlerts: 0, isOnTrial: false, isUnlimited: false },
    request({ monitors: 1, emailAlerts: 1 }),
  );

  expect(charges.map(({ sku }) => sku)).toEqual(['extra_endpoint']);
  expect(ceiling).toEqual({ monitors: null, emailAlerts: 1 });
});

it('a fast interval is charged and lifts no ceiling', () => {
  const { charges, ceiling } = quoteOf(
    { monitors: 0, emailAlerts: 0, isOnTrial: false, isUnlimited: false },
    request({ monitors: 1, fast: 1 }),
  );

  expect(charges.map(({ sku }) => sku)).toEqual(['fast_interval']);
  expect(ceiling).toEqual({ monitors: 10, emailAlerts: 1 });
});

it('a trial lifts the paywall of monitors and intervals, not that of e-mail alerts', () => {
  const customer = { monitors: 40, emailAlerts: 1, isOnTrial: true, isUnlimited: false };
  const { charges, ceiling } = quoteOf(customer, request({ monitors: 12, fast: 12, emailAlerts: 2 }));

  expect(charges.map(({ sku }) => sku)).toEqual(['email_alert', 'email_alert']);
  expect(ceiling).toEqual({ monitors: null, emailAlerts: null });
  expect(quoteOf({ ...customer, emailAlerts: 0 }, request({ emailAlerts: 1 })).ceiling.emailAlerts).toBe(1);
});

it('where the allowance is unlimited nothing is charged and nothing has a ceiling', () => {
  const customer = { monitors: 10, emailAlerts: 1, isOnTrial: false, isUnlimited: true };

  expect(quoteOf(customer, request({ monitors: 12, fast: 12, emailAlerts: 2 }))).toEqual({
    charges: [],
    ceiling: { monitors: null, emailAlerts: null },
  });
});
