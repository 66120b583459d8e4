import { afterAll, beforeAll, expect, it } from 'vitest';
import { countConfirmation } from '../../../lib/data/consents.ts';
import { START_AT, startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('one question counts once a day however often it is tried, and only so many others go besides', async () => {
  const count = (spaceId: string) =>
    countConfirmation(service.core.table, { spaceId, addressHash: 'a1' }, START_AT, 2);

  const allowed = [await count('one'), await count('one'), await count('one'), await count('two')];

  expect(allowed).toEqual([true, true, true, true]);
  expect(await count('three')).toBe(false);
  expect(await count('one')).toBe(true);
});
