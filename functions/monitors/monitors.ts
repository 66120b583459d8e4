import { channelSettingOperations } from '../../lib/contract/alerts/channels.ts';
import { checkOperations } from '../../lib/contract/monitors/checks.ts';
import { dayOperations } from '../../lib/contract/monitors/day.ts';
import { fleetOperations } from '../../lib/contract/monitors/fleet.ts';
import { historyOperations } from '../../lib/contract/monitors/history.ts';
import { maintenanceOperations } from '../../lib/contract/monitors/maintenance.ts';
import { monitorOperations } from '../../lib/contract/monitors/monitors.ts';
import { pauseLinkOperations } from '../../lib/contract/monitors/pause-link.ts';
import { proposalOperations } from '../../lib/contract/monitors/proposals.ts';
import { rotationOperations } from '../../lib/contract/monitors/rotation.ts';
import { transferOperations } from '../../lib/contract/monitors/transfer.ts';
import { unknownPingOperations } from '../../lib/contract/monitors/unknown-pings.ts';
import { awsImportOperations } from '../../lib/contract/monitors/import-aws.ts';
import { switchOperations } from '../../lib/contract/monitors/switch.ts';
import { scheduleOperations } from '../../lib/contract/schedule/schedule.ts';
import { area, JSON_TYPE, PLAIN_TYPE } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { createChannel } from './channels/create-channel.ts';
import { deleteChannel } from './channels/delete-channel.ts';
import { patchChannel } from './channels/patch-channel.ts';
import { putChannel } from './channels/put-channel.ts';
import { createGuest, rotateGuest } from './secrets/rotate-guest.ts';
import { createMonitor } from './create-monitor.ts';
import { exportMonitors } from './import/export-monitors.ts';
import { ownersSecrets } from './owner-view.ts';
import { deleteCheck, pauseCheck, resumeCheck, updateCheck } from './healthchecks/change-check.ts';
import { getCheckPingBody, listCheckFlips, listCheckPings } from './healthchecks/check-history.ts';
import { createCheck } from './healthchecks/create-check.ts';
import {
  getCheck,
  getChecksStatus,
  listCheckBadges,
  listCheckChannels,
  listChecks,
} from './healthchecks/read-checks.ts';
import { refusedCheck } from './healthchecks/refused-check.ts';
import { takenCall } from './healthchecks/taken-call.ts';
import { getDay } from './history/get-day.ts';
import { getIncident } from './history/get-incident.ts';
import { getMonitor } from './get-monitor.ts';
import { getStats } from './history/get-stats.ts';
import { importCrontab } from './import/import-crontab.ts';
import { importCronitor, importSnitch, importUptimeKuma } from './import/import-from.ts';
import { importHealthchecks } from './import/import-healthchecks.ts';
import { importMonitors } from './import/import-monitors.ts';
import { endPingKey, getIngestKey, ingestKeySecrets, rotateIngestKey } from './secrets/ingest-key.ts';
import { listChanges } from './history/list-changes.ts';
import { listEvents, getEventBody } from './history/list-events.ts';
import { listIncidents } from './history/list-incidents.ts';
import { listMonitors } from './list-monitors.ts';
import { listUnknownPings } from './list-unknown-pings.ts';
import { listRuns } from './history/list-runs.ts';
import { patchMonitor } from './patch-monitor.ts';
import { pauseByLink, refusedPause, showPause } from './pause/pause-by-link.ts';
import { pauseByTag } from './pause/pause-by-tag.ts';
import { createMaintenance, deleteMaintenance, listMaintenance } from './maintenance/maintenance-windows.ts';
import { previewSchedule } from './preview-schedule.ts';
import { dismissProposal } from './proposals/dismiss-proposal.ts';
import { getProposal } from './proposals/get-proposal.ts';
import { takeProposal } from './proposals/take-proposal.ts';
import { putMonitor } from './put-monitor.ts';
import {
  readTokenSecrets,
  rotateMonitor,
  rotateReadToken,
  rotateWebhookSecret,
  webhookSecrets,
} from './secrets/rotate-secrets.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { ingestUrlOf } from '../../lib/render/monitors/monitor-view.ts';
import { templatesFor } from '../../lib/render/monitors/templates.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { listOwnerChannels } from '../../lib/data/alerts/owner-channels.ts';
import { arnsOf, mayText } from '../../lib/domain/alerts/aws-channels.ts';
import { shownChannel } from '../../lib/flows/alerts/own-channel.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { deletionWrite } from '../../lib/flows/monitors/monitor-deletion.ts';
import { monitorOfOwner } from '../../lib/flows/monitors/own-monitor.ts';

