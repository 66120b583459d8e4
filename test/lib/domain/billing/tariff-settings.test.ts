import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEC_TARIFF, usdOf } from '../../../../lib/domain/billing/tariff.ts';
import { freeOf, gratisOf, pricesOf } from '../../../../lib/domain/billing/tariff-settings.ts';

describe('prices as they are set', () => {
  it('change what they name and nothing else', () => {
    expect(pricesOf('extra_endpoint=0.25, agent_contact=2')).toEqual({
      ...SPEC_TARIFF.prices,
      extra_endpoint: 250_000,
      agent_contact: 2_000_000,
    });
  });

  it('are read to the millionth, and shown as they were written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 9_999_999_999 }), (micros) => {
        const whole = Math.floor(micros / 1_000_000);
        const text = `${whole}.${String(micros % 1_000_000).padStart(6, '0')}`;

        expect(pricesOf(`email_alert=${text}`)?.email_alert).toBe(micros);
        expect(usdOf(micros)).toBe(Number(text));
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['nothing', ''],
    ['a name alone', 'extra_endpoint'],
    ['a name that has no price', 'monitor=1'],
    ['a name of every object', 'toString=1'],
    ['a name twice', 'extra_endpoint=1,extra_endpoint=1'],
    ['two amounts', 'extra_endpoint=1=2'],
    ['no amount', 'extra_endpoint='],
    ['what is too small to be settled', 'extra_endpoint=0.0009'],
    ['zero, which is said by gratis', 'extra_endpoint=0'],
    ['seven decimals', 'extra_endpoint=0.1000001'],
    ['a negative amount', 'extra_endpoint=-1'],
    ['an exponent', 'extra_endpoint=1e2'],
    ['five digits', 'extra_endpoint=10000'],
    ['an empty part', 'extra_endpoint=1,'],
  ])('are refused with %s', (_what, text) => {
    expect(pricesOf(text)).toBeUndefined();
  });
});

describe('what is free, as it is set', () => {
  it('changes what it names and nothing else', () => {
    expect(freeOf('max_endpoints=0,email_alerts=5')).toEqual({
      monitors: 0,
      minIntervalSec: 90,
      emailAlerts: 5,
    });
  });

  it.each(['', 'monitors=3', 'max_endpoints=1.5', 'max_endpoints=-1', 'email_alerts=1000000'])(
    'is refused as %j',
    (text) => {
      expect(freeOf(text)).toBeUndefined();
    },
  );
});

it('what is free for now is named, each once', () => {
  expect(gratisOf('email_alert, extra_endpoint,email_alert')).toEqual(['email_alert', 'extra_endpoint']);
  for (const text of ['', 'email_alert,', 'all', 'constructor']) expect(gratisOf(text)).toBeUndefined();
});
