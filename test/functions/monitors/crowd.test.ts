import { expect, it } from 'vitest';
import { startTestService } from '../../support/service/service.ts';
import { rounds } from '../../support/thorough.ts';

const CROWD = rounds(60, 300);

it(`${CROWD} simultaneous creations of one owner are all made`, { timeout: 120_000 }, async () => {
  await using service = await startTestService();
  const alice = await service.guest();

  const replies = await Promise.all(
    Array.from({ length: CROWD }, (_, index) =>
      alice.call('POST', '/api/endpoints', { name: `job ${index}`, interval_sec: 300 }),
    ),
  );

  expect(replies.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual([]);
});
