import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowedBy,
  chargesOf,
  countedFast,
  isFast,
  NO_USAGE,
  slotsAlone,
  SKUS,
  usageChange,
  usageOf,
  type Usage,
} from '../../../../lib/domain/billing/allowance.ts';
import { SPEC_TARIFF, usdOf, type Sku } from '../../../../lib/domain/billing/tariff.ts';
import { monitor } from '../../../support/alerts/monitor-builder.ts';

const NONE = {};
const { free, prices } = SPEC_TARIFF;
const ofWhoHas = (usage: Partial<Usage>, asked: Partial<Usage>, slots: Partial<Usage> = {}) =>
  chargesOf(
    { usage: { ...NO_USAGE, ...usage }, allowed: allowedBy(SPEC_TARIFF, { ...NO_USAGE, ...slots }) },
    { ...NO_USAGE, ...asked },
    prices,
  );

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
    const charges = ofWhoHas(usage, asked);

    expect(charges.map((charge) => charge.sku)).toEqual(skus);
  });

  it.each<[Sku, number]>([
    ['extra_endpoint', 0.1],
    ['fast_interval', 0.05],
    ['email_alert', 0.1],
  ])('asks for %s its price in USD', (sku, priceUsd) => {
    const asked = { monitors: 1, emailAlerts: 1, fast: 1 };
    const charges = ofWhoHas({ monitors: 10, emailAlerts: 1 }, asked);

    expect(charges.find((charge) => charge.sku === sku)).toEqual({ sku, micros: prices[sku] });
    expect(usdOf(prices[sku])).toBe(priceUsd);
  });

  it.each<[string, Partial<Usage>, Partial<Usage>, Partial<Usage>, Sku[]]>([
    ['the eleventh monitor', { monitors: 10 }, { monitors: 1 }, { monitors: 1 }, []],
    ['the twelfth', { monitors: 11 }, { monitors: 1 }, { monitors: 1 }, ['extra_endpoint']],
    ['a monitor where its place was freed', { monitors: 10 }, { monitors: 1 }, { monitors: 1 }, []],
    ['a fast interval', {}, { fast: 1 }, { fast: 1 }, []],
    ['a second one', { fast: 1 }, { fast: 1 }, { fast: 1 }, ['fast_interval']],
    ['a second e-mail alert', { emailAlerts: 1 }, { emailAlerts: 1 }, { emailAlerts: 1 }, []],
    ['what another place was bought for', { fast: 1 }, { fast: 1 }, { monitors: 5 }, ['fast_interval']],
  ])('beside one place that was bought, of %s', (_what, usage, asked, slots, skus) => {
    expect(ofWhoHas(usage, asked, slots).map(sku)).toEqual(skus);
  });

  const some = fc.integer({ min: 0, max: 40 });
  const usage = fc.record({ monitors: some, emailAlerts: some, fast: some });
  const asked = usage;

  it('charges the same for things asked one after another as for all at once', () => {
    fc.assert(
      fc.property(usage, usage, asked, asked, (has, slots, first, second) => {
        const [between, together] = [sum(has, first), sum(first, second)];
        const apart = [...ofWhoHas(has, first, slots), ...ofWhoHas(between, second, slots)];

        expect(apart.map(sku).sort()).toEqual(ofWhoHas(has, together, slots).map(sku).sort());
      }),
      { seed: 1 },
    );
  });

  it('never charges for more than was asked', () => {
    fc.assert(
      fc.property(usage, asked, (has, more) => {
        const skus = ofWhoHas(has, more).map(sku);

        expect(skus.filter((one) => one === 'extra_endpoint').length).toBeLessThanOrEqual(more.monitors);
        expect(skus.filter((one) => one === 'email_alert').length).toBeLessThanOrEqual(more.emailAlerts);
        expect(skus.filter((one) => one === 'fast_interval')).toHaveLength(more.fast);
      }),
      { seed: 1 },
    );
  });

  it('buys places that make the same change free, for whoever has no more than the allowance', () => {
    fc.assert(
      fc.property(asked, (more) => {
        const bought = { ...NO_USAGE };
        for (const charge of ofWhoHas({}, more)) bought[OF[charge.sku]] += 1;

        expect(ofWhoHas({}, more, bought)).toEqual([]);
        for (const each of SKUS)
          if (bought[OF[each]] > 0)
            expect(ofWhoHas({}, more, { ...bought, [OF[each]]: bought[OF[each]] - 1 })).toHaveLength(1);
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
    expect(isFast(given, free)).toBe(fast);
  });
});

describe('what a monitor takes', () => {
  const at = (intervalSec: number, more = {}) => monitor({ intervalSec, ...more });

  it.each([
    ['is new and fast', undefined, at(60), true],
    ['is new and slow', undefined, at(90), false],
    ['turns fast', at(300), at(60), true],
    ['stays fast', at(60, { countsAsFast: true }), at(45), true],
    ['was fast before such were counted, and stays so', at(60), at(45), false],
    ['turns slow', at(60, { countsAsFast: true }), at(300), false],
    ['comes back under its name', at(60, { active: false }), at(60), true],
  ])('counts as fast or not when it %s', (_what, before, after, counts) => {
    expect(countedFast(before, after, free).countsAsFast).toBe(counts);
  });

  it('goes by the free minimum in force', () => {
    expect(countedFast(undefined, at(300), { ...free, minIntervalSec: 600 }).countsAsFast).toBe(true);
    expect(countedFast(undefined, at(60), { ...free, minIntervalSec: 30 }).countsAsFast).toBe(false);
  });

  it('is counted while it is active', () => {
    const fast = monitor({ countsAsFast: true });

    expect(usageOf([fast, monitor({ alertTo: null }), monitor({ alertToOwn: true })])).toEqual({
      monitors: 3,
      fast: 1,
      emailAlerts: 1,
    });
    expect(usageChange([fast], [{ ...fast, active: false }])).toEqual({
      monitors: -1,
      fast: -1,
      emailAlerts: -1,
    });
    expect(usageChange([fast], [{ ...fast }])).toEqual(NO_USAGE);
  });
});

const OF = { extra_endpoint: 'monitors', fast_interval: 'fast', email_alert: 'emailAlerts' } as const;

function sum(one: Usage, other: Usage): Usage {
  return {
    monitors: one.monitors + other.monitors,
    fast: one.fast + other.fast,
    emailAlerts: one.emailAlerts + other.emailAlerts,
  };
}

function sku(charge: { sku: Sku }): Sku {
  return charge.sku;
}

describe('places that are given by themselves', () => {
  const allowed = { monitors: 10, fast: 0, emailAlerts: 1 };
  const alone = (bought: Partial<Usage>, usage: Partial<Usage>) =>
    slotsAlone({ ...NO_USAGE, ...bought }, { usage: { ...NO_USAGE, ...usage }, allowed });

  it('come with one for each thing beyond the allowance, or they would be used up', () => {
    expect(alone({ monitors: 1 }, { monitors: 14, fast: 3 })).toEqual({ ...NO_USAGE, monitors: 5 });
    expect(alone({ fast: 2 }, { monitors: 14, fast: 3 })).toEqual({ ...NO_USAGE, fast: 5 });
  });

  it('are those that were paid for within the allowance', () => {
    expect(alone({ monitors: 1, emailAlerts: 1 }, { monitors: 4, emailAlerts: 1 })).toEqual({
      monitors: 1,
      fast: 0,
      emailAlerts: 1,
    });
  });
});
