import { accountPageOperations } from './account-page.ts';
import { accountOperations } from './account.ts';
import { alertOperations } from './alerts.ts';
import { apiKeyOperations } from './api-keys.ts';
import { billingOperations } from './billing.ts';
import { browserErrorOperations } from './browser-errors.ts';
import { claimOperations } from './claim.ts';
import { collectionOperations } from './collections.ts';
import { contactOperations } from './contact.ts';
import { creditOperations } from './credit.ts';
import { deviceOperations } from './devices.ts';
import { discoveryOperations } from './discovery.ts';
import { feedOperations } from './feed.ts';
import { fleetOperations } from './fleet.ts';
import { historyOperations } from './history.ts';
import { ingestOperations } from './ingest.ts';
import { inputOperations } from './inputs.ts';
import { intakeOperations } from './intake.ts';
import { mcpOperations } from './mcp.ts';
import { monitorOperations } from './monitors.ts';
import type { Operation } from './operation.ts';
import { pauseLinkOperations } from './pause-link.ts';
import { partnersOperations } from './partners.ts';
import { organizationPageOperations } from './organization-page.ts';
import { ownDataOperations } from './own-data.ts';
import { organizationOperations } from './organizations.ts';
import { publicNumbersOperations } from './public-numbers.ts';
import { purchaseOperations } from './purchases.ts';
import { pushOperations } from './pushes.ts';
import { rotationOperations } from './rotation.ts';
import { scheduleOperations } from './schedule.ts';
import { secondFactorOperations } from './second-factor.ts';
import { signInOperations } from './sign-in.ts';
import { siteOperations } from './site.ts';
import { statisticsOperations } from './statistics.ts';
import { transferOperations } from './transfer.ts';

/** Everything the service can be asked over HTTP, by name. */
export const catalogue = {
  ...monitorOperations,
  ...rotationOperations,
  ...fleetOperations,
  ...pauseLinkOperations,
  ...historyOperations,
  ...scheduleOperations,
  ...transferOperations,
  ...ingestOperations,
  ...intakeOperations,
  ...pushOperations,
  ...alertOperations,
  ...feedOperations,
  ...accountOperations,
  ...apiKeyOperations,
  ...organizationOperations,
  ...ownDataOperations,
  ...signInOperations,
  ...claimOperations,
  ...accountPageOperations,
  ...secondFactorOperations,
  ...organizationPageOperations,
  ...billingOperations,
  ...purchaseOperations,
  ...creditOperations,
  ...deviceOperations,
  ...inputOperations,
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
