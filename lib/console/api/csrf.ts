import { answerOf } from './answer.ts';
import { errorOf } from './api-error.ts';
import { fetched } from './fetched.ts';
import { addressOf, operationOf, type Output } from './operations.ts';
import { isOfPage, isStillHere } from './viewer.ts';

type Bootstrap = Output<'getBootstrap'>;

let bootstrap: Promise<Bootstrap> | null = null;

/**
 * The token that each write of this browser and session carries; asked for at the first one. Throws where it is
 * somebody else's by now.
 */
export async function csrfToken(): Promise<string> {
  bootstrap ??= asked();
  try {
    const { csrf, context } = await bootstrap;
    // Nobody, or somebody else: a read tells which.
    if (!isOfPage(context)) await noteWho();
    return csrf;
  } catch (error) {
    bootstrap = null;
    throw error;
  }
}

/** Asks anew after a refusal. False where somebody else is at it now, whose call this is not. */
export async function renewCsrf(): Promise<boolean> {
  const before = await bootstrap;
  const now = await asked();
  if (!isStillHere(now.context, before?.context ?? now.context)) return false;
  bootstrap = Promise.resolve(now);
  return true;
}

async function asked(): Promise<Bootstrap> {
  const [, path] = operationOf('getBootstrap');
  const reply = await fetched(addressOf(path, {}));
  if (!reply.ok) throw await errorOf(reply);
  return (await reply.json()) as Bootstrap;
}

async function noteWho(): Promise<void> {
  const [, path] = operationOf('listMonitors');
  const reply = await fetched(addressOf(path, { query: { limit: 1 } }));
  await answerOf(reply, { kind: undefined, isByCredit: false });
}
