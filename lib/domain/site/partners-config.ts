import type { PartnersConfig } from './partners.ts';

/**
 * What whoever runs this copy has to offer partners, and who is shown: edit it here (`partners.ts` says what each field
 * means), and `GET /api/partners`, the contact form and every place follow. A mistake stops the start, and synthesis, in
 * one sentence (`partners-flaw.ts`). Shown only where `publicPages` is on.
 */
export const PARTNERS = {
  title: 'Be seen by people who run jobs',
  description:
    'A few places in Rollcall name its sponsors. Each is one line of text that links to you: no pictures, no scripts, no tracking.',
  audience:
    'People who run scheduled jobs and servers (developers, system administrators, small teams) and the agents that work for them.',
  kinds: { patrocinio: 'Sponsorship', parceria: 'Partnership', anuncio: 'Advertisement' },
  placements: [
    {
      id: 'pricing',
      name: 'Prices',
      where: 'The foot of the pricing page',
      format: 'Your name, with a link, and one line of text of up to 140 characters',
      isExclusive: true,
      measurement: 'Not measured: the page runs no script, and clicks are not counted',
      prices: { 30: 60, 90: 160, 365: 580 },
      isOffered: true,
    },
    {
      id: 'api-index',
      name: 'Index of the API',
      where: 'The field `sponsors` of GET /api/, which programs and agents read first',
      format: 'Your name, a URL and one line of text of up to 140 characters',
      isExclusive: false,
      measurement: 'Calls of the API by day, people, agents and programs apart; not of this field alone',
      prices: { 30: 30, 90: 80, 365: 290 },
      isOffered: true,
    },
    {
      id: 'partners',
      name: 'Partners',
      where: 'The partners page, and current_sponsors of GET /api/partners',
      format: 'Your name, with a link, and one line of text of up to 140 characters',
      isExclusive: false,
      measurement: 'Page visits by day; clicks are not counted',
      prices: { 30: 15, 90: 40, 365: 145 },
      isOffered: true,
    },
  ],
  houseBundle: {
    id: 'house-bundle',
    name: 'House bundle',
    description: 'All places together',
    prices: { 30: 90, 90: 240, 365: 870 },
    isOffered: true,
  },
  partnerships: [
    {
      id: 'integration',
      name: 'Integration',
      description:
        'Your tool sends pings or receives alerts; each of us documents how it works with the other.',
    },
  ],
  sponsors: [],
  email: null,
  otherPayments: { deposito: 'A bank deposit, by agreement', a_combinar: 'Another way, by agreement' },
  policy:
    'Sponsored lines are marked as such, as text, in the places named here and nowhere else: not in alerts, e-mails, status dashboards or instructions to agents. Money buys no say in what the service does. We may decline a proposal without giving a reason.',
} as const satisfies PartnersConfig;
