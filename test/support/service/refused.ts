import { expect } from 'vitest';
import type { Operation } from '../../../lib/contract/operation.ts';
import type { Reply, TestService } from './service.ts';
import { wholeTable } from '../table/whole-table.ts';

/** Everything the service's table holds, in a fixed order. */
export async function contentsOf(service: TestService): Promise<Record<string, unknown>[]> {
  const nameOf = (item: Record<string, unknown>) => `${String(item['pk'])} ${String(item['sk'])}`;
  return (await wholeTable(service)).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** What a refusal must be: status, code, and what its sentence names. */
export interface Refused {
  status: number;
  error: string;
  /** Parts of the sentence: the field, the rule, the value. */
  names?: readonly string[];
}

/** Expects a refusal in the one shape `{ error, detail }`, with a sentence, the request id and no caching. */
export function expectRefusal(reply: Reply, refused: Refused): void {
  expect({ status: reply.status, error: reply.json['error'] }).toEqual({
    status: refused.status,
    error: refused.error,
  });
  const keys = refused.status === 402 ? ['error', 'detail', 'x402Version', 'accepts'] : ['error', 'detail'];
  expect(Object.keys(reply.json)).toEqual(keys);
  const detail = String(reply.json['detail']);
  expect(detail).toMatch(/^\S[^\n]*\S$/);
  for (const name of refused.names ?? []) expect(detail).toContain(name);
  expect(reply.headers.get('content-type')).toContain('application/json');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('x-request-id')).toMatch(/\S/);
}

/** The same of an operation that may refuse with a page, which names the code. */
export function expectRefused(
  { refusesInKind, output, refusals }: Operation,
  reply: Reply,
  { status, error }: Refused,
): void {
  // In the words of its protocol.
  if (refusesInKind && refusals) {
    expect([reply.status, refusals.json.safeParse(reply.json).success]).toEqual([status, true]);
    return;
  }
  if (!refusesInKind || 'json' in output) return expectRefusal(reply, { status, error });
  expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(error)]);
}

/** As `expectRefusal`, and that the table is as it was before the call. */
export async function expectNothingWritten(
  service: TestService,
  call: () => Promise<Reply>,
  refused: Refused,
): Promise<void> {
  const before = await contentsOf(service);
  expectRefusal(await call(), refused);
  expect(await contentsOf(service)).toEqual(before);
}
