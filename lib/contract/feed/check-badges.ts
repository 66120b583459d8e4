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
  showCheckBadge: {
    ...common,
    path: '/b/:states/:badge',
    summary: 'A badge of one monitor as Healthchecks serves it, as a picture or JSON.',
    params: z.object({
      states: z.string().meta({ description: '2, or 3 to tell what is in its grace too.' }),
      badge: z.string().meta({ description: `A UUID of \`badge_url\`, and ${FORMATS}.` }),
    }),
  },
  showAllChecksBadge: {
    ...common,
    path: '/badge/:owner/:signature',
    summary: 'A badge of all monitors of an owner, as a picture or JSON.',
    params: z.object({
      owner: z.string(),
      signature: z.string().meta({ description: `With \`-2\` behind it where two states are told, and ${FORMATS}.` }),
    }),
  },
  showTagBadge: {
    ...common,
    path: '/badge/:owner/:signature/:tag',
    summary: 'A badge of the monitors of an owner that carry a tag, as a picture or JSON.',
    params: z.object({
      owner: z.string(),
      signature: z.string(),
      tag: z.string().meta({ description: `With ${FORMATS} behind it.` }),
    }),
  },
} as const satisfies Record<string, Operation>;
