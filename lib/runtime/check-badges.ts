import { deriveToken, sameText } from '../adapters/ids.ts';
import { sealed, unsealed } from '../adapters/sealed.ts';
import { idOfUuid, uuidOfHex, uuidOfId } from '../domain/monitors/check-uuid.ts';
import type { FeedScope } from '../domain/feed/feed-scope.ts';

/** All checks, where a badge is of no tag. */
export const ALL_CHECKS = '*';

const PURPOSE = 'check-badge';
const SIGNATURE_CHARS = 22;
const SCOPES: readonly FeedScope[] = ['owner', 'space'];

/** By what the badge of one monitor is known: nobody gets the monitor's id from it, and nobody makes one up. */
export function badgeUuid(secret: string, monitorId: string): string {
  return uuidOfHex(sealed(secret, PURPOSE, uuidOfId(monitorId).replaceAll('-', '')));
}

/** The id of the monitor whose badge is known by a UUID. */
export function monitorOfBadge(secret: string, uuid: string): string {
  return idOfUuid(uuidOfHex(unsealed(secret, PURPOSE, uuid.replaceAll('-', ''))));
}

/** Whose checks a badge is of: those of one space, or all of whoever owns it. */
export interface BadgeOf {
  spaceId: string;
  tag: string;
}

/** Proves that a badge was handed out, and for how much of its owner. */
export function badgeSignature(secret: string, { spaceId, tag }: BadgeOf, scope: FeedScope): string {
  return deriveToken(secret, PURPOSE, spaceId, scope, tag).slice(0, SIGNATURE_CHARS);
}

/** How much of an owner a badge shows by its signature; undefined for one that is none of ours. */
export function scopeOfBadge(secret: string, badge: BadgeOf, signature: string): FeedScope | undefined {
  return SCOPES.find((scope) => sameText(badgeSignature(secret, badge, scope), signature));
}

/** The addresses of a badge in all its forms, by their names in Healthchecks; those with a 3 tell what is in its grace too. */
export function badgeUrls(base: string, secret: string, badge: BadgeOf, scope: FeedScope) {
  const signature = badgeSignature(secret, badge, scope);
  const tag = badge.tag === ALL_CHECKS ? '' : `/${encodeURIComponent(badge.tag)}`;
  const at = (states: '' | '-2', format: string) =>
    `${base}/badge/${badge.spaceId}/${signature}${states}${tag}.${format}`;
  return {
    svg: at('-2', 'svg'),
    svg3: at('', 'svg'),
    json: at('-2', 'json'),
    json3: at('', 'json'),
    shields: at('-2', 'shields'),
    shields3: at('', 'shields'),
  };
}
