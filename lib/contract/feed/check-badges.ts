import * as z from 'zod';
import type { Operation } from '../operation.ts';

const FORMATS = '`.svg`, `.json` or `.shields`';

const common = {
  area: 'feed',
  tag: 'switch',
  toolset: false,
  method: 'GET',
  auth: 'none',
  status: 200,
  output: { contentType: 'image/svg+xml; charset=utf-8' },
  alsoJson: true,
  refusesInKind: true,
  errors: ['not_found'],
} as const satisfies Partial<Operation>;

/** Badges as Healthchecks serves them, by the addresses that its API lists (decisions/059). */
export const checkBadgeOperations = {
  showChecksBadge: {
    ...common,
    path: '/badge/:badge/:signature',
    summary: "A badge for one monitor, or for all of an owner's, as a picture or JSON.",
    params: z.object({
      badge: z.string(),
      signature: z.string().meta({
        description: `Of all, with \`-2\` behind it where two states are told; of one 2 or 3, for so many states; and ${FORMATS}.`,
      }),
    }),
  },
  showTagBadge: {
    ...common,
    path: '/badge/:badge/:signature/:tag',
    summary: "A badge for an owner's monitors with a tag, as a picture or JSON.",
    params: z.object({
      badge: z.string(),
      signature: z.string(),
      tag: z.string().meta({ description: `With ${FORMATS} behind it.` }),
    }),
  },
} as const satisfies Record<string, Operation>;
