import { newMonitorId } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { changedDeviceItem } from '../../lib/data/machines/devices.ts';
import { ownAlertToOf, type Owner } from '../../lib/data/owners.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { collectionOf } from '../../lib/domain/machines/collections/collections-of.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import { watchingSettings } from '../../lib/domain/machines/devices/watching.ts';
import {
  thresholdLabel,
  thresholdRule,
  type ThresholdRule,
} from '../../lib/domain/machines/thresholds/threshold.ts';
import { newMonitor } from '../../lib/domain/monitors/lifecycle.ts';
import type { ThresholdMonitor } from '../../lib/domain/monitors/threshold-reading.ts';
import { charge, type Action } from '../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../lib/flows/billing/pay.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import { thresholdsOf } from '../../lib/flows/machines/device-thresholds.ts';
import { creationOf } from '../../lib/flows/monitors/monitor-creation.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { thresholdView } from '../../lib/render/machines/threshold-view.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { valueOf } from './threshold-value.ts';

type Create = typeof catalogue.createThreshold;

export const createThreshold: Handle<Create> = async (ctx, { params, body }) => {
  const { medida: measure, campo: field, leituras: inARow = 1 } = body;
  const rule = valueOrRefusal(thresholdRule({ measure, field, ...valueOf(body) }));
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const device = await deviceOfOwner(ctx.table, params.id, owner);
      if (!collectionOf(device, measure)) throw notCollected(measure);
      return creation(ctx, owner, device, { rule, inARow });
    },
    async ({ result, ...cost }, write) =>
      ctx.commit(charged({ aviso: thresholdView(result, ctx.now) }, cost), write),
  );
};

/** The monitor and its place at the device, all or nothing; those that were deleted as any monitor leave theirs. */
async function creation(
  ctx: Ctx<'owner'>,
  owner: Owner,
  device: Device,
  { rule, inARow }: { rule: ThresholdRule; inARow: number },
): Promise<Action<ThresholdMonitor>> {
  const there = await thresholdsOf(ctx.table, device);
  if (there.length >= LIMITS.thresholdsPerDeviceMax) throw tooMany();
  const name = `${[...device.name].slice(0, LIMITS.deviceNameMaxChars - 20).join('')} ${thresholdLabel(rule)}`;
  const settings = { ...watchingSettings(name, ownAlertToOf(owner)), alertAfterFailures: inARow };
  const identity = { id: newMonitorId(), spaceId: device.spaceId, slug: null };
  const threshold = { ...rule, deviceId: device.id };
  const monitor = { ...newMonitor(identity, settings, ctx.now), threshold };
  const thresholds = [...there, monitor].map((each) => ({
    monitorId: each.id,
    measure: each.threshold.measure,
  }));
  const linked = changedDeviceItem(ctx.table, device, { ...device, thresholds });
  const action = await creationOf(ctx, owner, { monitor, besides: [linked] });
  return { ...action, result: { ...action.result.monitor, threshold } };
}

function notCollected(measure: string): Refusal {
  const detail = `medida must be collected of the device, since its readings are what is looked at; ${measure} is not.`;
  return new Refusal('aviso_sem_coleta', detail);
}

function tooMany(): Refusal {
  return new Refusal(
    'limite_avisos',
    `A device may have ${LIMITS.thresholdsPerDeviceMax} thresholds; end one first.`,
  );
}
