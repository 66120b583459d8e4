/** A key that makes repeats of a call the same call (`Idempotency-Key`). */
export function newKey(): string {
  return crypto.randomUUID();
}
