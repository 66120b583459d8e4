import { keep, kept } from '../state/kept.ts';

const KEPT_AS = 'rollcall-organization';
const OF_TAB = 'sessionStorage';
/** What a new tab begins with. */
const OF_BROWSER = 'localStorage';

/**
 * The organization that every call of this page is for (`X-Organization`), null for oneself. A tab keeps its own, and
 * what a page was loaded for holds until it is left: what it still has to send is for the same owner.
 */
export const acting: string | null = (kept(OF_TAB, KEPT_AS) ?? kept(OF_BROWSER, KEPT_AS)) || null;
// A choice in another tab is not this one's, also when this one is loaded again.
keep(OF_TAB, KEPT_AS, acting ?? '');

/** Keeps for whom this tab and those opened from now on act; null for oneself. */
export function keepActing(organization: string | null): void {
  keep(OF_TAB, KEPT_AS, organization ?? '');
  keep(OF_BROWSER, KEPT_AS, organization);
}
