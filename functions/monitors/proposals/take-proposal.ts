import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { ProposalPatch } from '../../../lib/domain/monitors/rhythm/proposal.ts';
import { noSuchProposal, proposalsNow } from '../../../lib/flows/monitors/proposals.ts';
import type { Handle, Input } from '../../../lib/runtime/context.ts';
import { patched } from '../apply-patch.ts';
import { wantedOf } from '../requested-settings.ts';

export const takeProposal: Handle<typeof catalogue.takeProposal> = (ctx, { params, body }) =>
  patched(ctx, params.id, async (monitor, owner) => {
    const { proposals } = await proposalsNow(ctx, monitor, owner, ctx.now);
    const proposal = proposals.find(({ id }) => id === body.proposal);
    if (!proposal) throw noSuchProposal();
    return wantedOf(patchOf(proposal, body));
  });

function patchOf(
  { patch, alternatives }: { patch: ProposalPatch; alternatives: readonly { patch: ProposalPatch }[] },
  { alternative }: Input<typeof catalogue.takeProposal>['body'],
): ProposalPatch {
  if (alternative === undefined) return patch;
  const other = alternatives[alternative];
  if (other) return other.patch;
  const has = alternatives.length === 0 ? 'no alternatives' : `${alternatives.length}, from 0`;
  throw new Refusal(
    'not_found',
    `alternative must be the place of one of its alternatives; it has ${has}, got ${alternative}.`,
  );
}
