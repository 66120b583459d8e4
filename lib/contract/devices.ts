import * as z from 'zod';
import { DEVICE_ID_FORM } from '../domain/device/device-id.ts';
import { LIMITS } from '../domain/limits.ts';
import { COOKIES } from './cookies.ts';
import { ambiente } from './device-output.ts';
import { field } from './field.ts';
import type { Operation } from './operation.ts';

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
  rule: 'a UUID v4, which becomes the id; a repeat with the same one is done once',
});

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
    auth: 'optional',
    status: 200,
    summary: 'Lists your devices, the oldest first; none without a credential.',
    output: { json: z.strictObject({ ambientes: z.array(ambiente) }) },
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
      'Names a machine, which may then tell for one hour what it is; without a credential makes a guest.',
    hints: { idempotent: false },
    headers: ['origin', 'sec-fetch-site'],
    cookies: { reads: [COOKIES.guest], sets: [COOKIES.guest], ownPagesOnly: true },
    answersWith: {
      'X-Guest-Token':
        'The token of the guest that was made, shown once; absent where a credential was sent.',
    },
    query: z.strictObject({}),
    body: {
      json: z.strictObject({ nome, grupo: grupo.nullish(), request_id: requestId.nullish() }),
    },
    bodyMaxBytes: LIMITS.deviceBodyMaxBytes,
    output: { json: z.strictObject({ ambiente }) },
    errors: [
      'nome_obrigatorio',
      'nome_invalido',
      'grupo_invalido',
      'request_id_invalido',
      'campo_desconhecido',
      'consulta_invalida',
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
    summary: 'Returns one device; while it may report, with what to run on it.',
    errors: ['not_found'],
  },
  patchDevice: {
    ...own,
    method: 'PATCH',
    path: '/api/ambientes/:id',
    summary: 'Changes the name or the group of a device.',
    body: { json: z.strictObject({ nome: nome.optional(), grupo: grupo.nullish() }) },
    bodyMaxBytes: LIMITS.deviceBodyMaxBytes,
    errors: [
      'not_found',
      'nome_obrigatorio',
      'nome_invalido',
      'grupo_invalido',
      'campo_desconhecido',
      'conflito',
    ],
  },
  deleteDevice: {
    ...own,
    method: 'DELETE',
    path: '/api/ambientes/:id',
    summary: 'Removes a device and all that is collected of it; what it sends from then on is refused.',
    output: { json: z.strictObject({ ok: z.literal(true), id: z.string(), deleted: z.literal(true) }) },
    errors: ['not_found', 'conflito'],
  },
} as const satisfies Record<string, Operation>;

export type CreateDeviceBody = z.infer<(typeof deviceOperations)['createDevice']['body']['json']>;
