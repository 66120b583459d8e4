import { errorOf, unanswered } from './api-error.ts';
import { addressOf, operationOf, type Output } from './operations.ts';
import { isStillHere } from './viewer.ts';

type Bootstrap = Output<'getBootstrap'>;

let bootstrap: Promise<Bootstrap> | null = null;

/** The token that each write of this browser and session carries; asked for at the first one. */
export async function csrfToken(): Promise<string> {
  bootstrap ??= asked();
  try {
    return (await bootstrap).csrf;
  } catch (error) {
    bootstrap = null;
    throw error;
  }
}

/** Asks anew after a refusal. False where somebody else is at it now, whose call this is not. */
export async function renewCsrf(): Promise<boolean> {
  const before = await bootstrap;
  bootstrap = asked();
  const { context } = await bootstrap;
  return isStillHere(context, before?.context ?? context);
}

async function asked(): Promise<Bootstrap> {
  const [, path] = operationOf('getBootstrap');
  const reply = await fetch(addressOf(path, {})).catch((error: unknown) => {
    throw unanswered(error);
  });
  if (!reply.ok) throw await errorOf(reply);
  return (await reply.json()) as Bootstrap;
}
