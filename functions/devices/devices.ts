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
import { getDevice } from './get-device.ts';
import { getInputSetup } from './get-input-setup.ts';
import { inputSecrets } from './input-setup.ts';
import { listDevices } from './list-devices.ts';
import { listInputs } from './list-inputs.ts';
import { patchDevice } from './patch-device.ts';
import { patchInput } from './patch-input.ts';
import { closedProbe, showProbe } from './show-probe.ts';
import { submitReport } from './submit-report.ts';

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
