/** What is known of a token of one kind when a guest is claimed. */
export interface TokenHolders<T> {
  guest: T | undefined;
  account: T | undefined;
}

/** What a claim does with a token: nothing without one, else it is the account's, or stays the guest's. */
export type TokenFate = 'none' | 'taken' | 'stays';

/** An account without a token takes the guest's; where both have one the guest keeps its own (DECISIONS.md "Owners" 12). */
export function tokenFate({ guest, account }: TokenHolders<unknown>): TokenFate {
  if (!guest) return 'none';
  return account ? 'stays' : 'taken';
}
