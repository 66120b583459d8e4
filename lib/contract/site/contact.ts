import * as z from 'zod';
import {
  CONTACT_BUDGETS,
  CONTACT_DAYS,
  CONTACT_KINDS,
  CONTACT_PAYMENTS,
} from '../../domain/site/partners.ts';
import { LIMITS } from '../../domain/limits.ts';
import { OFFERED_IDS } from '../../domain/site/placements.ts';
import { billingNote } from '../billing/billing-note.ts';
import { field } from '../field.ts';
import { mailAddress } from '../monitors/monitor-input.ts';
import type { Operation } from '../operation.ts';

/** Control, format, surrogate and unassigned characters, and the two Unicode line ends. */
const NOT_ONE_LINE = /[\p{C}\p{Zl}\p{Zp}]/u;
/** The same of a text of many lines, in which joiners of letters and emoji have their place. */
const NOT_TEXT = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

const ruled = <T extends z.ZodType>(schema: T, rule: string): T =>
  field(schema, { code: 'contato_invalido', missing: 'contato_invalido', rule });

const line = (max: number) =>
  ruled(
    z
      .string()
      .trim()
      .min(1)
      .max(max)
      .refine((text) => !NOT_ONE_LINE.test(text)),
    `one line of 1 to ${max} characters without control or format characters`,
  );

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  ruled(z.enum(values), `one of ${values.join(', ')}`);

const message = ruled(
  z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.contactMessageMaxChars)
    .refine((text) => !NOT_TEXT.test(text)),
  `a text of 1 to ${LIMITS.contactMessageMaxChars} characters without control characters but line ends and tabs`,
);

const daysInText = CONTACT_DAYS.map(String) as [string, ...string[]];

/** What strangers write to whoever runs the service (SPEC.md "Contact, reporting and statistics"). */
export const contactOperations = {
  contactTeam: {
    area: 'contact',
    method: 'POST',
    path: '/api/contact',
    auth: 'none',
    status: 200,
    summary: 'E-mails a message to the team, with the sender’s address to reply to.',
    forStrangers: true,
    namesField: true,
    hints: { openWorld: true },
    rules: {
      pagamento_necessario: 'Free over HTTP; as a tool it costs something.',
      muitos_envios: `One message in ${LIMITS.contactGapSec} s a network; a faster one waits and then goes out, up to ${LIMITS.contactWaitMaxSec / LIMITS.contactGapSec} at a time.`,
    },
    body: {
      json: z.strictObject({
        name: line(LIMITS.nameMaxChars),
        email: ruled(mailAddress(), 'one e-mail address in ASCII, such as ana@example.com'),
        message,
        tipo: oneOf(CONTACT_KINDS).optional(),
        empresa: line(LIMITS.contactLineMaxChars).optional(),
        site: line(LIMITS.contactLineMaxChars).optional(),
        orcamento: oneOf(CONTACT_BUDGETS).optional(),
        espaco: ruled(
          z.array(z.enum(OFFERED_IDS)).max(LIMITS.contactPlacementsMax),
          `up to ${LIMITS.contactPlacementsMax} of ${OFFERED_IDS.join(', ')}`,
        ).optional(),
        duracao: ruled(
          z.union([z.literal(CONTACT_DAYS), z.enum(daysInText)]),
          `one of ${CONTACT_DAYS.join(', ')} days`,
        ).optional(),
        pagamento: oneOf(CONTACT_PAYMENTS).optional(),
      }),
    },
    bodyMaxBytes: LIMITS.contactBodyMaxBytes,
    output: { json: z.strictObject({ ok: z.literal(true), billing: billingNote }) },
    charges: { asTool: 'agent_contact' },
    errors: [
      'contato_invalido',
      'campo_desconhecido',
      'muitos_envios',
      'indisponivel',
      'credencial_invalida',
      'pagamento_necessario',
    ],
  },
} as const satisfies Record<string, Operation>;
