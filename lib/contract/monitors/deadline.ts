import * as z from 'zod';

/** What a silence deadline is the sum of: `counts_from` + `tolerance_sec` + `held_sec`. */
export const deadlineSumSchema = z.strictObject({
  counts_from: z.iso.datetime().meta({
    description: 'The last ping, the end of a pause after it, or the scheduled run that is awaited.',
  }),
  from: z.enum(['ping', 'pause', 'schedule']).meta({ description: 'Which of them.' }),
  tolerance_sec: z.int().meta({ description: 'The interval, or the grace of a schedule.' }),
  held_sec: z.int().meta({ description: 'By so much it is moved, since pings could not reach us.' }),
});
