import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { deviceState } from '../../lib/domain/machines/devices/device.ts';
import { closedProbeScript, probeScript } from '../../lib/domain/machines/devices/probe/probe-script.ts';
import { deviceOfMachine } from '../../lib/flows/machines/own-device.ts';
import type { InKind } from '../../lib/runtime/area.ts';
import type { Handle } from '../../lib/runtime/context.ts';

/** Writes nothing, so whatever fetches it, such as a preview of a link, does nothing. */
export const showProbe: Handle<typeof catalogue.showProbe> = async (ctx, { params, query }) => {
  const device = await deviceOfMachine(ctx.table, params.id);
  if (!device || deviceState(device, ctx.now) !== 'pending')
    throw new Refusal('not_found', 'The link was used, has expired, or was never one.');
  return probeScript({
    reportUrl: `${ctx.origins.base}/api/ambientes/${device.id}/relatorio`,
    mode: query.modo === 'mostra' ? 'mostra' : 'envia',
  });
};

/** What the shell gets that reads it anyway: it fails. */
export const closedProbe = ({ status }: Refusal): InKind => ({
  text: closedProbeScript(status === 400 ? 'query' : 'closed'),
});
