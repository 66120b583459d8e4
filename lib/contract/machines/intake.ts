import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { everyPush } from './every-push.ts';
import type { Operation } from '../operation.ts';

/** What machines send (SPEC.md "Collection"). The symbol in the path is the secret, and it can do nothing else. */
export const intakeOperations = {
  sendReading: {
    ...everyPush,
    summary:
      "Takes a machine's printed measures, as text of any content type, and keeps their numbers for the minute of arrival.",
    rules: {
      corpo_grande: `The text is at most ${LIMITS.readingMaxBytes / 1024} KiB.`,
      leitura_invalida:
        'It must contain readings of the machine; what is stopped or no longer collected is ignored.',
      muitos_envios: `A symbol sends once in ${LIMITS.readingMinGapSec} s at most.`,
    },
    params: z.object({ symbol: z.string() }),
    output: {
      json: z.strictObject({
        ok: z.literal(true),
        medidas: z.int().min(0).meta({
          description: 'How many measures were read and kept; 0 if none of them is collected now.',
        }),
      }),
    },
    errors: ['credencial_invalida', 'leitura_invalida', 'muitos_envios', 'indisponivel'],
  },
} as const satisfies Record<string, Operation>;
