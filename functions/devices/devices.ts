import { deviceOperations } from '../../lib/contract/machines/devices.ts';
import { inputOperations } from '../../lib/contract/machines/inputs.ts';
import { area, PLAIN_TYPE } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { createDevice } from './create-device.ts';
import { createInput } from './create-input.ts';
import { deleteDevice } from './delete-device.ts';
import { deleteInput } from './delete-input.ts';
import { inputSecrets, setupSource, setupWithout } from './input-setup.ts';
import { patchDevice } from './patch-device.ts';
import { patchInput } from './patch-input.ts';
import { closedProbe, showProbe } from './show-probe.ts';
import { submitReport } from './submit-report.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import { inputView } from '../../lib/render/machines/input-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { lastOf, ownInput } from './own-input.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import { shownInputs } from '../../lib/flows/machines/shown-inputs.ts';
import { withWatcher, withWatchers } from '../../lib/flows/machines/device-watchers.ts';
import { shownDevice, deviceView } from '../../lib/render/machines/device-view.ts';
import { devicePage } from '../../lib/flows/machines/device-page.ts';

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
  const watched = await withWatcher(ctx.table, device);
  return { ambiente: shownDevice(watched, ctx.now, ctx.origins.base) };
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
  declared: { ...deviceOperations, ...inputOperations },
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
  },
  once,
  derive: { createInput: inputSecrets },
  inKind: { [PLAIN_TYPE]: closedProbe },
});

export const devicesHandler = (deps: ApiDeps): LambdaHandler => areaHandler(operations, deps);
