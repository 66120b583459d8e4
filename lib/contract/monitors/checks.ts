import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import type { Operation } from '../operation.ts';
import { CHECKS_PATH, CHECKS_VERSION } from './checks-paths.ts';

const seconds = z.int();
const text = z.string();
const flag = z.boolean();

/** What a read-only key is not shown. */
const writers = {
  uuid: text.optional(),
  ping_url: text.optional(),
  update_url: text.optional(),
  pause_url: text.optional(),
  resume_url: text.optional(),
  channels: text.optional(),
};

/** A check as Healthchecks shows it. */
const check = z.strictObject({
  name: text,
  slug: text,
  tags: text,
  desc: text,
  grace: seconds,
  n_pings: z.int().meta({ description: '1 once pinged, else 0: pings are not counted here.' }),
  status: z.enum(['new', 'up', 'grace', 'down', 'paused', 'started']),
  started: flag,
  last_ping: text.nullable(),
  next_ping: text.nullable(),
  manual_resume: flag,
  methods: z.literal(''),
  subject: z.literal(''),
  subject_fail: z.literal(''),
  start_kw: z.literal(''),
  success_kw: z.literal(''),
  failure_kw: z.literal(''),
  filter_subject: z.literal(false),
  filter_body: z.literal(false),
  filter_http_body: z.literal(false),
  filter_default_fail: z.literal(false),
  badge_url: text,
  last_duration: seconds.optional(),
  ...writers,
  unique_key: text
    .optional()
    .meta({ description: 'To a read-only key, which is shown nothing that it could ping by.' }),
  timeout: seconds.optional(),
  schedule: text.optional(),
  tz: text.optional(),
});

const unread = z.unknown().optional();

/** Read by `readSpec`, which refuses in the words of Healthchecks; fields that it does not know are ignored, as there. */
const spec = z.looseObject({
  api_key: unread.meta({ description: 'The key, where no X-Api-Key is sent.' }),
  name: unread,
  slug: unread,
  tags: unread.meta({ description: 'With blanks between them.' }),
  desc: unread,
  timeout: unread.meta({ description: 'Seconds from 60 to 31536000.' }),
  grace: unread.meta({ description: 'Seconds from 60 to 31536000; of a schedule to 86400.' }),
  schedule: unread.meta({ description: 'A cron expression of five fields.' }),
  tz: unread,
  channels: unread.meta({ description: '`*` for all, empty for none.' }),
  manual_resume: unread,
  unique: unread.meta({ description: 'Fields that identify an existing check to change instead.' }),
});

const common = {
  area: 'monitors',
  tag: 'switch',
  toolset: false,
  status: 200,
  // There a HEAD is 405.
  noHead: true,
  headers: [CHECKS_VERSION],
  query: z.looseObject({}),
  refusesInKind: true,
  refusals: {
    statuses: [400, 401, 403, 404, 409, 413, 503],
    json: z.strictObject({
      error: z.string().meta({ description: 'Words of Healthchecks, or a plain sentence.' }),
    }),
  },
  errors: [],
} as const satisfies Partial<Operation>;

const one = {
  ...common,
  params: z.object({ check: z.string().meta({ description: 'The UUID of a check.' }) }),
} as const satisfies Partial<Operation>;
const anyKey = z.object({
  check: z.string().meta({ description: 'The UUID of a check, or its `unique_key`.' }),
});

const written = { json: check };
const body = { json: spec };

/**
 * The management API of Healthchecks, versions 1 to 3, for programs that speak it (decisions/059). Version 3 stands for all: what
 * comes by another path is led here, and the operation is told which version was asked (`lib/contract/monitors/checks-paths.ts`).
 */
