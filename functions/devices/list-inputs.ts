import type { catalogue } from '../../lib/contract/catalogue.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import { shownInputs } from '../../lib/flows/machines/shown-inputs.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const listInputs: Handle<typeof catalogue.listInputs> = async ({ table, caller, now }, { params }) => {
  const device = await deviceOfOwner(table, params.id, caller.owner);
  return { inputs: await shownInputs(table, [device], now) };
};
