import { expect, it } from 'vitest';
import type { Alert } from '../../../../lib/domain/alert/alert.ts';
import { countDelivered } from '../../../../lib/flows/delivery/count-delivered.ts';
import { startTestService } from '../../../support/service.ts';

it('waits for a table that hangs no longer than a moment, and fails nothing', async () => {
  await using service = await startTestService();
  const { core, clock } = service;
  core.table.client.middlewareStack.add(() => () => new Promise(() => {}), {
    step: 'initialize',
    name: 'hanging',
  });
  const delivered = { attempts: [], content: {} } as unknown as Alert;
  const startedAt = performance.now();

  await countDelivered(core, delivered, clock.now());

  core.table.client.middlewareStack.remove('hanging');
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(service.logged).toEqual(['count_failed']);
});
