import * as z from 'zod';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { creditEntryId, listCreditEntries } from '../../lib/data/billing/credits.ts';
import { readPage } from '../../lib/flows/list-page.ts';
import { creditEntryView, creditView } from '../../lib/render/billing/credit-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

/** The id of the last entry shown. */
const position = z.tuple([z.string().regex(/^\d{14}-\d{10}$/)]).transform(([id]) => id);

export const getCredit: Handle<typeof catalogue.getCredit> = async (ctx, { query }) => {
  const { credit } = ctx.caller;
  const { entries, next } = await readPage(
    {
      id: `credit ${credit.hash}`,
      position,
      read: (part) => listCreditEntries(ctx.table, credit, part),
      positionOf: (entry) => [creditEntryId(entry)],
    },
    query,
    // The last entry may be a moment ahead, of a call with another clock.
    Math.max(ctx.now, credit.movedAt),
  );
  return { ...creditView(credit), ledger: entries.map(creditEntryView), ...next };
};
