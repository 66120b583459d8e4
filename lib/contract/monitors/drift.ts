import * as z from 'zod';

const instant = z.iso.datetime();

/** The runs that something is concluded from. */
export const restsOn = z.strictObject({
  runs: z.int().meta({ description: 'How many runs it is concluded from.' }),
  from: instant.meta({ description: 'The first of them.' }),
  to: instant,
});
/** What a job began to do. */
export const drift = z
  .strictObject({
    id: z.string(),
    kind: z.literal('drift'),
    what: z.enum(['slower', 'flaky', 'overlaps', 'twice']),
    text: z.string(),
    rests_on: restsOn,
  })
  .meta({ id: 'Drift', description: 'What a job began to do. It is never an alert.' });