export const checkOperations = {
  listChecks: {
    ...common,
    method: 'GET',
    path: `${CHECKS_PATH}/checks`,
    auth: 'owner',
    summary: 'Lists your monitors as Healthchecks checks.',
    query: z.looseObject({
      tag: z.array(z.string()).optional().meta({ description: 'Only checks with all of these tags.' }),
      slug: z.string().optional(),
    }),
    output: { json: z.strictObject({ checks: z.array(check) }) },
  },
  createCheck: {
    ...common,
    method: 'POST',
    path: `${CHECKS_PATH}/checks`,
    auth: 'owner',
    status: [201, 200],
    summary: 'Creates a monitor as a Healthchecks check, or with `unique` changes an existing one.',
    body,
    bodyOptional: true,
    anyContentType: true,
    output: written,
  },
  getCheck: {
    ...one,
    method: 'GET',
    path: `${CHECKS_PATH}/checks/:check`,
    auth: 'owner',
    summary: 'Returns one monitor as a Healthchecks check.',
    params: anyKey,
    output: written,
  },
  updateCheck: {
    ...one,
    method: 'POST',
    path: `${CHECKS_PATH}/checks/:check`,
    auth: 'owner',
    summary: 'Changes the sent fields of a Healthchecks check.',
    body,
    bodyOptional: true,
    anyContentType: true,
    output: written,
  },
  deleteCheck: {
    ...one,
    method: 'DELETE',
    path: `${CHECKS_PATH}/checks/:check`,
    auth: 'owner',
    summary: 'Deletes a monitor and returns the check it was.',
    output: written,
  },
  pauseCheck: {
    ...one,
    method: 'POST',
    path: `${CHECKS_PATH}/checks/:check/pause`,
    auth: 'owner',
    hints: { idempotent: true },
    summary: 'Pauses a check for 30 days, the longest pause here.',
    output: written,
  },
  resumeCheck: {
    ...one,
    method: 'POST',
    path: `${CHECKS_PATH}/checks/:check/resume`,
    auth: 'owner',
    summary: 'Ends the pause of a check.',
    output: written,
  },
  listCheckPings: {
    ...one,
    method: 'GET',
    path: `${CHECKS_PATH}/checks/:check/pings`,
    auth: 'owner',
    noReaders: true,
    summary: `Lists the last ${LIMITS.eventsDefault} pings of a check.`,
    output: {
      json: z.strictObject({
        pings: z.array(
          z.strictObject({
            type: z.enum(['success', 'start', 'fail', 'log', 'ign']),
            date: text,
            n: z.int().meta({ description: 'When it came, in milliseconds: pings have no numbers here.' }),
            scheme: text,
            remote_addr: z.null().meta({ description: 'Addresses are not kept.' }),
            method: text,
            ua: z.literal(''),
            rid: text.nullable(),
            body_url: text.nullable(),
            duration: z.number().optional(),
          }),
        ),
      }),
    },
  },
  getCheckPingBody: {
    ...one,
    method: 'GET',
    path: `${CHECKS_PATH}/checks/:check/pings/:n/body`,
    auth: 'owner',
    noReaders: true,
    summary: 'Returns what a job sent with a ping.',
    params: one.params.extend({ n: z.string().meta({ description: 'Of the ping.' }) }),
    output: { contentType: 'text/plain; charset=utf-8' },
  },
  listCheckFlips: {
    ...one,
    method: 'GET',
    path: `${CHECKS_PATH}/checks/:check/flips`,
    auth: 'owner',
    summary: 'Lists when a check went down and up again, newest first.',
    params: anyKey,
    query: z.looseObject({
      seconds: z.string().optional().meta({ description: 'Only the last so many seconds.' }),
      start: z.string().optional().meta({ description: 'From this Unix time on.' }),
      end: z.string().optional().meta({ description: 'Before this Unix time.' }),
    }),
    output: {
      json: z.strictObject({
        flips: z.array(z.strictObject({ timestamp: text, up: z.union([z.literal(0), z.literal(1)]) })),
      }),
    },
  },
  listCheckChannels: {
    ...common,
    method: 'GET',
    path: `${CHECKS_PATH}/channels`,
    auth: 'owner',
    noReaders: true,
    summary: 'Lists your channels as Healthchecks does.',
    output: {
      json: z.strictObject({
        channels: z.array(z.strictObject({ id: text, name: text, kind: text })),
      }),
    },
  },
  listCheckBadges: {
    ...common,
    method: 'GET',
    path: `${CHECKS_PATH}/badges`,
    auth: 'owner',
    summary: 'Lists the addresses of a badge for each tag, and for all checks as `*`.',
    output: {
      json: z.strictObject({
        badges: z.record(
          z.string(),
          z.strictObject({ svg: text, svg3: text, json: text, json3: text, shields: text, shields3: text }),
        ),
      }),
    },
  },
  getChecksStatus: {
    ...common,
    method: 'GET',
    path: `${CHECKS_PATH}/status`,
    auth: 'none',
    summary: 'Answers `OK` while the service and its table are up.',
    output: { contentType: 'text/plain; charset=utf-8' },
  },
} as const satisfies Record<string, Operation>;

type Answered<Name extends 'getCheck' | 'listCheckPings' | 'listCheckFlips'> = z.output<
  (typeof checkOperations)[Name]['output']['json']
>;
/** A check as Healthchecks shows it. */
export type CheckView = Answered<'getCheck'>;
export type PingsView = Answered<'listCheckPings'>['pings'];
export type FlipsView = Answered<'listCheckFlips'>['flips'];
