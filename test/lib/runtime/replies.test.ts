import { expect, it } from 'vitest';
import { Refusal, type ErrorCode } from '../../../lib/contract/errors.ts';
import type { Call } from '../../../lib/runtime/call.ts';
import { errorReply } from '../../../lib/runtime/replies.ts';

const call = { method: 'GET', routeKey: 'GET /api/', requestId: 'request-1' } as Call;

it.each<[ErrorCode, string | undefined]>([
  ['muitas_confirmacoes', undefined],
  ['indisponivel', '5'],
  ['conflito', undefined],
  ['not_found', undefined],
])('a refusal %s says when to come again: %s', (code, seconds) => {
  const { headers } = errorReply(new Refusal(code, 'Because.'), call);

  expect(headers?.['retry-after']).toBe(seconds);
});

it('a refusal that lasts says for how long', () => {
  const { headers } = errorReply(new Refusal('muitas_confirmacoes', 'Because.', {}, 604_800), call);

  expect(headers?.['retry-after']).toBe('604800');
});
