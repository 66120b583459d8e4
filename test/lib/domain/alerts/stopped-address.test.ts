import { describe, expect, it } from 'vitest';
import { refusedConsent, type AddressStop } from '../../../../lib/domain/alerts/stopped-address.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2027, 2, 1, 12);
const stop = (part: Partial<AddressStop>): AddressStop => ({
  bouncedAt: null,
  questionsAt: null,
  invitationsAt: null,
  reportsAt: null,
  ...part,
});
const guest = { quota: 'guests', answeredAt: null } as const;
const account = { quota: 'account a', answeredAt: null } as const;

describe('an address that complained of a question', () => {
  it('is asked for no guest that it never answered', () => {
    expect(refusedConsent(stop({ questionsAt: NOW }), guest, NOW)).toBe('complained');
  });

  it('is asked for a guest with whom it had agreed, and for an account', () => {
    const agreed = { ...guest, answeredAt: NOW - DAY_MS };
    expect(refusedConsent(stop({ questionsAt: NOW }), agreed, NOW)).toBeNull();
    expect(refusedConsent(stop({ questionsAt: NOW }), account, NOW)).toBeNull();
  });
});

it('an address whose mail came back is asked for nobody for thirty days', () => {
  const closed = stop({ bouncedAt: NOW - 30 * DAY_MS + 1 });
  for (const asker of [guest, account, { ...guest, answeredAt: NOW - DAY_MS }])
    expect(refusedConsent(closed, asker, NOW)).toBe('bounced');
  expect(refusedConsent(stop({ bouncedAt: NOW - 30 * DAY_MS }), guest, NOW)).toBeNull();
});
