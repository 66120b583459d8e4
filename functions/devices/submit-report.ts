import { hashOf } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { changedDeviceItem } from '../../lib/data/machines/devices.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { deviceState, type Device } from '../../lib/domain/machines/devices/device.ts';
import { detectedDevice } from '../../lib/domain/machines/devices/lifecycle.ts';
import { factsFromReport } from '../../lib/domain/machines/devices/report/facts-from-report.ts';
import { isoOf, type Instant } from '../../lib/domain/instant.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { deviceOfMachine } from '../../lib/flows/machines/own-device.ts';
import { previewView } from '../../lib/render/machines/device-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';

const SAVED = new Result({ ok: true }, { text: 'ok' });

/** One read, and one write where a device that is pending has told all; whoever guesses ids finds nothing else. */
export const submitReport: Handle<typeof catalogue.submitReport> = ({ table, now }, { params, body }) =>
  retryOnConflict(async () => {
    const device = reporting(await deviceOfMachine(table, params.id), now);
    const reading = valueOrRefusal(factsFromReport(body));
    const { facts, ready } = reading;
    const hash = ready ? hashOf(JSON.stringify(facts)) : null;
    if (device.detectedAt !== null) {
      if (hash !== device.reportHash) throw alreadyDetected(device.detectedAt);
      return SAVED;
    }
    if (facts === null || hash === null || body.conferir) return previewView(reading);
    await transact(table, [changedDeviceItem(table, device, detectedDevice(device, { facts, hash }, now))]);
    return SAVED;
  });

/** Throws 404 for a device that there is not, 408 for one that did not report in its hour. */
function reporting(device: Device | undefined, now: Instant): Device {
  if (!device) throw new Refusal('not_found', 'There is no device with this id.');
  if (deviceState(device, now) !== 'expired') return device;
  throw new Refusal(
    'prazo_encerrado',
    `The device could report until ${isoOf(device.expiresAt)}; create another one.`,
  );
}

function alreadyDetected(at: Instant): Refusal {
  return new Refusal(
    'ja_detectado',
    `The device reported something else at ${isoOf(at)}; create another one.`,
  );
}
