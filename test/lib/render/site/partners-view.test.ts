import { describe, expect, it } from 'vitest';
import { CONTACT_FIELDS } from '../../../../lib/contract/site/contact-fields.ts';
import { billingOf } from '../../../../lib/domain/billing/billing-settings.ts';
import type { BillingOffer } from '../../../../lib/render/billing/billing-view.ts';
import { PARTNERS } from '../../../../lib/domain/site/partners-config.ts';
import type { PartnersConfig, Sponsor } from '../../../../lib/domain/site/partners.ts';
import { partnersView } from '../../../../lib/render/site/partners-view.ts';
import { billingSettingsFor, PAY_TO } from '../../../support/money/billing.ts';
import { sponsor } from '../../../support/service/sponsors.ts';

const base = 'https://rollcall.example.com';
const offerOf = (mode: 'dev' | 'homolog' | 'live', more = {}): BillingOffer => ({
  billing: billingOf(billingSettingsFor(mode, more)),
  isUnlimited: false,
  isPublic: true,
  base,
});
const view = (change: Partial<PartnersConfig> = {}, day = '2027-03-31', offer = offerOf('dev')) =>
  partnersView({
    config: { ...PARTNERS, ...change },
    offer,
    fields: CONTACT_FIELDS,
    now: Date.parse(`${day}T23:59:59.999Z`),
  });
const availability = (sponsors: Sponsor[], day?: string) => {
  const { placements, house_bundle: bundle } = view({ sponsors }, day);
  return Object.fromEntries([...placements, bundle].map(({ id, disponivel }) => [id, disponivel]));
};

describe('the document of partners', () => {
  it('shows a sponsor to the end of the last day, and then no more', () => {
    const shown = {
      id: 'acme',
      nome: sponsor.name,
      url: sponsor.url,
      frase: sponsor.text,
      espacos: ['pricing'],
      ate: '2027-03-31',
    };
    const sponsors = [sponsor];

    expect(view({ sponsors }, '2027-03-31').current_sponsors).toEqual([shown]);
    expect(view({ sponsors }, '2027-04-01').current_sponsors).toEqual([]);
  });

  it('offers a place for one to nobody else while it is taken, nor all of them together', () => {
    const free = { pricing: true, 'api-index': true, partners: true, 'house-bundle': true };

    expect(availability([])).toEqual(free);
    expect(availability([sponsor])).toEqual({ ...free, pricing: false, 'house-bundle': false });
    expect(availability([sponsor], '2027-04-01')).toEqual(free);
    expect(availability([{ ...sponsor, placements: ['api-index'] }])).toEqual(free);
  });

  it('prices each place for each length, and says where there is no price', () => {
    const [first, ...rest] = PARTNERS.placements;
    const { placements, house_bundle: bundle } = view({ placements: [{ ...first, prices: null }, ...rest] });

    expect(placements[0]).toMatchObject({
      price_usd_30d: null,
      exposure: [30, 90, 365].map((dias) => ({ dias, price_usd: null })),
    });
    expect(bundle.exposure).toEqual([
      { dias: 30, price_usd: 90 },
      { dias: 90, price_usd: 240 },
      { dias: 365, price_usd: 870 },
    ]);
    expect(bundle.price_usd_30d).toBe(90);
    expect(bundle.placements).toEqual(placements.map(({ id }) => id));
  });

  it('takes payments where the service does, to the same address, on the same network', () => {
    const payments = (['live', 'homolog', 'dev'] as const).map(
      (mode) => view({}, undefined, offerOf(mode)).payment,
    );

    expect(payments[0]).toMatchObject({
      rede: 'base',
      chain_id: 8453,
      ativo: true,
      pay_to: PAY_TO,
      eip681: `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${PAY_TO}`,
    });
    expect(payments[1]).toMatchObject({ rede: 'base-sepolia', chain_id: 84532, ativo: true });
    expect(payments[1]?.nota).toContain('test money');
    expect(payments[2]).toMatchObject({ ativo: false, eip681: null });
  });

  it('says what an agent pays for a message only where it pays', () => {
    const said = (offer: BillingOffer) =>
      / and (\S+) USD as the tool/.exec(view({}, undefined, offer).contact.instructions)?.[1];

    expect(said(offerOf('live'))).toBe('0.10');
    expect(said(offerOf('live', { prices: 'agent_contact=0.25' }))).toBe('0.25');
    expect(said(offerOf('live', { gratis: 'agent_contact' }))).toBe(undefined);
    expect(said({ ...offerOf('live'), isUnlimited: true })).toBe(undefined);
    expect(said(offerOf('dev'))).toBe(undefined);
  });
});
