import { LIMITS } from '../../limits.ts';
import { isProviderUrl } from './operator-settings.ts';

/** Who runs a deployment, as far as it was set. */
export interface Operator {
  provider: { name: string; url: string | null } | null;
  /** A `mailto:` or https URI for reports of vulnerabilities. */
  securityContact: string | null;
  /** The line by which the MCP registry knows whose the domain is. It is public. */
  registryKey: string | null;
  /** Whom messages of strangers are mailed to. */
  contactTo: string | null;
}

export const OPERATOR_TOKEN_RULE =
  'a text of 32 to 200 letters, digits and . _ ~ + / = - that begins as no token of an owner does';

/** What can stand in an `Authorization` header (RFC 6750), and is told from the tokens of owners. */
export const OPERATOR_TOKEN_FORM = /^(?!(?:hp|hpk|hpc|mmk|cred|whsec)_)[\w.~+/=-]{32,200}$/;

export const isOperatorToken = (text: string): boolean => OPERATOR_TOKEN_FORM.test(text);

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
