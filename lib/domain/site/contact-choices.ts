/** What the contact form offers (SPEC.md "POST /api/contact"). */
export const CONTACT_KINDS = ['patrocinio', 'parceria', 'anuncio'] as const;
export const CONTACT_BUDGETS = ['ate_100', '100_500', '500_2000', '2000_mais', 'a_combinar'] as const;
export const CONTACT_DAYS = [30, 90, 365] as const;
export const CONTACT_PAYMENTS = ['usdc', 'deposito', 'a_combinar'] as const;
