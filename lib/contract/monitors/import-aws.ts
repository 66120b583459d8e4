import * as z from 'zod';
import { SKUS } from '../../domain/billing/allowance.ts';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { importCosts, importQuery } from './every-import.ts';

const text = z.string().optional();

const target = z.looseObject({
  Arn: z.string().max(1_600),
  Input: z.unknown().optional(),
  EcsParameters: z.looseObject({ TaskDefinitionArn: text, Group: text }).optional(),
  BatchParameters: z.looseObject({ JobDefinition: text }).optional(),
});
const timed = { Name: z.string().min(1).max(64), Arn: text, State: text };

/** As `aws scheduler get-schedule` prints a schedule. */
const awsSchedule = z.looseObject({
  ...timed,
  ScheduleExpression: z.string().max(256),
  ScheduleExpressionTimezone: text,
  EndDate: text,
  FlexibleTimeWindow: z
    .looseObject({ Mode: text, MaximumWindowInMinutes: z.int().min(1).max(1_440).optional() })
    .optional(),
  Target: target,
});

/** As `aws events list-rules` prints a rule, with what `list-targets-by-rule` says of it. */
const awsRule = z.looseObject({
  ...timed,
  ScheduleExpression: text,
  Targets: z.array(target).max(10).optional(),
});

const listOf = <T extends z.ZodType>(each: T, of: string) =>
  field(z.array(each).max(LIMITS.importMaxMonitors), {
    code: 'corpo_invalido',
    rule: `a list of at most ${LIMITS.importMaxMonitors} ${of}`,
  }).optional();

const schedules = listOf(awsSchedule, 'schedules as aws scheduler get-schedule prints them');
const rules = listOf(awsRule, 'rules as aws events list-rules prints them, each with its Targets');

const awsPlace = {
  from: z.enum(['schedules', 'rules']),
  index: z.int().meta({ description: 'Of the entry in that list, from 0.' }),
  name: z.string(),
};
const awsKnown = { ...awsPlace, slug: z.string() };

/** Schedules of EventBridge that are brought along (docs/aws-jobs.md). */
export const awsImportOperations = {
  importAws: {
    area: 'monitors',
    method: 'POST',
    path: '/api/import/aws',
    throttle: 'bulk',
    toolset: false,
    auth: 'owner',
    status: 200,
    summary:
      'Proposes a monitor for each job of an EventBridge schedule, expected at the same minutes; with apply=1 creates them, all or none.',
    query: z.object({ ...importQuery }),
    body: {
      json: z.strictObject({ schedules, rules, Schedules: schedules, Rules: rules }),
    },
    bodyMaxBytes: LIMITS.importMaxBytes,
    output: {
      json: z.strictObject({
        applied: z.boolean(),
        would_create: z.int(),
        proposals: z
          .array(
            z.strictObject({
              ...awsKnown,
              cron: z.string().optional(),
              tz: z.string().optional(),
              grace_sec: z.int().optional(),
              interval_sec: z.int().optional(),
              wiring: z.strictObject({ by: z.enum(['events', 'destinations', 'ping']), detail: z.string() }),
            }),
          )
          .meta({ description: 'The new monitors, and how each hears from its job.' }),
        existing: z
          .array(z.strictObject({ ...awsKnown, id: z.string(), differs: z.array(z.string()) }))
          .meta({ description: 'Jobs whose monitor you have. An import leaves them as they are.' }),
        left_out: z
          .array(z.strictObject({ ...awsPlace, detail: z.string() }))
          .meta({ description: 'What is left out, and why.' }),
        lost: z
          .array(z.strictObject({ ...awsPlace, field: z.string(), detail: z.string() }))
          .meta({ description: 'Where a new monitor differs from its schedule.' }),
        created: z.array(z.strictObject({ ...awsKnown, id: z.string(), ingest_url: z.string() })).optional(),
        ...importCosts,
      }),
    },
    charges: { skus: SKUS, times: LIMITS.importMaxMonitors },
    errors: [
      'campo_desconhecido',
      'pagamento_necessario',
      'limite_monitores',
      'revividos_demais',
      'conflito',
      'not_found',
    ],
  },
} as const satisfies Record<string, Operation>;
