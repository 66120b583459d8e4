import { expect, it } from 'vitest';
import { callFingerprint, type PaidCall } from '../../../lib/runtime/paying.ts';

const call: PaidCall = {
  method: 'PATCH',
  route: '/api/endpoints/:id',
  ids: { id: 'abc', part: 'x' },
  query: 'apply=1',
  ownerId: 'owner1',
  body: Buffer.from('{"interval_sec":60}'),
};

it('the same call has the same fingerprint, whatever the order of its ids', () => {
  const again = { ...call, ids: { part: 'x', id: 'abc' }, body: new Uint8Array(call.body) };

  expect(callFingerprint(again)).toBe(callFingerprint(call));
  expect(callFingerprint(call)).toMatch(/^[0-9a-f]{64}$/);
});

it.each<Partial<PaidCall>>([
  { method: 'POST' },
  { query: 'apply=0' },
  { route: '/api/endpoints/:id/resume' },
  { ids: { id: 'abd', part: 'x' } },
  { ids: { id: 'x', part: 'abc' } },
  { ownerId: 'owner2' },
  { body: Buffer.from('{"interval_sec": 60}') },
  { body: Buffer.alloc(0) },
])('another call has another one: %j', (over) => {
  expect(callFingerprint({ ...call, ...over })).not.toBe(callFingerprint(call));
});
