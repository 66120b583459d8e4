import { LIMITS } from '../../limits.ts';
import { isProviderUrl } from './operator-settings.ts';

export const PANEL_SOURCES_RULE = `up to ${LIMITS.panelSourcesMax} different https addresses without path and query, with commas between them, such as https://one.example,https://two.example`;

/** The other products of a panel as functions are told them; null where the text does not keep the rule. */
export function panelSourcesOf(text: string): string[] | null {
  const sources = text.split(',');
  const isFit = sources.every(isOrigin) && new Set(sources).size === sources.length;
  return isFit && sources.length <= LIMITS.panelSourcesMax ? sources : null;
}

export const isPanelSources = (text: string): boolean => panelSourcesOf(text) !== null;

/** As a browser spells the origin of a page. */
function isOrigin(text: string): boolean {
  return isProviderUrl(text) && new URL(text).origin === text;
}
