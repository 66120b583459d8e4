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
} from '../../domain/statistics/operator/operator-settings.ts';
import { isPanelSources, PANEL_SOURCES_RULE } from '../../domain/statistics/operator/operator.ts';
import { optionalSetting, secretArn, textSetting } from './setting.ts';

const that = (holds: (value: string) => boolean) => textSetting(/\S/).refine(holds);

/** Who runs the deployment, as its discovery documents say it. */
export const operatorSettings = {
  providerName: optionalSetting({
    form: that(isProviderName),
    rule: PROVIDER_NAME_RULE,
    unset: 'Rollcall',
    says: 'who runs this copy, as the agent card and the other discovery documents name them',
  }),
  providerUrl: optionalSetting({
    form: that(isProviderUrl),
    rule: PROVIDER_URL_RULE,
    unset: '`Url`',
    says: 'their page; needs `providerName`',
  }),
  securityContact: optionalSetting({
    form: that(isSecurityContact),
    rule: SECURITY_CONTACT_RULE,
    unset: 'none: `/.well-known/security.txt` is 404',
    says: 'where vulnerabilities are reported, a `mailto:` or https address, in `/.well-known/security.txt`',
  }),
  mcpRegistryKey: optionalSetting({
    form: that(isRegistryKey),
    rule: REGISTRY_KEY_RULE,
    unset: 'none: `/.well-known/mcp-registry-auth` is 404',
    says: 'the public key line by which the MCP registry knows that the domain is yours; the private key stays with you',
  }),
  contactTo: optionalSetting({
    form: that(isContactTo),
    rule: CONTACT_TO_RULE,
    unset: 'none: `POST /api/contact` is 503',
    says: 'whom messages of strangers are mailed to; needs `mailFrom`, and `publicPages` on',
  }),
  operatorTokenSecretArn: optionalSetting({
    ...secretArn,
    unset: 'none: what the operator token opens is 503',
    says: 'the Secrets Manager secret with the operator token, by which you read the statistics: 32 to 200 letters, digits and `. _ ~ + / = -`, as its whole text',
  }),
  panelSources: optionalSetting({
    form: that(isPanelSources),
    rule: PANEL_SOURCES_RULE,
    unset: 'none: `GET /api/vitrine/painel` shows this product alone',
    says: 'other products whose public numbers, `/api/vitrine`, are read once a day for your panel: their origins, with commas between them',
  }),
};
