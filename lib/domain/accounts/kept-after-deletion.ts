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
    what: 'that your mailbox had a trial and when it began, under a hash of your address, permanently: there is no second trial',
  },
  {
    partition: 'address',
    what: 'that mail to your address bounced (30 days) or that you reported a confirmation request, an invitation or a report as spam (permanently), under a hash of the address: it protects you from mail',
  },
  {
    partition: 'invited',
    what: 'which organizations sent invitations to your address and how often, under a hash of the address, for 30 days: it protects you from repeated mail',
  },
  {
    partition: 'idempotency',
    what: 'answers of calls with an `Idempotency-Key`, which end 24 hours after the call',
  },
  {
    partition: 'mailCount',
    what: 'counts of confirmation requests, under hashes, which end within 32 days',
  },
  {
    partition: 'login',
    what: 'an unfinished sign-in, which ends after ten minutes and is removed within two days',
  },
  {
    partition: 'monitor',
    what: 'in the change logs of organizations, for 90 days, that a member changed a monitor, under an id that no longer leads to anyone',
  },
  {
    partition: 'credit',
    what: 'prepaid credit with its ledger, under a hash of its token, permanently: it belongs to whoever holds the token, and does not say who bought it or for whom it was spent',
  },
  {
    partition: 'payment',
    what: 'your payments, permanently: the address that paid, the amount, the transaction and a hash of the call they paid for, as the record of money received, under an id that no longer leads to anyone',
  },
];
