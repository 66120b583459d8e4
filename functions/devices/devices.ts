import { deviceOperations } from '../../lib/contract/machines/devices.ts';
import { inputOperations } from '../../lib/contract/machines/inputs.ts';
import { thresholdOperations } from '../../lib/contract/machines/thresholds.ts';
import { area, PLAIN_TYPE, type InKind } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { createDevice } from './create-device.ts';
import { createInput } from './create-input.ts';
import { createThreshold } from './create-threshold.ts';
import { patchThreshold } from './patch-threshold.ts';
import { thresholdsOf } from '../../lib/flows/machines/device-thresholds.ts';
import { thresholdView } from '../../lib/render/machines/threshold-view.ts';
import { deleteDevice } from './delete-device.ts';
import { inputSecrets, setupSource, setupWithout } from './input-setup.ts';
import { patchDevice } from './patch-device.ts';
import { patchInput } from './patch-input.ts';
import { submitReport } from './submit-report.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import { inputView } from '../../lib/render/machines/input-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { lastOf, ownInput } from './own-input.ts';
import { deviceOfOwner, deviceOfMachine } from '../../lib/flows/machines/own-device.ts';
import { shownInputs } from '../../lib/flows/machines/shown-inputs.ts';
import { withWatcher, withWatchers } from '../../lib/flows/machines/device-watchers.ts';
import { shownDevice, deviceView } from '../../lib/render/machines/device-view.ts';
import { devicePage } from '../../lib/flows/machines/device-page.ts';
import { removedChannelItems } from '../../lib/data/machines/collector-channels.ts';
import { stillOwnedItem } from '../../lib/data/accounts/owner-counters.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { deviceState } from '../../lib/domain/machines/devices/device.ts';
import { closedProbeScript, probeScript } from '../../lib/domain/machines/devices/probe/probe-script.ts';

/** Writes nothing, so whatever fetches it, such as a preview of a link, does nothing. */
export const showProbe: Handle<typeof catalogue.showProbe> = async (ctx, { params, query }) => {
  const device = await deviceOfMachine(ctx.table, params.id);
  if (!device || deviceState(device, ctx.now) !== 'pending')
    throw new Refusal('not_found', 'The link was used, has expired, or never existed.');
  return probeScript({
    reportUrl: `${ctx.origins.base}/api/ambientes/${device.id}/relatorio`,
    mode: query.modo === 'mostra' ? 'mostra' : 'envia',
  });
};

/** What the shell gets that reads it anyway: it fails. */
export const closedProbe = ({ status }: Refusal): InKind => ({
  text: closedProbeScript(status === 400 ? 'query' : 'closed'),
});

export const deleteInput: Handle<typeof catalogue.deleteInput> = async (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const { table } = ctx;
    const owner = await decidingOwner(table, ctx.caller.owner, conflict);
    const { device, channel } = await ownInput(table, params, owner);
    const items = [
      stillOwnedItem(table, { ownerId: owner.id, spaceId: device.spaceId }),
      ...removedChannelItems(table, channel),
    ];
    const answer = { ok: true, id: channel.id, deleted: true } as const;
    return ctx.commit(answer, (rows) => transact(table, [...items, ...rows]));
  });

export const listDevices: Handle<typeof catalogue.listDevices> = async (
  { table, caller, now },
  { query },
) => {
  const owner = caller.kind === 'nobody' ? null : caller.owner;
  const { devices, next } = await devicePage(table, owner, query.cursor);
  const watched = await withWatchers(table, devices);
  return { ambientes: watched.map((each) => deviceView(each, now)), ...next };
};

export const getDevice: Handle<typeof catalogue.getDevice> = async (ctx, { params }) => {
  const device = await deviceOfOwner(ctx.table, params.id, ctx.caller.owner);
  const [watched, thresholds] = await Promise.all([
    withWatcher(ctx.table, device),
    thresholdsOf(ctx.table, device),
  ]);
  const avisos = thresholds.map((each) => thresholdView(each, ctx.now));
  const ambiente = shownDevice(watched, ctx.now, ctx.origins.base);
  return { ambiente: { ...ambiente, ...(avisos.length > 0 && { avisos }) } };
};

export const listInputs: Handle<typeof catalogue.listInputs> = async ({ table, caller, now }, { params }) => {
  const device = await deviceOfOwner(table, params.id, caller.owner);
  return { inputs: await shownInputs(table, [device], now) };
};

export const getInputSetup: Handle<typeof catalogue.getInputSetup> = async (ctx, { params }) => {
  const { device, channel } = await ownInput(ctx.table, params, ctx.caller.owner);
  return {
    channel: inputView(device, { channel, last: await lastOf(ctx.table, channel) }, ctx.now),
    setup: setupWithout(ctx, setupSource(device, channel)),
    generatedAt: isoOf(channel.setupAt),
  };
};

const operations = area({
  declared: { ...deviceOperations, ...inputOperations, ...thresholdOperations },
  callsAt: 'api',
  implemented: {
    listDevices,
    createDevice,
    getDevice,
    patchDevice,
    deleteDevice,
    submitReport,
    showProbe,
    createInput,
    listInputs,
    getInputSetup,
    patchInput,
    deleteInput,
    createThreshold,
    patchThreshold,
  },
  once,
  derive: { createInput: inputSecrets },
  inKind: { [PLAIN_TYPE]: closedProbe },
});

export const devicesHandler = (deps: ApiDeps): LambdaHandler => areaHandler(operations, deps);
