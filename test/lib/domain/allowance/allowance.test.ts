import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargesOf, isFast, PRICES_USD, type Sku } from '../../../../lib/domain/allowance/allowance.ts';

const NONE = { monitors: 0, emailAlerts: 0 };
const NOTHING = { monitors: 0, emailAlerts: 0, fast: 0 };

describe('chargesOf', () => {
  it.each([
    ['the first monitor', NONE, { monitors: 1 }, []],
    ['the tenth monitor', { monitors: 9 }, { monitors: 1 }, []],
    ['the eleventh monitor', { monitors: 10 }, { monitors: 1 }, ['extra_endpoint']],
    ['a monitor far beyond the allowance', { monitors: 25 }, { monitors: 1 }, ['extra_endpoint']],
    ['ten monitors at once', NONE, { monitors: 10 }, []],
    [
      'twelve monitors at once, of which ten are free',
      NONE,
      { monitors: 12 },
      ['extra_endpoint', 'extra_endpoint'],
    ],
    [
      'three monitors of which one fits',
      { monitors: 9 },
      { monitors: 3 },
      ['extra_endpoint', 'extra_endpoint'],
    ],
    ['the first e-mail alert', NONE, { emailAlerts: 1 }, []],
    ['the second e-mail alert', { emailAlerts: 1 }, { emailAlerts: 1 }, ['email_alert']],
    ['a short interval within the allowance', NONE, { monitors: 1, fast: 1 }, ['fast_interval']],
    [
      'all three at once',
      { monitors: 10, emailAlerts: 1 },
      { monitors: 1, emailAlerts: 1, fast: 1 },
      ['extra_endpoint', 'fast_interval', 'email_alert'],
    ],
    ['a change that adds nothing, beyond the allowance', { monitors: 25, emailAlerts: 9 }, {}, []],
  ])('of %s', (_what, usage, asked, skus) => {
    const charges = chargesOf({ ...NONE, ...usage }, { ...NOTHING, ...asked });

    expect(charges.map((charge) => charge.sku)).toEqual(skus);
  });

  it.each<[Sku, number]>([
    ['extra_endpoint', 0.1],
    ['fast_interval', 0.05],
    ['email_alert', 0.1],
  ])('asks for %s its price in USD', (sku, priceUsd) => {
    const asked = { monitors: 1, emailAlerts: 1, fast: 1 };
    const charges = chargesOf({ monitors: 10, emailAlerts: 1 }, asked);

    expect(charges.find((charge) => charge.sku === sku)).toEqual({ sku, priceUsd });
    expect(PRICES_USD[sku]).toBe(priceUsd);
  });

  const some = fc.integer({ min: 0, max: 40 });
  const usage = fc.record({ monitors: some, emailAlerts: some });
  const asked = fc.record({ monitors: some, emailAlerts: some, fast: some });

  it('charges the same for things asked one after another as for all at once', () => {
    fc.assert(
      fc.property(usage, asked, asked, (has, first, second) => {
        const between = {
          monitors: has.monitors + first.monitors,
          emailAlerts: has.emailAlerts + first.emailAlerts,
        };
        const together = {
          monitors: first.monitors + second.monitors,
          emailAlerts: first.emailAlerts + second.emailAlerts,
          fast: first.fast + second.fast,
        };

        expect([...chargesOf(has, first), ...chargesOf(between, second)].map(sku).sort()).toEqual(
          chargesOf(has, together).map(sku).sort(),
        );
      }),
      { seed: 1 },
    );
  });

  it('never charges for more than was asked', () => {
    fc.assert(
      fc.property(usage, asked, (has, more) => {
        const skus = chargesOf(has, more).map(sku);

        expect(skus.filter((one) => one === 'extra_endpoint').length).toBeLessThanOrEqual(more.monitors);
        expect(skus.filter((one) => one === 'email_alert').length).toBeLessThanOrEqual(more.emailAlerts);
        expect(skus.filter((one) => one === 'fast_interval')).toHaveLength(more.fast);
      }),
      { seed: 1 },
    );
  });
});

describe('isFast', () => {
  const hourly = { cron: '0 * * * *', intervalSec: 3_600, graceSec: 90 };

  it.each([
    ['an interval of 89 s', { intervalSec: 89, cron: null, graceSec: null }, true],
    ['an interval of 90 s', { intervalSec: 90, cron: null, graceSec: null }, false],
    ['a grace of 89 s', { ...hourly, graceSec: 89 }, true],
    ['a grace of 90 s', hourly, false],
    ['a schedule with the default grace', { ...hourly, graceSec: null }, false],
    ['a schedule of each minute with a free grace', { ...hourly, cron: '* * * * *', intervalSec: 60 }, false],
    [
      'an interval beside a grace that no longer applies',
      { intervalSec: 90, cron: null, graceSec: 30 },
      false,
    ],
  ])('of %s', (_what, given, fast) => {
    expect(isFast(given)).toBe(fast);
  });
});

function sku(charge: { sku: Sku }): Sku {
  return charge.sku;
}
