import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { readShownId } from '../../domain/monitors/monitor-id.ts';
import { field } from '../field.ts';

const LARGEST = 2_147_483_647;
const NAME_MAX_CHARS = 200;
const code = 'valor_invalido';
const whole = (least: number, most: number) => `a whole number from ${least} to ${most}`;
const reading = (least: number) =>
  field(z.int().min(least).max(LARGEST), { code, rule: whole(least, LARGEST) });

/** A ping by identity: the detail of an event `rollcall.ping`, and what the function `hook` is called with. */
export const ownPing = z.strictObject({
  slug: field(z.string().min(1).max(NAME_MAX_CHARS), {
    code: 'slug_invalido',
    rule: `the name of a job, of 1 to ${NAME_MAX_CHARS} characters`,
  }).optional(),
  id: field(
    z.string().refine((text) => readShownId(text) !== undefined),
    { code, rule: 'the id of a monitor', isSecret: true },
  ).optional(),
  kind: field(z.enum(['success', 'start', 'fail', 'log']), {
    code,
    rule: 'success, start, fail or log',
  }).optional(),
  exit_code: field(z.int().min(0).max(LIMITS.exitCodeMax), {
    code: 'exit_code_fora_da_faixa',
    rule: whole(0, LIMITS.exitCodeMax),
  }).optional(),
  rid: field(z.string().regex(new RegExp(`^[A-Za-z0-9._-]{1,${LIMITS.ridMaxChars}}$`)), {
    code,
    rule: `1 to ${LIMITS.ridMaxChars} of the characters A-Z a-z 0-9 . _ -`,
  }).optional(),
  output: field(z.string(), { code, rule: 'a text', isSecret: true }).optional(),
  status: reading(-LARGEST).optional(),
  latency_ms: reading(0).optional(),
  interval: field(z.int().min(LIMITS.intervalMinSec).max(LIMITS.intervalMaxSec), {
    code: 'intervalo_invalido',
    rule: `${whole(LIMITS.intervalMinSec, LIMITS.intervalMaxSec)}, in seconds`,
  }).optional(),
  cron: field(z.string().max(NAME_MAX_CHARS), {
    code: 'cron_invalido',
    rule: 'a cron expression of five fields',
  }).optional(),
  tz: field(z.string().max(NAME_MAX_CHARS), {
    code: 'tz_invalida',
    rule: 'an IANA time zone, or UTC',
  }).optional(),
});
