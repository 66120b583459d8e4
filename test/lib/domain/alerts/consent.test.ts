import { expect, it } from 'vitest';
import { hasConsented } from '../../../../lib/domain/alerts/consent.ts';

it.each([
  ['of the question of a stranger takes nothing from the address of the account', null, true],
  ['of alerts that it had agreed to ends them, also at the address of the account', 1_803_902_400_000, false],
])('a complaint %s', (_, answeredAt, agrees) => {
  const own = { alertTo: 'alice@example.com', alertToOwn: true };

  expect(hasConsented(own, { state: 'complained', answeredAt })).toBe(agrees);
});
