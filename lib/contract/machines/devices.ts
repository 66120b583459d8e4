import * as z from 'zod';
import { DEVICE_ID_FORM } from '../../domain/machines/devices/device.ts';
import { TERMINALS } from '../../domain/machines/devices/facts.ts';
import { LIMITS } from '../../domain/limits.ts';
import { billingNote } from '../billing/billing-note.ts';
import { COOKIES } from '../cookies.ts';
import { ambiente, reportReceipt, shownAmbiente } from './device-output.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { cursor, nextDevices } from '../page.ts';

const nome = field(z.string(), {
  code: 'nome_invalido',
  missing: 'nome_obrigatorio',
  rule: `one line of 1 to ${LIMITS.deviceNameMaxChars} characters`,
});
const grupo = field(z.string(), {
  code: 'grupo_invalido',
  rule: `one line of up to ${LIMITS.deviceGroupMaxChars} characters, or null for none`,
});
const requestId = field(z.string().regex(DEVICE_ID_FORM), {
  code: 'request_id_invalido',
  rule: 'a UUID v4, which becomes the id; a repeat with it is done once',
});

const vigiar = field(z.boolean(), {
  code: 'vigiar_invalido',
  rule: `true for a monitor that is late after ${LIMITS.watchedIntervalSec} s without readings, or false for none`,
});

const report = z.strictObject({
  terminal: field(z.enum(TERMINALS), { code: 'terminal_invalido', rule: 'posix or powershell' }).nullish(),
  saidas: field(z.record(z.string(), z.string()), {
    code: 'saidas_invalidas',
    rule: `an object of at most ${LIMITS.reportOutputsMax} outputs by the id of their step, texts of at most ${LIMITS.reportOutputMaxChars} characters`,
  }).nullish(),
  relatorio: field(z.string(), {
    code: 'relatorio_incompleto',
    rule: 'the complete output of the probe, in place of terminal and saidas',
  }).nullish(),
  conferir: field(z.boolean(), {
    code: 'corpo_invalido',
    rule: 'true for a preview that saves nothing, or false',
  }).nullish(),
});

const machine = {
  area: 'devices',
  auth: 'none',
  status: 200,
  params: z.object({ id: z.string() }),
  toolset: false,
} as const;

const shownDevice = {
  json: z.strictObject({ ambiente, billing: billingNote }),
} as const;

/** Of the monitor that watches; where the shortest free interval is longer than its own, of that too. */
const charges = { skus: ['extra_endpoint', 'fast_interval'] } as const;

const own = {
  area: 'devices',
  auth: 'owner',
  status: 200,
  params: z.object({ id: z.string() }),
  output: { json: z.strictObject({ ambiente }) },
} as const;

/** SPEC.md "Devices". */
export const deviceOperations = {
  listDevices: {
    area: 'devices',
    method: 'GET',
    path: '/api/ambientes',
    conditional: true,
    auth: 'optional',
    status: 200,
    summary: 'Lists your devices, oldest first; none without a credential.',
    query: z.object({ cursor }),
    output: { json: z.strictObject({ ambientes: z.array(ambiente), next_cursor: nextDevices }) },
    errors: [],
  },
  createDevice: {
    area: 'devices',
    method: 'POST',
    path: '/api/ambientes',
    auth: 'optional',
    throttle: 'guest',
    // What was made by an earlier call of the same request_id: 200.
    status: [201, 200],
    summary:
      'Adds a machine, which then has an hour to report what it is; without a credential, creates a guest.',
    hints: { idempotent: false },
    headers: ['origin', 'sec-fetch-site'],
    cookies: { reads: [COOKIES.guest], sets: [COOKIES.guest], ownPagesOnly: true },
    answersWith: {
      'X-Guest-Token': 'The token of the new guest, shown once; absent if a credential was sent.',
    },
    body: {
      json: z.strictObject({
        nome,
        grupo: grupo.nullish(),
        request_id: requestId.nullish(),
        vigiar: vigiar.optional(),
      }),
    },
    bodyMaxBytes: LIMITS.deviceBodyMaxBytes,
    output: shownDevice,
    charges,
    errors: [
      'nome_obrigatorio',
      'nome_invalido',
      'grupo_invalido',
      'request_id_invalido',
      'vigiar_invalido',
      'campo_desconhecido',
      'pagamento_necessario',
      'limite_monitores',
      'guests_off',
      'ambiente_conflitante',
      'limite_ambientes',
      'conflito',
    ],
  },
  getDevice: {
    ...own,
    method: 'GET',
    path: '/api/ambientes/:id',
    conditional: true,
    summary: 'Returns one device; until it has reported, with what to run on it.',
    output: { json: z.strictObject({ ambiente: shownAmbiente }) },
    errors: ['not_found'],
  },
  patchDevice: {
    ...own,
    method: 'PATCH',
    path: '/api/ambientes/:id',
    summary: 'Changes the name or group of a device, or whether it is monitored.',
    body: {
      json: z.strictObject({ nome: nome.optional(), grupo: grupo.nullish(), vigiar: vigiar.optional() }),
    },
    output: shownDevice,
    charges,
    bodyMaxBytes: LIMITS.deviceBodyMaxBytes,
    errors: [
      'not_found',
      'nome_obrigatorio',
      'nome_invalido',
      'grupo_invalido',
      'vigiar_invalido',
      'campo_desconhecido',
      'pagamento_necessario',
      'limite_monitores',
      'conflito',
    ],
  },
  deleteDevice: {
    ...own,
    method: 'DELETE',
    path: '/api/ambientes/:id',
    summary: 'Removes a device and everything collected from it; what it sends afterwards is refused.',
    output: { json: z.strictObject({ ok: z.literal(true), id: z.string(), deleted: z.literal(true) }) },
    errors: ['not_found', 'conflito'],
  },
  submitReport: {
    ...machine,
    method: 'POST',
    path: '/api/ambientes/:id/relatorio',
    summary: "Takes a machine's report on itself, once, within an hour; anyone who knows its id can send it.",
    hints: { idempotent: true },
    body: { json: report },
    bodyMaxBytes: LIMITS.reportMaxBytes,
    tooLarge: 'relatorio_grande',
    anyContentType: true,
    alsoText: true,
    output: { json: reportReceipt },
    errors: [
      'terminal_invalido',
      'saidas_invalidas',
      'relatorio_incompleto',
      'campo_desconhecido',
      'not_found',
      'prazo_encerrado',
      'ja_detectado',
    ],
  },
  showProbe: {
    ...machine,
    method: 'GET',
    path: '/api/ambientes/:id/sonda.sh',
    summary:
      'The script that reads what a machine is and sends it, or prints it (`modo=mostra`); for an hour.',
    query: z.object({
      modo: z.string().optional().meta({ description: '`mostra` prints and sends nothing.' }),
    }),
    refusesInKind: true,
    output: { contentType: 'text/plain; charset=utf-8' },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;

export type CreateDeviceBody = z.infer<(typeof deviceOperations)['createDevice']['body']['json']>;
