import { expect, it } from 'vitest';
import { PAYMENT_TIMEOUTS_MS } from '../../../../lib/adapters/billing/payment-ports.ts';
import { needsOf } from '../../../../lib/areas/areas.ts';
import { catalogue } from '../../../../lib/contract/catalogue.ts';
import type { Operation } from '../../../../lib/contract/operation.ts';

/** For the table, before and after. */
const TABLE_MS = 3_000;

it('a call whose facilitator and node are as slow as they may be ends before its function does', () => {
  const { verify, settle, chain } = PAYMENT_TIMEOUTS_MS;
  const before = Math.max(2 * verify, 3 * chain);
  const longestMs = before + settle + 2 * chain + TABLE_MS;
  const paid = (Object.values(catalogue) as Operation[]).filter(({ errors }) =>
    errors.includes('pagamento_necessario'),
  );
  const areas = new Set(paid.map(({ area }) => area));
  expect(areas).toContain('monitors');
  for (const area of areas)
    expect([area, needsOf(area).timeoutSec * 1000 >= longestMs]).toEqual([area, true]);
});
