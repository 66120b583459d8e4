import { describe, expect, it } from 'vitest';
import { PARTNERS } from '../../../../lib/domain/site/partners-config.ts';
import { partnersFlaw } from '../../../../lib/domain/site/partners-flaw.ts';
import type { PartnersConfig, Placement, Sponsor } from '../../../../lib/domain/site/partners.ts';
import { serviceOptions } from '../../../../lib/local/settings/service-options.ts';
import { StartError } from '../../../../lib/local/start-error.ts';
import { settingsFrom } from '../../../../lib/stack/settings-from-context.ts';
import { nameSponsors, sponsor } from '../../../support/service/sponsors.ts';

const [pricing, index] = PARTNERS.placements as readonly [Placement, Placement, ...Placement[]];
const withPlace = (change: Partial<Placement>): Partial<PartnersConfig> => ({
  placements: [{ ...pricing, ...change }, index],
});
const withPrices = (prices: unknown) => withPlace({ prices: prices as Placement['prices'] });
const withSponsor = (change: Partial<Sponsor>): Partial<PartnersConfig> => ({
  sponsors: [{ ...sponsor, ...change }],
});

const flawOf = (change: Partial<PartnersConfig>) => partnersFlaw({ ...PARTNERS, ...change });

describe('the configuration of partners', () => {
  it('is one that can be meant, also with somebody in it', () => {
    expect(flawOf({})).toBe(undefined);
    expect(flawOf({ sponsors: [sponsor, { ...sponsor, id: 'other', placements: ['api-index'] }] })).toBe(
      undefined,
    );
    expect(flawOf(withPrices(null))).toBe(undefined);
    expect(flawOf(withPrices({ 30: 9.99, 90: 25.5, 365: 100_000 }))).toBe(undefined);
  });

  it.each<[string, Partial<PartnersConfig>]>([
    ['two of the placements have the id pricing.', { placements: [pricing, pricing] }],
    ['two of the placements have the id house-bundle.', withPlace({ id: 'house-bundle' })],
    [
      'two of the partnerships have the id a.',
      { partnerships: ['a', 'a'].map((id) => ({ id, name: 'A', description: 'B' })) },
    ],
    [
      'two of the sponsors have the id acme.',
      { sponsors: [sponsor, { ...sponsor, placements: ['partners'] }] },
    ],
    ['the id of a placement must be 1 to 40 of a to z, 0 to 9 and -, not "A b".', withPlace({ id: 'A b' })],
    [
      'the price of pricing for 90 days must be USD from 1 to 100000 with at most two decimals, not 9.999.',
      withPrices({ 30: 9, 90: 9.999, 365: 9 }),
    ],
    [
      'the price of pricing for 30 days must be USD from 1 to 100000 with at most two decimals, not 0.',
      withPrices({ 30: 0, 90: 1, 365: 1 }),
    ],
    [
      'the price of pricing for 365 days must be USD from 1 to 100000 with at most two decimals, not undefined.',
      withPrices({ 30: 1, 90: 1 }),
    ],
    [
      'the price of pricing for 30 days must be USD from 1 to 100000 with at most two decimals, not "9".',
      withPrices({ 30: '9', 90: 1, 365: 1 }),
    ],
    [
      'sponsor acme is in blimp, which is none of the placements.',
      withSponsor({ placements: ['pricing', 'blimp'] }),
    ],
    ['sponsor acme is in none of the placements.', withSponsor({ placements: [] })],
    ['sponsor acme is in one of the placements twice.', withSponsor({ placements: ['pricing', 'pricing'] })],
    [
      'the url of sponsor acme must be an https URL without user, blanks or fragment, such as https://example.com, not "javascript:alert(1)".',
      withSponsor({ url: 'javascript:alert(1)' }),
    ],
    [
      'the text of sponsor acme must be one line of 1 to 140 characters, not 141.',
      withSponsor({ text: 'x'.repeat(141) }),
    ],
    [
      'until of sponsor acme must be a day such as 2027-03-31, not "2027-02-30".',
      withSponsor({ until: '2027-02-30' }),
    ],
    [
      'until of sponsor acme must be a day such as 2027-03-31, not "31/03/2027".',
      withSponsor({ until: '31/03/2027' }),
    ],
    [
      'placement pricing is for one sponsor, and has acme, other: remove whose time is over.',
      { sponsors: [sponsor, { ...sponsor, id: 'other' }] },
    ],
    [
      'sponsors.0.name must be one line of 1 to 1000 characters without control or format characters, not "two\\nlines".',
      withSponsor({ name: 'two\nlines' }),
    ],
    [
      'policy must be one line of 1 to 1000 characters without control or format characters, not "".',
      { policy: '' },
    ],
    [
      'email must be null or an e-mail address, not "ads@example.com,b@example.com".',
      { email: 'ads@example.com,b@example.com' },
    ],
  ])('is refused in one sentence: %s', (sentence, change) => {
    expect(flawOf(change)).toBe(`lib/domain/site/partners-config.ts: ${sentence}`);
  });
});

it('stops the start and synthesis where it has a mistake', () => {
  using _ = nameSponsors({ ...sponsor, placements: ['blimp'] });
  const sentence = /partners-config\.ts: sponsor acme is in blimp, which is none of the placements\.$/;

  expect(() => serviceOptions([])).toThrow(StartError);
  expect(() => serviceOptions([])).toThrow(sentence);
  expect(() => settingsFrom({}, 0)).toThrow(sentence);
});