const listChannels: Handle<typeof catalogue.listChannels> = async (ctx) => {
  const { owner } = ctx.caller;
  const channels = await listOwnerChannels(ctx.table, owner.spaces);
  const arns = arnsOf(ctx.config.awsChannels, owner);
  return {
    channels: await allDone(channels.map((channel) => shownChannel(ctx.table, channel))),
    ...(arns.length > 0 && { arns }),
    ...(mayText(ctx.config.sms, owner) && { texts: true as const }),
  };
};

/** Deleting again is harmless: the allowance is given back once. */
export const deleteMonitor: Handle<typeof catalogue.deleteMonitor> = async (ctx, { params }) => {
  const deleted = { ok: true } as const;
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const monitor = await monitorOfOwner(ctx, params.id, owner);
    return ctx.commit(deleted, monitor.active ? await deletionWrite(ctx, owner, monitor) : null);
  });
};

export const getTemplates: Handle<typeof catalogue.getTemplates> = async (ctx) => ({
  origin: ctx.origins.ingest,
  templates: templatesFor({
    base: ctx.origins.base,
    ingestUrl: ingestUrlOf(ctx.origins.ingest, '<MONITOR_ID>'),
    monitor: null,
  }),
});

/** Loaded by its calls: what slugs of jobs of AWS are made of is no part of any other. */
const importAws: Handle<typeof catalogue.importAws> = async (ctx, input) =>
  (await import('./import/import-aws.ts')).importAws(ctx, input);

export const operations = area({
  declared: {
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
    ...channelSettingOperations,
  },
  callsAt: 'api',
  implemented: {
    createGuest,
    listMonitors,
    createMonitor,
    getMonitor,
    getIncident,
    getEventBody,
    listChanges,
    listEvents,
    listIncidents,
    listRuns,
    getStats,
    getDay,
    patchMonitor,
    pauseByTag,
    showPause,
    pauseByLink,
    putMonitor,
    deleteMonitor,
    rotateGuest,
    rotateMonitor,
    rotateReadToken,
    rotateWebhookSecret,
    getTemplates,
    importCrontab,
    getIngestKey,
    rotateIngestKey,
    endPingKey,
    previewSchedule,
    exportMonitors,
    importMonitors,
    importAws,
    importHealthchecks,
    importUptimeKuma,
    importCronitor,
    importSnitch,
    getProposal,
    takeProposal,
    dismissProposal,
    listUnknownPings,
    listMaintenance,
    createMaintenance,
    deleteMaintenance,
    listChannels,
    createChannel,
    patchChannel,
    putChannel,
    deleteChannel,
    listChecks,
    createCheck,
    getCheck,
    updateCheck,
    deleteCheck,
    pauseCheck,
    resumeCheck,
    listCheckPings,
    getCheckPingBody,
    listCheckFlips,
    listCheckChannels,
    listCheckBadges,
    getChecksStatus,
  },
  once,
  taken: takenCall,
  inKind: {
    'text/html; charset=utf-8': refusedPause,
    [JSON_TYPE]: refusedCheck,
    [PLAIN_TYPE]: refusedCheck,
  },
  derive: {
    createMonitor: ownersSecrets,
    putMonitor: ownersSecrets,
    rotateIngestKey: ingestKeySecrets,
    rotateMonitor: ownersSecrets,
    rotateReadToken: readTokenSecrets,
    rotateWebhookSecret: webhookSecrets,
  },
});

export const monitorsHandler = (deps: ApiDeps): LambdaHandler => areaHandler(operations, deps);
