import { allowanceOf } from '../../domain/accounts/users.ts';
import { billingOf, settlementOf, type BillingSettings } from '../../domain/billing/billing-settings.ts';
import { operatorOf, panelSourcesOf } from '../../domain/statistics/operator/operator-settings.ts';
import { awsChannelsOf, smsOwnersOf } from '../../domain/alerts/aws-channels.ts';
import { VARIABLES, type SettingsGroup } from '../groups.ts';
import type { AwsSettings } from './all-settings.ts';

/** What settings say to functions, by group: the texts of its variables. */
export function groupTexts(settings: AwsSettings & BillingSettings) {
  const { guestMailsPerHour, signUpMailsPerHour, holdAlertsUntil, heartbeatUrl } = settings;
  const { awsChannels, smsOwners, cdn, signUp, admins, guests, publicPages } = settings;
  return {
    access: [signUp, admins ?? ''],
    guests: [guests],
    allowance: [allowanceOf(settings)],
    publicPages: [publicPages],
    billing: [JSON.stringify(billingOf(settings))],
    settlement: [JSON.stringify(settlementOf(settings))],
    operator: [JSON.stringify(operatorOf(settings))],
    panel: [JSON.stringify(panelSourcesOf(settings.panelSources ?? '') ?? [])],
    guestMails: [String(guestMailsPerHour)],
    signUpMails: [String(signUpMailsPerHour)],
    ...(holdAlertsUntil && { hold: [holdAlertsUntil] }),
    ...(heartbeatUrl && { heartbeat: [heartbeatUrl] }),
    ...(smsOwners && { sms: [JSON.stringify({ owners: smsOwnersOf(smsOwners) })] }),
    ...(awsChannels && { awsChannels: [JSON.stringify(awsChannelsOf(awsChannels))] }),
    securityHeaders: [cdn ? 'edge' : 'function'],
  } satisfies Partial<Record<SettingsGroup, readonly string[]>>;
}

/** The same as the environment of a function. */
export function environmentBy(settings: AwsSettings & BillingSettings): Record<string, string> {
  const texts = Object.entries(groupTexts(settings)) as [SettingsGroup, readonly string[]][];
  return Object.fromEntries(
    texts.flatMap(([group, own]) => VARIABLES[group].map((name, at) => [name, own[at] ?? ''])),
  );
}
