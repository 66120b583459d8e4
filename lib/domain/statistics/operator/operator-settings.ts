import { isServiceUrl } from '../../billing/billing-settings.ts';
import { LIMITS } from '../../limits.ts';

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

/** Who runs a deployment and how to reach them, as it is set. Values keep their rules. */
export interface OperatorSettings {
  providerName?: string;
  providerUrl?: string;
  securityContact?: string;
  mcpRegistryKey?: string;
  contactTo?: string;
  /** Origins with commas between them. */
  panelSources?: string;
}

export const PROVIDER_NAME_RULE =
  'a name of 1 to 80 letters, digits, blanks and . , & + - such as Example Systems, Ltd.';

/** Nothing that means something in Markdown, YAML or a header. */
export function isProviderName(text: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,&+-]{0,78}[\p{L}\p{M}\p{N}.])?$/u.test(text);
}

export const PROVIDER_URL_RULE = 'an https URL without user, blanks or fragment, such as https://example.com';

/** In ASCII, as a URL is written. */
export function isProviderUrl(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && !/[<>"\\^`{|}]/.test(text) && isServiceUrl(text);
}

export const SECURITY_CONTACT_RULE =
  'mailto: and an e-mail address, or an https URL, such as mailto:security@example.com';

/** What RFC 9116 takes as `Contact`, of the kinds that people answer. */
export function isSecurityContact(text: string): boolean {
  return /^mailto:[\w.!$&'*+=~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text) || isProviderUrl(text);
}

export const REGISTRY_KEY_RULE =
  'the line v=MCPv1; k=ed25519; p=<the 32 bytes of the public key in base64>, or with k=ecdsap384 and 49 bytes';

/** The bytes of a public key by its kind: raw, and compressed. */
const KEY_BYTES: Record<string, number> = { ed25519: 32, ecdsap384: 49 };

/** As the MCP registry reads it. */
export function isRegistryKey(text: string): boolean {
  const [, kind = '', key = ''] = /^v=MCPv1; k=([a-z0-9]+); p=([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(key, 'base64');
  return bytes.length === KEY_BYTES[kind] && bytes.toString('base64') === key;
}

export const CONTACT_TO_RULE = 'an e-mail address such as team@example.com';

/** A dot-atom and a host name: nothing that could name a second receiver or end a header. */
export function isContactTo(text: string): boolean {
  return /^(?=.{3,254}$)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text);
}

/** What functions are told. Takes settings that were checked. */
export function operatorOf(settings: OperatorSettings): Operator {
  const { providerName: name, providerUrl, securityContact, mcpRegistryKey, contactTo } = settings;
  return {
    provider: name === undefined ? null : { name, url: providerUrl ?? null },
    securityContact: securityContact ?? null,
    registryKey: mcpRegistryKey ?? null,
    contactTo: contactTo ?? null,
  };
}
