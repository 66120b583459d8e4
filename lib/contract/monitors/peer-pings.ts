import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { everySignal } from './every-signal.ts';
import { SNITCH_PATH } from './ping-paths.ts';

const text = (description: string) => z.string().optional().meta({ description });

const common = {
  ...everySignal,
  tag: 'switch',
  toolset: false,
  refusesInKind: true,
  output: { contentType: 'text/plain; charset=utf-8' },
  errors: ['not_found', 'valor_invalido', 'indisponivel'] satisfies ErrorCode[],
} as const satisfies Partial<Operation>;

const cronitor = {
  ...common,
  query: z.object({
    state: text('`run`, `complete`, `ok`, `tick` or `fail`; `complete` without it. Another value is refused with 400.'),
    series: text('Run id; what no run id of ours may hold is read as `_`.'),
    message: text('Kept as the output of the run.'),
    msg: text('The same as `message`.'),
    status_code: text('Exit status of a `fail`.'),
  }),
}; // prettier-ignore

/**
 * Pings of jobs that ran elsewhere before, for monitors that were imported from there, with the answers that their clients read.
 * At the address of people they stand at `/api/push/…`, `/p/…`, `/ping/…` and `/<token>` as there; here is where those lead
 * (decisions/060).
 */
export const peerPingOperations = {
  pushPing: {
    ...everySignal,
    tag: 'switch',
    toolset: false,
    path: '/in/api/push/:pushToken',
    summary:
      'Records a push as Uptime Kuma takes it at `/api/push/<token>`: `status` that is not `up` is a failure.',
    params: z.object({ pushToken: z.string() }),
    query: z.object({
      status: text('`up`, as without it, or a failure.'),
      msg: text('Kept as the output of the run, unless it is `OK`.'),
      ping: text('Milliseconds, kept as `latency_ms`.'),
    }),
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    refusals: {
      statuses: [404, 500, 503],
      json: z.strictObject({ ok: z.literal(false), msg: z.string() }),
    },
    errors: [],
  },
  telemetryPing: {
    ...cronitor,
    path: '/in/p/:apiKey/:monitor',
    summary: 'Records an event as Cronitor takes it at `/p/<api key>/<monitor>` and at `/ping/…`.',
    params: z.object({ apiKey: z.string(), monitor: z.string() }),
  },
  telemetryPingInState: {
    ...cronitor,
    path: '/in/p/:apiKey/:monitor/:state',
    summary: 'The same with the state in the path; where the query has one too, a failure is one by either.',
    params: z.object({ apiKey: z.string(), monitor: z.string(), state: z.string() }),
  },
  checkInSnitch: {
    ...common,
    path: `${SNITCH_PATH}/:snitch`,
    status: [202, 200],
    summary:
      "Records a check-in as Dead Man's Snitch takes it at `/<token>`: `s` is an exit status, and any but 0 a failure.",
    params: z.object({ snitch: z.string() }),
    query: z.object({
      s: text('Exit status; also in a form in the body.'),
      m: text('Kept as the output of the run; also in a form in the body.'),
    }),
    errors: ['not_found', 'indisponivel'],
  },
} as const satisfies Record<string, Operation>;
