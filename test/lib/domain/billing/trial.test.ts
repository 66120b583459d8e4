import { expect, it } from 'vitest';
import { NO_USAGE } from '../../../../lib/domain/billing/allowance.ts';
import { customerOf, NO_SLOTS } from '../../../../lib/domain/billing/customer.ts';
import { SPEC_TARIFF } from '../../../../lib/domain/billing/tariff.ts';
import { isTrialOn, trialDaysLeft, trialEndOf } from '../../../../lib/domain/billing/trial.ts';

const DAY = 86_400_000;
const AT = Date.UTC(2027, 2, 1, 12);
const END = AT + 90 * DAY;

it.each([
  ['before it begins', null, AT, null, false, 90],
  ['at its first instant', AT, AT, END, true, 90],
  ['a moment later', AT, AT + 1, END, true, 90],
  ['after a day', AT, AT + DAY, END, true, 89],
  ['in its last moment', AT, END - 1, END, true, 1],
  ['at its end', AT, END, END, false, 0],
  ['long after', AT, END + 400 * DAY, END, false, 0],
])('a trial %s', (_when, startedAt, now, end, isOn, daysLeft) => {
  expect(trialEndOf({ startedAt })).toBe(end);
  expect(isTrialOn({ startedAt }, now)).toBe(isOn);
  expect(trialDaysLeft({ startedAt }, now)).toBe(daysLeft);
});

it('is no guest’s', () => {
  const usage = { ...NO_USAGE, monitors: 3, emailAlerts: 1, ...NO_SLOTS, fastSlots: 2 };

  const terms = { tariff: SPEC_TARIFF, isUnlimited: false, now: AT };
  expect(customerOf(usage, terms)).toEqual({
    usage: { monitors: 3, fast: 0, emailAlerts: 1 },
    slots: { monitors: 0, fast: 2, emailAlerts: 0 },
    tariff: SPEC_TARIFF,
    isOnTrial: false,
    isUnlimited: false,
    isDev: false,
  });
  expect(customerOf({ ...usage, trialStartedAt: null }, terms).isOnTrial).toBe(false);
  expect(customerOf({ ...usage, trialStartedAt: AT }, terms).isOnTrial).toBe(true);
});
