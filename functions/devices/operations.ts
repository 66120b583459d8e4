import { deviceOperations } from '../../lib/contract/devices.ts';
import { area, PLAIN_TYPE } from '../../lib/runtime/area.ts';
import { once } from '../../lib/runtime/idempotency.ts';
import { createDevice } from './create-device.ts';
import { deleteDevice } from './delete-device.ts';
import { getDevice } from './get-device.ts';
import { listDevices } from './list-devices.ts';
import { patchDevice } from './patch-device.ts';
import { closedProbe, showProbe } from './show-probe.ts';
import { submitReport } from './submit-report.ts';

export const operations = area({
  declared: deviceOperations,
  implemented: {
    listDevices,
    createDevice,
    getDevice,
    patchDevice,
    deleteDevice,
    submitReport,
    showProbe,
  },
  once,
  inKind: { [PLAIN_TYPE]: closedProbe },
});
