/** What stays in the table when an account is deleted, by the partition it lies in. */
export interface Kept {
  partition:
    | 'trial'
    | 'address'
    | 'invited'
    | 'idempotency'
    | 'mailCount'
    | 'login'
    | 'monitor'
    | 'credit'
    | 'payment';
  what: string;
}

/** All of it, in the words of docs/privacy.md and `GET /api/account`. */
export const KEPT_AFTER_DELETION: readonly Kept[] = [
  {
    partition: 'trial',
    what: 'that your mailbox had a trial and when it began, under a hash of your address, for good: there is no second trial',
  },
  {
    partition: 'address',
    what: 'that mail to your address came back (30 days) or that you complained of a consent mail, an invitation or a report (for good), under a hash of the address: it protects you from mail',
  },
  {
    partition: 'invited',
    what: 'which organizations mailed an invitation to your address and how often, under a hash of the address, for 30 days: you are not mailed again and again',
  },
  {
    partition: 'idempotency',
    what: 'answers of calls with an `Idempotency-Key`, which end 24 hours after the call',
  },
  {
    partition: 'mailCount',
    what: 'counts of consent mails, under hashes, which end within 32 days',
  },
  {
    partition: 'login',
    what: 'a sign-in that you began and did not end, which ends after ten minutes and is removed within two days',
  },
  {
    partition: 'monitor',
    what: 'in the change logs of organizations, for 90 days, that a member changed a monitor, under an id that leads to nobody any more',
  },
  {
    partition: 'credit',
    what: 'prepaid credit with its ledger, under a hash of its token, for good: it belongs to whoever holds the token, and does not say who bought it or for whom it was spent',
  },
  {
    partition: 'payment',
    what: 'payments of yours, for good: the address that paid, the amount, the transaction and a hash of the call that they paid for, as the record of money received, under an id that leads to nobody any more',
  },
];
