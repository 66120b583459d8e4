import { describe, expect, it } from 'vitest';
import { contactOperations } from '../../../lib/contract/site/contact.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { type PlacementId, OFFERED_IDS } from '../../../lib/domain/site/placements.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { nameSponsors, sponsor } from '../../support/service/sponsors.ts';

const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;

const service = shared(() =>
  startTestService({
    users,
    operator: { contactTo: 'team@example.com' },
    billing: billingSettingsFor('live', { prices: 'agent_contact=0.25' }),
  }),
);

const partners = async (headers = {}) => service.call('GET', '/api/partners', { headers });

describe('what is offered to partners', () => {
  it('is kept for an hour and has an entity tag', async () => {
    const first = await partners();
    const again = await partners({ 'if-none-match': first.headers.get('etag') });

    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is what billing says of payments and prices', async () => {
    const { json } = await partners();
    const { json: billing } = await service.call('GET', '/api/billing');

    expect(json['payment']).toMatchObject({
      rede: billing['network'],
      chain_id: billing['chain_id'],
      ativo: true,
      pay_to: billing['pay_to'],
      eip681: `ethereum:${billing['asset_address']}@${billing['chain_id']}/transfer?address=${billing['pay_to']}`,
    });
    expect(json['contact']['instructions']).toContain(
      `${billing['prices']['agent_contact_usd']} USD as the tool contactTeam`,
    );
  });

  it('leads to places of this service alone, each by a whole URL', async () => {
    const { json } = await partners();

    expect(json['_links']).toEqual({
      self: `${service.url}/api/partners`,
      stats: `${service.url}/api/vitrine`,
      page: `${service.url}/partners`,
      contact: `${service.url}/contact`,
      casa: `${service.url}/`,
    });
  });

  it('is nothing where there is nothing for strangers', async () => {
    service.core.config.publicPages = { areShown: false };
    using _ = nameSponsors({ ...sponsor, placements: ['pricing', 'api-index', 'partners'] });

    const replies = await Promise.all([partners(), service.call('GET', '/api/'), prices()]);
    service.core.config.publicPages = { areShown: true };

    expect(replies.map(({ status }) => status)).toEqual([404, 200, 200]);
    for (const { text } of replies) expect(text).not.toContain('acme');
  });
});

const prices = () => service.call('GET', '/api/pricing', { headers: { accept: 'text/html' } });

/** What shows each place; one that nothing shows does not compile. */
const SHOWN: Record<PlacementId, () => Promise<Reply>> = {
  pricing: prices,
  'api-index': () => service.call('GET', '/api/'),
  partners: () => partners(),
};

describe.each(Object.entries(SHOWN))('a sponsor of the place %s', (place, shown) => {
  it('is shown there to the last day, and no text of theirs is markup', async () => {
    const [page, href] = [await shown(), sponsor.url.replaceAll('&', '&amp;')];
    expect(page.text).not.toContain('acme.example');

    using _ = nameSponsors({ ...sponsor, placements: [place], until: '2027-03-01' });
    const { text } = await shown();
    if (place === 'pricing') {
      expect(text).toContain(
        `<a href="${href}" rel="sponsored noopener noreferrer">Acme &lt;b&gt;&amp;&lt;/b&gt; Sons</a>`,
      );
      expect(text).not.toMatch(/<script|<b>&/);
    } else expect(text).toContain(JSON.stringify(sponsor.text));
  });

  it('is no longer shown from the next day on, nor in a place they have not', async () => {
    using _ = nameSponsors(
      { ...sponsor, placements: [place], until: '2027-02-28' },
      { ...sponsor, id: 'elsewhere', placements: Object.keys(SHOWN).filter((other) => other !== place) },
    );

    expect((await shown()).text.includes('acme.example')).toBe(place === 'partners');
  });
});

describe('how to propose something', () => {
  it('names each field that the contact form takes, and no other', async () => {
    const { campos, campos_proposta: proposal } = (await partners()).json['contact'];
    const named = [...campos, ...proposal].map(({ nome }) => nome);

    expect(named.toSorted()).toEqual(Object.keys(contactOperations.contactTeam.body.json.shape).toSorted());
    expect(campos.map(({ nome }: { nome: string }) => nome)).toEqual(['name', 'email', 'message']);
    for (const { regra } of [...campos, ...proposal]) expect(regra).not.toBe('');
  });

  it('is taken as it is described: the template, and every value that a field has', async () => {
    const { contact } = (await partners()).json;
    const choices: { nome: string; valores?: unknown[] }[] = contact['campos_proposta'];
    const valuesOf = (name: string) => choices.find(({ nome }) => nome === name)?.valores ?? [];
    const most = Math.max(...choices.map(({ valores = [] }) => valores.length));
    const form = { name: 'Ana', email: 'ana@example.org', message: contact['message_template'] };

    for (const { nome } of choices) expect(form.message).toContain(`(${nome}): `);
    expect(valuesOf('espaco')).toEqual(OFFERED_IDS);
    for (let at = 0; at < most; at += 1) {
      const chosen = choices.flatMap(({ nome, valores }) => {
        const value = valores?.[at % valores.length] ?? 'Acme';
        return [[nome, nome === 'espaco' ? valores?.slice(0, LIMITS.contactPlacementsMax) : value]];
      });
      const body = { ...form, ...Object.fromEntries(chosen) };
      expect((await service.call('POST', '/api/contact', { body })).json).toEqual({ ok: true });
    }
  });
});
