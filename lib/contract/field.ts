import * as z from 'zod';
import type { ErrorCode } from './errors.ts';

/** What a refused field answers: its code and the rule in words. */
export interface FieldRule {
  code: ErrorCode;
  /** Completes "<field> must be …". */
  rule: string;
  /** The code when the field is missing or blank, if it differs. */
  missing?: ErrorCode;
  /** What was sent is not repeated in the refusal. */
  isSecret?: true;
}

/** The rules by schema; `runtime/input` turns a failed parse into the right code and sentence with it. */
export const fieldRules = z.registry<FieldRule>();

/** A field with the code and sentence it is refused with; the rule is its description in OpenAPI too. */
export function field<T extends z.ZodType>(schema: T, rule: FieldRule): T {
  const described = schema.meta({ description: rule.rule });
  fieldRules.add(described, rule);
  return described;
}
