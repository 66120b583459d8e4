import { accountPageOperations } from './accounts/account-page.ts';
import { accountOperations } from './accounts/account.ts';
import { alertOperations } from './alerts/alerts.ts';
import { apiKeyOperations } from './accounts/api-keys.ts';
import { billingOperations } from './billing/billing.ts';
import { browserErrorOperations } from './statistics/browser-errors.ts';
import { channelOperations, channelSettingOperations } from './alerts/channels.ts';
import { checkBadgeOperations } from './feed/check-badges.ts';
import { checkOperations } from './monitors/checks.ts';
import { claimOperations } from './accounts/claim.ts';
import { collectionOperations } from './machines/collections.ts';
import { contactOperations } from './site/contact.ts';
import { creditOperations } from './billing/credit.ts';
import { deviceOperations } from './machines/devices.ts';
import { discoveryOperations } from './agents/discovery.ts';
import { feedOperations } from './feed/feed.ts';
import { fleetOperations } from './monitors/fleet.ts';
import { healthchecksPingOperations } from './monitors/healthchecks-pings.ts';
import { dayOperations } from './monitors/day.ts';
import { historyOperations } from './monitors/history.ts';
import { ingestOperations } from './monitors/ingest.ts';
import { inputOperations } from './machines/inputs.ts';
import { thresholdOperations } from './machines/thresholds.ts';
import { intakeOperations } from './machines/intake.ts';
import { maintenanceOperations } from './monitors/maintenance.ts';
import { mcpOperations } from './agents/mcp.ts';
import { monitorOperations } from './monitors/monitors.ts';
import type { Operation } from './operation.ts';
import { peerPingOperations } from './monitors/peer-pings.ts';
import { pauseLinkOperations } from './monitors/pause-link.ts';
import { partnersOperations } from './site/partners.ts';
import { ownDataOperations } from './accounts/own-data.ts';
import { organizationOperations } from './accounts/organizations.ts';
import { proposalOperations } from './monitors/proposals.ts';
import { publicNumbersOperations } from './statistics/public-numbers.ts';
import { purchaseOperations } from './billing/purchases.ts';
import { pushOperations } from './machines/pushes.ts';
import { rotationOperations } from './monitors/rotation.ts';
import { scheduleOperations } from './schedule/schedule.ts';
import { secondFactorOperations } from './accounts/second-factor.ts';
import { sessionOperations } from './accounts/sessions.ts';
import { signInOperations } from './accounts/sign-in.ts';
import { siteOperations } from './site/site.ts';
import { awsImportOperations } from './monitors/import-aws.ts';
import { switchOperations } from './monitors/switch.ts';
import { statusPageOperations } from './feed/status-pages.ts';
import { statisticsOperations } from './statistics/statistics.ts';
import { transferOperations } from './monitors/transfer.ts';
import { unknownPingOperations } from './monitors/unknown-pings.ts';

/** Everything the service can be asked over HTTP, by name. */
export const catalogue = {
  ...monitorOperations,
  ...rotationOperations,
  ...fleetOperations,
  ...pauseLinkOperations,
  ...historyOperations,
  ...dayOperations,
  ...scheduleOperations,
  ...transferOperations,
  ...switchOperations,
  ...awsImportOperations,
  ...checkOperations,
  ...proposalOperations,
  ...maintenanceOperations,
  ...unknownPingOperations,
  ...ingestOperations,
  ...healthchecksPingOperations,
  ...peerPingOperations,
  ...intakeOperations,
  ...pushOperations,
  ...alertOperations,
  ...channelOperations,
  ...channelSettingOperations,
  ...feedOperations,
  ...checkBadgeOperations,
  ...statusPageOperations,
  ...accountOperations,
  ...sessionOperations,
  ...apiKeyOperations,
  ...organizationOperations,
  ...ownDataOperations,
  ...signInOperations,
  ...claimOperations,
  ...accountPageOperations,
  ...secondFactorOperations,
  ...billingOperations,
  ...purchaseOperations,
  ...creditOperations,
  ...deviceOperations,
  ...inputOperations,
  ...thresholdOperations,
  ...collectionOperations,
  ...siteOperations,
  ...contactOperations,
  ...partnersOperations,
  ...statisticsOperations,
  ...browserErrorOperations,
  ...publicNumbersOperations,
  ...mcpOperations,
  ...discoveryOperations,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof catalogue;

/** All operations with their names, for loops that treat them alike. */
export const operations: readonly (readonly [OperationName, Operation])[] = Object.entries(catalogue) as [
  OperationName,
  Operation,
][];
