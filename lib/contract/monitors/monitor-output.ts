import * as z from 'zod';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { billingNote } from '../billing/billing-note.ts';
import { dryRunMark } from '../repeats.ts';

/** What a silence deadline is the sum of: `counts_from` + `tolerance_sec` + `held_sec`. */
export const deadlineSumSchema = z.strictObject({
  counts_from: z.iso.datetime().meta({
    description: 'The last ping, the end of a later pause, or the expected scheduled run.',
  }),
  from: z.enum(['ping', 'pause', 'schedule']).meta({ description: 'Which of them.' }),
  tolerance_sec: z.int().meta({ description: 'The interval, or the grace of a schedule.' }),
  held_sec: z.int().meta({ description: 'How far it moved because pings could not reach us.' }),
});

const instant = z.iso.datetime();
const instantOrNull = instant.nullable();
const intOrNull = z.int().nullable();
const textOrNull = z.string().nullable();

export const templates = z.strictObject({
  ingest_curl: z.string(),
  ingest_cron: z.string(),
  ingest_n8n: z.string(),
  miss_json: z.string(),
  recovery_json: z.string(),
  miss_url_hint: z.string(),
  aws_put_events: z.string().optional().meta({
    description:
      'A ping by an event, without a secret; only to the owner whose jobs of AWS the deployment listens to, on monitors of its ingest key.',
  }),
  aws_invoke: z.string().optional().meta({ description: 'The same by a call of the function `hook`.' }),
});

/** Not in the specification: a job can be on time, hence `ok`, and failing. */
export const incident = z
  .strictObject({
    number: z.int().meta({ description: '1 for the first incident; alerts carry the same number.' }),
    reason: z.enum(['silence', 'fail', 'too_long', 'threshold']),
    since: instant.meta({ description: 'When it truly began, which is before the first alert.' }),
  })
  .nullable()
  .meta({
    description:
      'What is wrong now, as the next check will report it; null if nothing is. A success closes it at once.',
  });

/** While too few runs of a monitor were seen to say what it does, of which nobody has said it. */
export const learning = z.strictObject({ runs: z.int(), of: z.int() }).nullable().meta({
  description: 'How many of the needed runs were seen; null if no rhythm is sought, or one was found.',
});

