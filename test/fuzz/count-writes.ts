import type { TestService } from '../support/service.ts';

/** Counts the writes to a service's table that went through. */
export function countWrites(service: TestService): { written: number } {
  const count = { written: 0 };
  service.core.table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      if (/^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(String(context.commandName)))
        count.written += 1;
      return result;
    },
    { step: 'initialize', priority: 'high', name: 'countWrites' },
  );
  return count;
}
