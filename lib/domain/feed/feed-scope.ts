/** What a feed shows: one space, or all spaces of whoever owns that one. */
export type FeedScope = 'space' | 'owner';

/**
 * The scope of a feed that is minted now. A guest's space may become an account's, together with the feed's address:
 * whoever was given that address then sees no more than before.
 */
export function feedScopeOf({ kind }: { kind: 'guest' | 'account' | 'organization' }): FeedScope {
  return kind === 'guest' ? 'space' : 'owner';
}
