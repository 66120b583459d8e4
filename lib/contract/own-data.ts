import * as z from 'zod';
import type { Operation } from './operation.ts';
import { cursor } from './page.ts';

const anything = z.record(z.string(), z.unknown());
const own = { area: 'account', tag: 'account', auth: 'session', status: 200, errors: [] } as const;

/** One thing that is kept of a space or a monitor. */
const record = z
  .strictObject({
    kind: z.string().meta({ description: 'Such as monitor, event, output, change, incident or alert.' }),
    of: z.string().meta({ description: 'The id of the space or the monitor that it belongs to.' }),
    key: z.string().meta({ description: 'What it is known by there.' }),
    data: anything,
  })
  .meta({ id: 'HeldRecord' });

const account = z
  .looseObject({ id: z.string(), email: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'HeldAccount' });

/** What is kept of an account, and its end (docs/privacy.md). */
export const ownDataOperations = {
  exportAccount: {
    ...own,
    method: 'GET',
    path: '/api/account/export',
    summary: 'Shows all that is kept of your account, a page a call: follow `next` until it is null.',
    query: z.strictObject({ cursor }),
    errors: ['consulta_invalida'],
    output: {
      json: z.strictObject({
        generated_at: z.iso.datetime(),
        account: account.optional().meta({ description: 'On the first page.' }),
        records: z.array(record),
        next: z.string().nullable().meta({ description: 'The URL of the next page; null on the last.' }),
      }),
    },
  },
} as const satisfies Record<string, Operation>;
