import type { Instant } from '../instant.ts';
import type { CONTACT_BUDGETS, CONTACT_DAYS, CONTACT_KINDS, CONTACT_PAYMENTS } from './partners.ts';
import type { OfferedId } from './placements.ts';

/** What a stranger writes to the team (SPEC.md "POST /api/contact"). */
export interface ContactForm {
  name: string;
  email: string;
  message: string;
  kind: (typeof CONTACT_KINDS)[number] | null;
  company: string | null;
  site: string | null;
  budget: (typeof CONTACT_BUDGETS)[number] | null;
  placements: readonly OfferedId[];
  days: (typeof CONTACT_DAYS)[number] | null;
  payment: (typeof CONTACT_PAYMENTS)[number] | null;
}

/** The same on its way to the team, kept until it is mailed. Of who sent it nothing is kept but what they wrote. */
export interface ContactMessage extends ContactForm {
  id: string;
  receivedAt: Instant;
  /** When its turn has come in the line. */
  outAt: Instant;
  /** When the checker looks after it. */
  dueAt: Instant | null;
}
