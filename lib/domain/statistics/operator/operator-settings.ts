import { isServiceUrl } from '../../billing/billing-settings.ts';
import type { Operator } from './operator.ts';

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
