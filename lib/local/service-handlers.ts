import type { Context } from 'aws-lambda';
import { functionAreas, needsOf, type FunctionArea } from '../areas/areas.ts';
import type { AccountDeps, CheckerDeps, EraserDeps, IngestDeps, NotifierDeps } from '../runtime/deps.ts';
import { LambdaContext } from './lambda-context.ts';

/** All that a function may be given. */
export type LocalDeps = AccountDeps & CheckerDeps & NotifierDeps & EraserDeps & IngestDeps;

/** A function as Lambda calls it. */
export type LocalHandler = (event: unknown, context: Context) => Promise<unknown>;

type Factory = (deps: LocalDeps) => LocalHandler;

/**
 * The handlers of every declared function: `functions/<area>/<area>.ts` exports `<area>Handler`, which makes one of
 * its dependencies. Loaded by name, so that a new area needs no line here.
 */
export async function serviceHandlers(
  depsOf: (area: FunctionArea) => LocalDeps,
): Promise<Record<FunctionArea, LocalHandler>> {
  const made = functionAreas.map(async (area) => [area, (await factoryOf(area))(depsOf(area))] as const);
  return Object.fromEntries(await Promise.all(made)) as Record<FunctionArea, LocalHandler>;
}

async function factoryOf(area: FunctionArea): Promise<Factory> {
  const module = (await import(`../../functions/${area}/${area}.ts`)) as Record<string, unknown>;
  const factory = module[`${area}Handler`];
  if (typeof factory !== 'function')
    throw new Error(`functions/${area}/${area}.ts does not export ${area}Handler, which makes its handler.`);
  return factory as Factory;
}

/** The context of one call, with the time that the function has in AWS. */
export function contextOf(area: FunctionArea): LambdaContext {
  return new LambdaContext(area, timeoutMsOf(area));
}

export function timeoutMsOf(area: FunctionArea): number {
  return needsOf(area).timeoutSec * 1000;
}
