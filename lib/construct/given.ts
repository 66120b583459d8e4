import { Token, type Duration } from 'aws-cdk-lib';
import { shown } from '../domain/decision.ts';

/** A text that is known at synthesis. Throws where it is a value of the deployment. */
export function synthesisedText(field: string, value: string): string {
  if (Token.isUnresolved(value)) throw new Error(unknown(field));
  return value;
}

/** Whole seconds within bounds. */
export function seconds(
  field: string,
  duration: Duration,
  { min, max }: { min: number; max: number },
): number {
  if (duration.isUnresolved()) throw new Error(unknown(field));
  const value = duration.toSeconds({ integral: false });
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${field} must be ${min} to ${max} whole seconds; got ${shown(value)}.`);
}

const unknown = (field: string) =>
  `${field} must be known when the app is synthesised; it is a value that the deployment alone knows.`;
