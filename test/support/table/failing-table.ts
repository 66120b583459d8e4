import type { TestService } from '../service/service.ts';

/** A call to the table, by the name of its command, and how many came before it since the table fails. */
type Broken = (command: string, before: number) => boolean;

/** A table that fails where a test says so. */
export interface FailingTable {
  /** The calls that were made, those that failed included. */
  commands: string[];
  end(): void;
}

/** How a table fails: before anything is sent, unless its answer is lost. */
interface Failing {
  answerLost?: boolean;
  /** What the error says. */
  words?: () => string;
}

/** Lets calls to a service's table fail from now on. One failure at a time: another one takes its place. */
export function failTable(
  service: TestService,
  isBroken: Broken,
  { answerLost = false, words = () => 'Not now.' }: Failing = {},
): FailingTable {
  const commands: string[] = [];
  const { middlewareStack } = service.core.table.client;
  middlewareStack.add(
    (next, context) => async (args) => {
      const command = String(context.commandName);
      const isHit = isBroken(command, commands.length);
      commands.push(command);
      if (!isHit) return next(args);
      if (answerLost) await next(args);
      throw Object.assign(new Error(words()), { name: 'InternalServerError', $fault: 'server' });
    },
    { step: 'initialize', priority: 'high', name: 'failing', override: true },
  );
  return { commands, end: () => void middlewareStack.remove('failing') };
}
