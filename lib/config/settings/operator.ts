import {
  CONTACT_TO_RULE,
  isContactTo,
  isProviderName,
  isProviderUrl,
  isRegistryKey,
  isSecurityContact,
  PROVIDER_NAME_RULE,
  PROVIDER_URL_RULE,
  REGISTRY_KEY_RULE,
  SECURITY_CONTACT_RULE,
  isPanelSources,
  PANEL_SOURCES_RULE,
} from '../../domain/statistics/operator/operator-settings.ts';
import { secretArn, textThat, type AwsSetting } from './setting.ts';

/** Who runs the deployment, as its discovery documents say it. */
export const operatorSettings = {
  providerName: {
    form: textThat(isProviderName),
    rule: PROVIDER_NAME_RULE,
    unset: 'Rollcall',
    says: 'who runs this copy, as the agent card and the other discovery documents name them',
    here: { takes: 'NAME' },
  },
  providerUrl: {
    form: textThat(isProviderUrl),
    rule: PROVIDER_URL_RULE,
    unset: '`Url`',
    says: 'their page; needs `providerName`',
    here: { takes: 'URL', unset: 'where the service is' },
  },
  securityContact: {
    form: textThat(isSecurityContact),
    rule: SECURITY_CONTACT_RULE,
    unset: 'none: `/.well-known/security.txt` is 404',
    says: 'where vulnerabilities are reported, a `mailto:` or https address, in `/.well-known/security.txt`',
    here: { takes: 'URI' },
  },
  mcpRegistryKey: {
    form: textThat(isRegistryKey),
    rule: REGISTRY_KEY_RULE,
    unset: 'none: `/.well-known/mcp-registry-auth` is 404',
    says: 'the public key line by which the MCP registry knows that the domain is yours; the private key stays with you',
    here: { takes: 'LINE' },
  },
  contactTo: {
    form: textThat(isContactTo),
    rule: CONTACT_TO_RULE,
    unset: 'none: `POST /api/contact` is 503',
    says: 'whom messages of strangers are mailed to; needs `mailFrom`, and `publicPages` on',
    here: { takes: 'ADDRESS', says: 'whom messages of strangers are mailed to; needs `publicPages` on' },
  },
  operatorTokenSecretArn: {
    ...secretArn,
    unset: 'none: what the operator token opens is 503',
    says: 'the Secrets Manager secret with the operator token, by which you read the statistics: 32 to 200 letters, digits and `. _ ~ + / = -`, as its whole text',
  },
  panelSources: {
    form: textThat(isPanelSources),
    rule: PANEL_SOURCES_RULE,
    unset: 'none: `GET /api/vitrine/painel` shows this product alone',
    says: 'other products whose public numbers, `/api/vitrine`, are read once a day for your panel: their origins, with commas between them',
    here: { takes: 'URLS' },
  },
} satisfies Record<string, AwsSetting>;