/** SPEC.md "Monitor". */
export const monitor = z
  .strictObject({
    id: z.string(),
    slug: z.string().optional().meta({
      description: 'Its job name for the ingest key; absent without one.',
    }),
    name: z.string(),
    interval_sec: z.int(),
    cron: textOrNull,
    tz: textOrNull,
    grace_sec: intOrNull,
    next_expected_at: instantOrNull,
    deadline_at: instantOrNull.meta({
      description: 'Without a ping by then it is late; null while nothing is expected.',
    }),
    alert_to: textOrNull.meta({
      description: `An address; \`${ORGANIZATION}\` for the owners and admins of the organization, as they are when a mail goes out; null where nobody is mailed.`,
    }),
    alert_url: textOrNull,
    last_event_at: instantOrNull,
    last_status: intOrNull,
    last_latency_ms: intOrNull,
    last_start_at: instantOrNull,
    last_run_id: textOrNull,
    last_duration_ms: intOrNull,
    duration: z.strictObject({ samples: intOrNull, p50_ms: intOrNull, max_ms: intOrNull }).optional(),
    max_duration_sec: intOrNull,
    alert_pending: z.enum(['fail', 'recovery']).nullable(),
    miss_count: z.int(),
    incident,
    alerted_at: instantOrNull,
    alert_repeat_sec: z.int(),
    alert_after_failures: z.int().meta({
      description: 'How many runs in a row must fail before a failure alerts and opens an incident.',
    }),
    alert_channels: z.boolean().meta({
      description: "Whether its owner's channels also send its alerts.",
    }),
    channel_ids: z.array(z.string()).optional().meta({
      description:
        "Its owner's channels that send its alerts now; only to the owner, in the list and on GET /api/endpoints/:id.",
    }),
    failures_in_a_row: z.int().optional().meta({
      description:
        'Failed runs since the last success, or since `alert_after_failures` was raised above 1; present if it is.',
    }),
    tags: z.array(z.string()),
    paused_until: instantOrNull,
    state: z.enum(['ok', 'late', 'waiting', 'paused', 'inactive']),
    active: z.boolean(),
    healthy: z.boolean(),
    overdue: z.boolean(),
    waiting_first_ping: z.boolean(),
    created_at: instant,
    ingest_url: z.string(),
    token: z.string().optional(),
    status_url: z.string().optional(),
    events_url: z.string().optional(),
    curl_example: z.string().optional(),
    templates: templates.optional(),
    alert_to_confirmed: z.boolean().optional().meta({
      description:
        'Whether the address has confirmed these alerts, or anybody of the organization gets them; absent if nobody is e-mailed.',
    }),
    webhook_secret: z.string().optional().meta({
      description:
        'Standard Webhooks secret that signs the POSTs to alert_url; only to the owner. For 24 hours after a rotation the one before signs them too.',
    }),
    proposal: z.strictObject({ id: z.string(), kind: z.string(), text: z.string() }).nullable().meta({
      description:
        'What its runs suggest, in one line; GET /api/endpoints/:id/proposal has the details. In a list as of the last daily look.',
    }),
    learning,
    threshold: z
      .strictObject({ device_id: z.string(), rule: z.string(), over_at: z.string() })
      .optional()
      .meta({ description: 'Of a number of a device, such as `above 90%`: no ping moves it.' }),
    billing: billingNote,
    dry_run: dryRunMark,
    last_check_at: instantOrNull.optional().meta({
      description: 'When the periodic check last completed; only on GET /api/endpoints/:id.',
    }),
    deadline: deadlineSumSchema.nullable().optional().meta({
      description: 'How `deadline_at` adds up; only on GET /api/endpoints/:id.',
    }),
    blind_window: z.strictObject({ from: instant, to: instantOrNull }).nullable().optional().meta({
      description:
        'The last time the service could not receive pings; silence deadlines in it moved by its length.',
    }),
    maintenance: z.strictObject({ name: z.string(), until: instant }).nullable().optional().meta({
      description:
        'While in maintenance: it sends no new alerts until its end; in the list and on GET /api/endpoints/:id.',
    }),
    failing_channels: z
      .array(
        z.strictObject({
          channel: z.enum(['email', 'webhook']),
          channel_id: z.string().optional().meta({ description: 'Of a channel of the owner.' }),
          address: textOrNull.meta({
            description: 'The host of alert_url, or alert_to; null for a channel of the owner.',
          }),
          since: instant,
          detail: z.string().meta({ description: 'Why it fails, in one sentence.' }),
        }),
      )
      .optional()
      .meta({ description: 'Channels whose last deliveries all failed. They stay switched on.' }),
    next_runs: z.array(instant).optional().meta({
      description: 'The next five scheduled runs; only on GET /api/endpoints/:id of a monitor with cron.',
    }),
    hint: z
      .strictObject({
        kind: z.enum(['zone', 'early']),
        detail: z.string(),
        patch: z.record(z.string(), z.unknown()),
      })
      .nullable()
      .optional()
      .meta({ description: 'What is probably wrong with the schedule, and the PATCH that fixes it.' }),
  })
  .meta({ id: 'Monitor' });

/** SPEC.md "Ping". `id` names the event for later reads. */
export const ping = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['ping', 'start', 'fail', 'log']),
    rid: textOrNull,
    duration_ms: intOrNull,
    exit_code: intOrNull,
    at: instant,
    status: intOrNull,
    latency_ms: intOrNull,
    source: z.enum(['get', 'post']).nullable(),
    has_body: z.boolean().meta({ description: 'Whether GET …/events/:event/body has what the job sent.' }),
    maintenance: z
      .string()
      .optional()
      .meta({ description: 'The maintenance during which it came, by name.' }),
  })
  .meta({ id: 'Ping' });

/** What of a monitor is a secret of its owner's. */
export const monitorSecrets = ['token', 'status_url', 'events_url', 'webhook_secret'] as const;

export type MonitorSecret = (typeof monitorSecrets)[number];
export type MonitorView = z.infer<typeof monitor>;
export type PingView = z.infer<typeof ping>;
