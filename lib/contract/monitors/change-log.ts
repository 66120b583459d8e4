import * as z from 'zod';
import { createMonitorBody } from './monitor-input.ts';

const instant = z.iso.datetime();
const changedValue = z.union([z.string(), z.int(), z.boolean(), z.array(z.string()), z.null()]);

/** An entry of the change log. */
export const changeEntry = z
  .strictObject({
    id: z.string(),
    at: instant,
    by: z.string().meta({
      description:
        'The kind of credential, such as `guest` or `ingest_key`, or `pause_link` for the button behind an alert.',
    }),
    member: z.string().optional().meta({
      description:
        'Of an organization, where a member did it by its session: its id, as the organization lists its members.',
    }),
    kind: z.enum([
      'created',
      'imported',
      'revived',
      'changed',
      'paused_by_tag',
      'deleted',
      'ping_url_rotated',
      'read_token_rotated',
      'webhook_secret_rotated',
    ]),
    fields: z
      .array(
        z.strictObject({
          field: createMonitorBody.keyof(),
          from: changedValue.meta({ description: 'Null where it was not set, or as by default.' }),
          to: changedValue,
        }),
      )
      .meta({ description: 'What is not as before. `alert_url` is shown without path and query.' }),
  })
  .meta({ id: 'Change' });

export type ChangeEntry = z.infer<typeof changeEntry>;
