import * as z from 'zod';
import { HEARD } from '../../domain/alerts/owner-channel.ts';
import { CONSENT_STANDINGS } from '../../domain/alerts/consent.ts';
import { PHONE_NUMBER } from '../../domain/alerts/phone-number.ts';
import { LIMITS } from '../../domain/limits.ts';
import { billingNote } from '../billing/billing-note.ts';
import { field } from '../field.ts';
import { mailAddress, nameField, tagsField } from '../monitors/monitor-input.ts';
import type { Operation } from '../operation.ts';
import { dryRunMark, dryRunQuery } from '../repeats.ts';
import { sendingFields, sendingView } from './sending.ts';

const instant = z.iso.datetime();

const delivery = z.strictObject({
  at: instant,
  delivered: z.boolean(),
  outcome: z.string(),
  detail: z.string().meta({ description: 'One sentence, without an address or URL.' }),
});

/** Where the alerts of all monitors of an owner go, as its owner sees it. */
export const channel = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    to: z.string().optional().meta({ description: 'The address of an e-mail channel, or a phone number.' }),
    to_confirmed: z.boolean().optional().meta({ description: 'Whether `to` gets its mails.' }),
    consent: z
      .enum(CONSENT_STANDINGS)
      .optional()
      .meta({ description: 'What `to` has answered; until it has agreed, nothing is sent there.' }),
    asked_at: instant.nullish().meta({ description: 'When `to` was last to be asked.' }),
    hears: z.array(z.enum(HEARD)),
    tags: z.array(z.string()).meta({ description: 'Tags of the monitors it is for; empty for all.' }),
    on: z.boolean(),
    ...sendingView,
    created_at: instant,
    last: delivery.nullable().meta({ description: 'Outcome of the last delivery.' }),
    failing_since: instant.nullable(),
    billing: billingNote,
    dry_run: dryRunMark,
  })
  .meta({ id: 'Channel' });

export type ChannelView = z.infer<typeof channel>;

const to = field(z.union([mailAddress(), z.string().regex(PHONE_NUMBER)]), {
  code: 'alert_to_invalido',
  rule: 'one e-mail address, or number such as +491701234567',
});
const url = field(z.string(), {
  code: 'alert_url_invalida',
  rule: 'a public HTTPS URL or an ARN; some kinds have one by default',
});
const hears = field(z.array(z.enum(HEARD)).min(1).max(HEARD.length), {
  code: 'hears_invalido',
  rule: `a list of one or more of ${HEARD.join(', ')}`,
});
const on = field(z.boolean(), { code: 'on_invalido', rule: 'true or false' });

/** What is said of a channel, besides its name. */
const settings = z.strictObject({
  url: url.optional(),
  to: to.optional(),
  hears: hears.optional(),
  tags: tagsField.nullish(),
  on: on.optional(),
  ...sendingFields,
});

const arns = z.array(z.string()).optional().describe('AWS topics and event buses a channel can use.');
const texts = z.literal(true).optional().describe('Whether a channel can text a number.');

const own = { toolset: 'fleet', auth: 'owner', status: 200 } as const;
const params = z.object({ id: z.string() });
const REFUSED = ['nome_obrigatorio', 'nome_invalido', 'destino_invalido', 'alert_url_invalida', 'alert_to_invalido', 'hears_invalido', 'tags_invalidas', 'on_invalido', 'canal_invalido', 'campo_desconhecido'] as const; // prettier-ignore

/** An address that is not the account's own is a registration, as an `alert_to` is, and asked. */
const charges = { skus: ['email_alert'] } as const;
const REFUSED_MAIL = ['pagamento_necessario', 'limite_monitores', 'muitas_confirmacoes'] as const;

/** Whether a channel works. */
export const channelOperations = {
  testChannel: {
    ...own,
    area: 'alerts',
    method: 'POST',
    path: '/api/channels/:id/test',
    throttle: 'test',
    summary: 'Sends a marked test through a channel and returns the result.',
    hints: { openWorld: true },
    params,
    output: { json: channel },
    errors: ['not_found', 'conflito', 'muitos_testes'],
  },
} as const satisfies Record<string, Operation>;

/** The channels of an owner: said once who should hear, for every monitor there is and will be. */
export const channelSettingOperations = {
  listChannels: {
    ...own,
    area: 'monitors',
    method: 'GET',
    path: '/api/channels',
    summary: 'Lists your channels: where the alerts of all your monitors go.',
    output: { json: z.strictObject({ channels: z.array(channel), arns, texts }) },
    errors: [],
  },
  createChannel: {
    ...own,
    area: 'monitors',
    method: 'POST',
    path: '/api/channels',
    status: 201,
    summary: `Creates a channel for every monitor, present and future, which gets open incidents at once; at most ${LIMITS.channelsMax}.`,
    body: { json: settings.extend({ name: nameField.optional() }) },
    rules: { destino_invalido: 'A url or a to, not both.' },
    output: { json: channel },
    charges,
    errors: [...REFUSED, ...REFUSED_MAIL, 'limite_canais', 'conflito'],
  },
  patchChannel: {
    ...own,
    area: 'monitors',
    method: 'PATCH',
    path: '/api/channels/:id',
    summary:
      'Changes a channel; if where it leads or what it gets changes, open incidents are sent there once.',
    params,
    body: { json: settings.extend({ name: nameField.optional() }) },
    rules: { destino_invalido: 'A url stays a url, a to a to.' },
    output: { json: channel },
    charges,
    errors: ['not_found', ...REFUSED, ...REFUSED_MAIL, 'conflito'],
  },
  putChannel: {
    ...own,
    area: 'monitors',
    // An agent has the two calls that this one is.
    toolset: false,
    method: 'PUT',
    path: '/api/channels/by-name/:name',
    status: [200, 201],
    summary: 'Creates the channel of a name, or changes it to exactly these settings; keys and headers stay.',
    params: z.object({ name: z.string() }),
    query: z.object(dryRunQuery),
    body: { json: settings },
    rules: { destino_invalido: 'A url stays a url, a to a to.' },
    output: { json: channel },
    charges,
    errors: [...REFUSED, ...REFUSED_MAIL, 'limite_canais', 'conflito'],
  },
  deleteChannel: {
    ...own,
    area: 'monitors',
    method: 'DELETE',
    path: '/api/channels/:id',
    summary: 'Deletes a channel; what it has not sent yet is dropped.',
    hints: { destructive: true, idempotent: true },
    params,
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors: ['not_found', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
