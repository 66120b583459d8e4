import {
  CONTACT_TO_RULE,
  isContactTo,
  isProviderName,
  isProviderUrl,
  isRegistryKey,
  isSecurityContact,
  namelessIn,
  PROVIDER_NAME_RULE,
  PROVIDER_URL_RULE,
  REGISTRY_KEY_RULE,
  SECURITY_CONTACT_RULE,
  type OperatorSettings,
} from '../../domain/statistics/operator/operator-settings.ts';
import {
  isOperatorToken,
  OPERATOR_TOKEN_RULE,
  isPanelSources,
  PANEL_SOURCES_RULE,
} from '../../domain/statistics/operator/operator.ts';
import { StartError } from '../start-error.ts';

/** The options of the command line that say who runs the service; the settings of a deployment have the same names. */
export const OPERATOR_OPTIONS = {
  'provider-name': { type: 'string' },
  'provider-url': { type: 'string' },
  'security-contact': { type: 'string' },
  'mcp-registry-key': { type: 'string' },
  'contact-to': { type: 'string' },
  'panel-sources': { type: 'string' },
  'operator-token': { type: 'string' },
} as const;

/** Where the operator token is read from beside the command line, which every program of the machine can see. */
const TOKEN_VARIABLE = 'OPERATOR_TOKEN';

type Name = Exclude<keyof typeof OPERATOR_OPTIONS, 'operator-token'>;

/** Each option with its rule and the setting that it gives. */
const RULES: readonly [Name, keyof OperatorSettings, string, (text: string) => boolean][] = [
  ['provider-name', 'providerName', PROVIDER_NAME_RULE, isProviderName],
  ['provider-url', 'providerUrl', PROVIDER_URL_RULE, isProviderUrl],
  ['security-contact', 'securityContact', SECURITY_CONTACT_RULE, isSecurityContact],
  ['mcp-registry-key', 'mcpRegistryKey', REGISTRY_KEY_RULE, isRegistryKey],
  ['contact-to', 'contactTo', CONTACT_TO_RULE, isContactTo],
  ['panel-sources', 'panelSources', PANEL_SOURCES_RULE, isPanelSources],
];

/** Reads them. Throws a `StartError` with one sentence for a value that breaks its rule, or values that contradict. */
export function operatorOptions(given: { readonly [N in Name]?: string | undefined }): OperatorSettings {
  const settings: OperatorSettings = {};
  for (const [name, setting, rule, holds] of RULES) {
    const text = given[name];
    if (text === undefined) continue;
    if (!holds(text)) throw new StartError(`--${name} must be ${rule}; got ${text}.`);
    settings[setting] = text;
  }
  const flaw = namelessIn(settings, (setting) => `--${RULES.find(([, each]) => each === setting)?.[0]}`);
  if (flaw !== undefined) throw new StartError(flaw);
  return settings;
}

/** Reads the operator token, of the command line first. Throws a `StartError` that does not repeat it. */
export function operatorTokenIn(
  { 'operator-token': given }: { readonly 'operator-token'?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): { operatorToken?: string } {
  const token = given ?? (env[TOKEN_VARIABLE] || undefined);
  if (token === undefined) return {};
  if (isOperatorToken(token)) return { operatorToken: token };
  const where = given === undefined ? `The environment variable ${TOKEN_VARIABLE}` : '--operator-token';
  throw new StartError(`${where} must be ${OPERATOR_TOKEN_RULE}.`);
}
