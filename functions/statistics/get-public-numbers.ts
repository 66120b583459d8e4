import type { catalogue } from '../../lib/contract/catalogue.ts';
import { getPublication } from '../../lib/data/statistics/publications.ts';
import { publicNumbersView } from '../../lib/render/statistics/public-numbers-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getPublicNumbers: Handle<typeof catalogue.getPublicNumbers> = async ({ table, origins, now }) =>
  publicNumbersView(await getPublication(table), origins.base, now);
