import { expect, it } from 'vitest';
import type { Alert } from '../../../../lib/domain/alerts/alert.ts';
import { countDelivered } from '../../../../lib/flows/alerts/count-delivered.ts';
import { startTestService } from '../../../support/service/service.ts';
import { tableBehind } from '../../../support/table/table-behind.ts';
import { startTableProxy } from '../../../support/table/table-proxy.ts';

it('waits for a table that hangs no longer than a moment, fails nothing, and leaves no call under way', async () => {
  await using service = await startTestService();
  const { config, clock, log } = service.core;
  await using proxy = await startTableProxy(String(config.standIns.dynamodb), () => new Promise(() => {}));
  const table = tableBehind(service, proxy.url);
  let underWay = 0;
  table.client.middlewareStack.add(
    (next) => (args) => {
      underWay += 1;
      return next(args).finally(() => (underWay -= 1));
    },
    { step: 'initialize', name: 'underWay' },
  );
  const delivered = { attempts: [], content: {} } as unknown as Alert;
  const startedAt = performance.now();

  await countDelivered({ table, log }, delivered, clock.now());

  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(service.logged).toEqual(['count_failed']);
  expect(underWay).toBe(0);
});
