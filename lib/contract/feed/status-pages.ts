import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';
import { tagsField } from '../monitors/monitor-input.ts';
import type { Operation } from '../operation.ts';

const statusPage = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    note: z.string(),
    tags: z.array(z.string()).meta({ description: 'Of the monitors on it; empty for all of them.' }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'What its address ends in; null where a secret stands there.' }),
    url: z.string().nullable().meta({
      description:
        'Where it is, with `.json` behind it as JSON; null after the service secret was changed, until it gets a new address.',
    }),
    indexed: z.boolean().meta({ description: 'Whether search engines may list it.' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'StatusPage' });

export type StatusPageView = z.infer<typeof statusPage>;

const code = 'pagina_invalida';
const title = field(z.string(), { code, rule: `a text of 1 to ${LIMITS.nameMaxChars} characters` });
const fields = {
  note: field(z.string(), { code, rule: `a text of up to ${LIMITS.pageNoteMaxChars} characters` }).nullish(),
  tags: tagsField.nullish(),
  address: field(z.string(), {
    code,
    rule: `3 to ${LIMITS.pageAddressMaxChars} characters out of a-z 0-9 and -, or null for a secret`,
  }).nullish(),
  indexed: field(z.boolean(), { code, rule: 'true or false' }).optional(),
};

// What the console and scripts need; agents read monitors themselves.
const own = { area: 'feed', toolset: false, auth: 'owner', status: 200 } as const;
const params = z.object({ id: z.string() });
const output = { json: statusPage };
const secrets = ['url'] as const;
const REFUSED = [code, 'tags_invalidas', 'campo_desconhecido', 'endereco_em_uso', 'conflito'] as const;

const instant = z.iso.datetime();
const shownMonitor = z.strictObject({
  id: z.string(),
  name: z.string(),
  standing: z.enum([
    'ok',
    'late',
    'waiting',
    'paused',
    'inactive',
    'failing',
    'running too long',
    'beyond its threshold',
  ]),
  group: z.string().nullable().meta({ description: 'The tag of the page that it stands under.' }),
  since: instant.nullable().meta({ description: 'Since when something is wrong.' }),
  last_event_at: instant.nullable(),
  maintenance: z.strictObject({ until: instant }).nullable(),
  up_percent: z.number().nullable(),
  down_sec_by_day: z
    .array(z.int().nullable())
    .meta({ description: 'The last 90 days of UTC, today last; null where nothing is known.' }),
});

const shownPage = z
  .strictObject({
    title: z.string(),
    note: z.string(),
    generated_at: instant,
    all_ok: z.boolean(),
    monitors: z.array(shownMonitor),
    incidents: z.array(
      z.strictObject({
        id: z.string().meta({ description: 'The id of the monitor on this page.' }),
        name: z.string(),
        reason: z.enum(['silence', 'fail', 'too_long', 'threshold']),
        from: instant,
        until: instant.nullable(),
      }),
    ),
    _links: z.record(z.string(), z.string()),
  })
  .meta({ id: 'StatusPageStatus' });

const open = {
  area: 'feed',
  toolset: false,
  method: 'GET',
  auth: 'none',
  status: 200,
  params: z.object({ page: z.string() }),
  conditional: true,
  refusesInKind: true,
  errors: ['not_found'],
} as const;

/** Pages on which an owner shows some of its monitors, each at an address of its own. */
export const statusPageOperations = {
  listStatusPages: {
    ...own,
    method: 'GET',
    path: '/api/status-pages',
    summary: 'Lists your status pages.',
    output: { json: z.strictObject({ pages: z.array(statusPage) }) },
    errors: [],
  },
  createStatusPage: {
    ...own,
    method: 'POST',
    path: '/api/status-pages',
    status: 201,
    summary: `Makes a status page of the monitors with some tags, or of all; at most ${LIMITS.statusPagesMax}.`,
    body: { json: z.strictObject({ title, ...fields }) },
    output,
    secrets,
    errors: [...REFUSED, 'limite_paginas'],
  },
  getStatusPage: {
    ...own,
    method: 'GET',
    path: '/api/status-pages/:id',
    summary: 'Returns a status page: its settings and where it is.',
    params,
    output,
    errors: ['not_found'],
  },
  patchStatusPage: {
    ...own,
    method: 'PATCH',
    path: '/api/status-pages/:id',
    summary: 'Changes a status page; with another `address` the old one ends at once.',
    params,
    body: { json: z.strictObject({ title: title.optional(), ...fields }) },
    output,
    secrets,
    errors: ['not_found', ...REFUSED],
  },
  deleteStatusPage: {
    ...own,
    method: 'DELETE',
    path: '/api/status-pages/:id',
    summary: 'Ends a status page with its address and badges.',
    hints: { destructive: true, idempotent: true },
    params,
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors: ['not_found', 'conflito'],
  },
  rotateStatusPage: {
    ...own,
    method: 'POST',
    path: '/api/status-pages/:id/rotate',
    summary: 'Gives a status page a new secret address; the old one and its badges end at once.',
    hints: { destructive: true },
    params,
    output,
    secrets,
    errors: ['not_found', 'conflito'],
  },
  showStatusPage: {
    ...open,
    path: '/status/:page',
    query: z.object({
      wall: z
        .string()
        .optional()
        .meta({ description: '`1` fills a screen on a wall with tiles in large type.' }),
    }),
    summary: 'A status page: how its monitors stand, 90 days of each, and what was wrong.',
    output: { contentType: 'text/html; charset=utf-8' },
  },
  showStatusPageJson: {
    ...open,
    path: '/status/:page.json',
    summary: 'A status page as JSON.',
    output: { json: shownPage },
  },
  showPageBadge: {
    ...open,
    path: '/status/:page/:badge.svg',
    summary: 'A badge of a status page: of all on it, of those with a tag, or of one.',
    params: z.object({
      page: z.string(),
      badge: z.string().meta({ description: '`all`, `tag-` and a tag, or the id of a monitor on the page.' }),
    }),
    output: { contentType: 'image/svg+xml; charset=utf-8' },
  },
} as const satisfies Record<string, Operation>;
