import { allowanceOf } from '../../domain/accounts/users.ts';
import { billingOf, settlementOf, type BillingSettings } from '../../domain/billing/billing-settings.ts';
import { operatorOf, panelSourcesOf } from '../../domain/statistics/operator/operator-settings.ts';
import { VARIABLES, type SettingsGroup } from '../groups.ts';
import type { AwsSettings } from './table.ts';

/** What settings tell functions, by group: the texts of its variables. */
export function toldBy(settings: AwsSettings & BillingSettings) {
  const { guestMailsPerHour, signUpMailsPerHour, holdAlertsUntil, cdn, signUp, admins, guests, publicPages } =
    settings;
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
    securityHeaders: [cdn ? 'edge' : 'function'],
  } satisfies Partial<Record<SettingsGroup, readonly string[]>>;
}

/** The same as the environment of a function. */
export function environmentBy(settings: AwsSettings & BillingSettings): Record<string, string> {
  const told = Object.entries(toldBy(settings)) as [SettingsGroup, readonly string[]][];
  return Object.fromEntries(
    told.flatMap(([group, texts]) => VARIABLES[group].map((name, at) => [name, texts[at] ?? ''])),
  );
}
