import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { getOwner, ownerOfGuestToken } from '../../../lib/data/owners.ts';
import type { Purchase } from '../../../lib/domain/billing/purchase.ts';
import { purchaseOf, record } from '../../support/money/bought.ts';
import { newOrganization } from '../../support/accounts/organization.ts';
import { PAYER } from '../../support/money/payment-builder.ts';
import { START_AT, startTestService, type TestService } from '../../support/service/service.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';

let service: TestService;
let alice: SignedIn;
beforeAll(async () => void (service = await startTestService({ identity: 'own' })));
beforeEach(async () => void (alice = await signedIn(service)));
afterAll(() => service.stop());

const HEADING = '>Payments</h2>';
const EXPLORER = `https://basescan.org/tx/0x${'7a'.repeat(32)}`;
const page = async (who = alice, path = '/account') => (await who.call('GET', path)).text;
const buy = (...purchases: Purchase[]) => record(service.core.table, ...purchases);
const homeOf = (who: SignedIn) => who.account.spaces[0] ?? '';
const rowsOf = (text: string) => text.match(/<tr><th scope="row">[^]*?<\/tr>/g) ?? [];

it('an account that has paid nothing has no part of payments', async () => {
  expect(await page()).not.toContain(HEADING);
});

it('a payment is shown with its time, what it was for, its sum and its transaction', async () => {
  const items = [
    { sku: 'extra_endpoint', count: 2, micros: 100_000 },
    { sku: 'fast_interval', count: 1, micros: 50_000 },
  ] as const;
  await buy(purchaseOf({ spaceId: homeOf(alice), items, totalMicros: 250_000 }));

  const [row = '', ...others] = rowsOf(await page());

  expect(others).toEqual([]);
  for (const part of [
    '<time datetime="2027-03-01T12:00:00Z"',
    '2 × a monitor beyond the free ones',
    '<p>an interval, or a grace of a schedule, under the free minimum</p>',
    `title="${PAYER}"`,
    `<a href="${EXPLORER}" rel="noreferrer">transaction 0x7a7a…7a7a</a>`,
    '<td class="sum">0.25</td>',
  ])
    expect(row).toContain(part);
});

it('what was rehearsed or paid from credit leads to no explorer', async () => {
  const { chain } = purchaseOf();
  const spaceId = homeOf(alice);
  await buy(
    purchaseOf({ spaceId, chain: chain && { ...chain, isRehearsal: true } }),
    purchaseOf({ spaceId, at: START_AT - 1, by: 'credit', chain: null }),
  );

  const rows = rowsOf(await page());

  expect(rows[0]).toContain('in a rehearsal: no money moved.');
  expect(rows[1]).toContain('From prepaid credit.');
  expect(rows.join('')).not.toContain('<a ');
});

it('of many the newest ten are shown, and where the rest is', async () => {
  const bought = Array.from({ length: 11 }, (_, index) =>
    purchaseOf({ spaceId: homeOf(alice), at: START_AT - index, totalMicros: (index + 1) * 1_000_000 }),
  );
  await buy(...bought.slice(1));
  expect(await page()).not.toContain('href="/api/purchases"');
  await buy(...bought.slice(0, 1));

  const text = await page();

  expect(rowsOf(text)).toHaveLength(10);
  expect(text).toContain('<td class="sum">1.00</td>');
  expect(text).not.toContain('<td class="sum">11.00</td>');
  expect(text).toContain('<a href="/api/purchases">');
});

it('what a guest paid is shown with the answer of the claim', async () => {
  const guest = await service.guest();
  const owner = await ownerOfGuestToken(service.core.table, hashOf(guest.token));
  await buy(purchaseOf({ spaceId: owner?.spaces[0] ?? '' }));
  expect(await page()).not.toContain(HEADING);

  const { text } = await alice.submit('/account/claim', { guest_token: guest.token });

  expect(rowsOf(text)).toHaveLength(1);
  expect(rowsOf(await page())).toHaveLength(1);
});

it('what an organization paid is on its page, for every member, and not on theirs', async () => {
  const organization = await newOrganization(service);
  await organization.join(alice, 'member');
  const path = `/account/organizations/${organization.id}`;
  expect(await page(alice, path)).not.toContain(HEADING);
  const owner = await getOwner(service.core.table, organization.id);
  await buy(purchaseOf({ spaceId: owner?.spaces[0] ?? '' }));

  expect(rowsOf(await page(alice, path))).toHaveLength(1);
  expect(await page(alice)).not.toContain(HEADING);
});
