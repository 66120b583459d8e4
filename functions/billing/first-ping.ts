import * as z from 'zod';
import { hashOf } from '../../lib/adapters/ids.ts';
import { CREDENTIALS } from '../../lib/contract/credentials.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { charge, type Decide } from '../../lib/flows/billing/charge.ts';
import type { FirstPingEvent, FirstPingOutcome } from '../../lib/flows/billing/first-ping-event.ts';
import { pay, type PayingCtx } from '../../lib/flows/billing/pay.ts';
import type { Receipt } from '../../lib/flows/billing/payment.ts';
import { FIRST_PING_PATH } from '../../lib/flows/monitors/first-ping.ts';
import { urlsOf } from '../../lib/config/config.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { sentOf } from '../../lib/runtime/callers/sent-credential.ts';
import { placesFor } from './slots-for-first-ping.ts';

const LOOKS = 3;

const schema = z.strictObject({
  kind: z.literal('first-ping'),
  ping: z.strictObject({
    key: z.string(),
    slug: z.string(),
    sentAs: z.string(),
    intervals: z.array(z.string()),
    schedule: z.strictObject({ cron: z.string(), tz: z.string().optional() }).optional(),
  }),
  method: z.string(),
  headers: z.strictObject({
    'x-payment': z.string().optional(),
    'x-homolog-credential': z.string().optional(),
    'x-credito': z.string().optional(),
    authorization: z.string().optional(),
  }),
});

/**
 * Settles what a job's first ping costs by what it was sent with, and gives the owner of the key the slots that its
 * monitor takes; the monitor is for ingest to make. The same event again finds the slots, and charges nothing.
 */
export function answerFirstPing(deps: ApiDeps, sent: unknown): Promise<FirstPingOutcome> {
  return rethrowRedacted(deps.log, async () => {
    const event = schema.parse(sent) as FirstPingEvent;
    try {
      return { kind: 'settled', receipt: await settled(deps, event) };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  });
}

async function settled(deps: ApiDeps, event: FirstPingEvent): Promise<Receipt | null> {
  const decide = placesFor(deps, event.ping);
  const ctx = ctxOf(deps, event);
  try {
    return await charge<null, Receipt | null>(
      (quote, owned) => pay(ctx, quote, owned),
      decide,
      async ({ receipt }, write) => {
        await write?.([]);
        return receipt;
      },
    );
  } catch (error) {
    if (isSpent(error) && (await hasSlots(decide))) return null;
    throw error;
  }
}

function isSpent(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 402 || error.code === 'pagamento_ja_respondido');
}

/**
 * Whether another call with the same payment has brought the slots since this one was quoted. More than one look: the
 * monitor and its owner are read one after the other, and the other call's ping may use the slot between.
 */
async function hasSlots(decide: Decide<null>): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) if ('done' in (await decide(undefined))) return true;
  return false;
}

/** A payment is bound to the job's name and key, not to what a signal carries besides. */
function ctxOf(deps: ApiDeps, { ping, method, headers }: FirstPingEvent): PayingCtx {
  const ids = { ingestKey: hashOf(ping.key), slug: ping.slug };
  return {
    ...deps,
    now: deps.clock.now(),
    origins: urlsOf(deps.config),
    route: { method: 'GET', path: FIRST_PING_PATH },
    isDryRun: false,
    paying: {
      payment: headers['x-payment'],
      credit: sentOf(CREDENTIALS.credit, { headers, cookies: [], rawQuery: '' })?.token,
      credential: headers['x-homolog-credential'],
      call: () => ({ method, route: FIRST_PING_PATH, ids, query: '', body: new Uint8Array() }),
    },
  };
}

function refused({ code, detail, extra, retryAfterSec }: Refusal): FirstPingOutcome {
  return {
    kind: 'refused',
    code,
    fields: extra,
    ...(detail !== undefined && { detail }),
    ...(retryAfterSec !== undefined && { retryAfterSec }),
  };
}
