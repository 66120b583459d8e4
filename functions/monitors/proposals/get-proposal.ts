import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { ownMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import { proposalsNow } from '../../../lib/flows/monitors/proposals.ts';
import { proposalsView } from '../../../lib/render/monitors/proposal-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';

export const getProposal: Handle<typeof catalogue.getProposal> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  return proposalsView(await proposalsNow(ctx, monitor, ctx.caller.owner, ctx.now));
};
