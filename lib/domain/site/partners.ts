/** What the contact form offers (SPEC.md "POST /api/contact"). */
export const CONTACT_KINDS = ['patrocinio', 'parceria', 'anuncio'] as const;
export const CONTACT_BUDGETS = ['ate_100', '100_500', '500_2000', '2000_mais', 'a_combinar'] as const;
export const CONTACT_DAYS = [30, 90, 365] as const;
export const CONTACT_PAYMENTS = ['usdc', 'deposito', 'a_combinar'] as const;

/** In USD, by days, each for the whole time; at most two decimals. */
export type ExposurePrices = Readonly<Record<(typeof CONTACT_DAYS)[number], number>>;

/** What can be had for money. */
export interface Offered {
  /** By which a proposal names it (`espaco`): a to z, 0 to 9 and `-`. Permanent: people have written it down. */
  id: string;
  name: string;
  /** Null where the price is a matter of talk. */
  prices: ExposurePrices | null;
  /** False while nobody can have it, whatever the reason. */
  isOffered: boolean;
}

/** A place where a sponsor is shown. A new one is shown nowhere before code shows it. */
export interface Placement extends Offered {
  /** Where people see it. */
  where: string;
  /** What is shown there. */
  format: string;
  /** Whether one sponsor has it alone: then nobody else can have it until their time is over. */
  isExclusive: boolean;
  /** How it is known who saw it; the truth, also where that is: it is not. */
  measurement: string;
}

/** All places together. */
export interface HouseBundle extends Offered {
  description: string;
}

/** What is done together without a place being bought. */
export interface Partnership {
  id: string;
  name: string;
  description: string;
}

/** Who is shown. */
export interface Sponsor {
  id: string;
  name: string;
  /** Where the name leads; https. */
  url: string;
  /** One line of at most 140 characters, shown beside the name, as text. */
  text: string;
  /** Ids of placements. */
  placements: readonly string[];
  /** The last day in UTC on which they are shown, such as `2027-03-31`. */
  until: string;
}

/** All that `GET /api/partners` says which does not follow from other settings. */
export interface PartnersConfig {
  title: string;
  description: string;
  /** Who sees what is shown. */
  audience: string;
  /** The kinds of proposal, by the words of the contact form (`tipo`). */
  kinds: Readonly<Record<(typeof CONTACT_KINDS)[number], string>>;
  placements: readonly Placement[];
  houseBundle: HouseBundle;
  partnerships: readonly Partnership[];
  sponsors: readonly Sponsor[];
  /** An address that may be published; null where proposals come by the form alone. No mail of the service goes to it. */
  email: string | null;
  /** Ways to pay beside USDC, by the words of the contact form (`pagamento`). */
  otherPayments: Readonly<Record<Exclude<(typeof CONTACT_PAYMENTS)[number], 'usdc'>, string>>;
  /** What is shown, what is not, and what money does not buy. */
  policy: string;
}
