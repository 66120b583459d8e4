import type { TestService } from '../support/service/service.ts';

/** Counts the writes to a service's table that went through; that a key was taken and given back is none. */
export function countWrites(service: TestService): { written: number } {
  const count = { written: 0 };
  service.core.table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      if (isOfKey(args.input)) return result;
      if (/^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(String(context.commandName)))
        count.written += 1;
      return result;
    },
    { step: 'initialize', priority: 'high', name: 'countWrites' },
  );
  return count;
}

/** A refused call that took an idempotency key gives it back. */
function isOfKey(input: object): boolean {
  const { Item: item, Key: key } = input as Record<'Item' | 'Key', Record<string, unknown> | undefined>;
  return String((item ?? key)?.['pk']).startsWith('IDEMPOTENCY#');
}
