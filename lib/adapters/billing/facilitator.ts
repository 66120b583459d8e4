import * as z from 'zod';
import { wirePayment, type Payment } from '../../domain/billing/payment.ts';
import type { PaymentRequirement } from '../../domain/billing/x402/requirement.ts';
import type { SettleAnswer } from '../../domain/billing/x402/settle-outcome.ts';
import { postJson, unavailable, type PostAnswer, type JsonReply } from '../post-json.ts';

/** What a facilitator says of a payment before it is settled. It is no protection against a payment that is shown twice. */
export interface VerifyAnswer {
  isValid: boolean;
  /** A code or a sentence, in its own words. */
  invalidReason: string | null;
}

/** Who looks at payments and has them carried out (x402 version 1). Neither throws. */
export interface Facilitator {
  verify(payment: Payment, asked: PaymentRequirement): Promise<PostAnswer<VerifyAnswer>>;
  /** Asks once: where it is `unavailable` the money may have moved all the same. */
  settle(payment: Payment, asked: PaymentRequirement): Promise<PostAnswer<SettleAnswer>>;
}

export interface FacilitatorOptions {
  /** Without a final slash. */
  url: string;
  /** The headers by which the facilitator knows us, for one URL. */
  authorize?: (url: string) => Promise<Readonly<Record<string, string>>>;
  verifyTimeoutMs?: number;
  settleTimeoutMs?: number;
}

/** A settlement takes a block; the gateway waits 29 s for both. */
const TIMEOUTS = { verifyTimeoutMs: 5_000, settleTimeoutMs: 20_000 };
const REASON_MAX_CHARS = 300;

const reason = z
  .string()
  .nullish()
  .transform((text) => text?.slice(0, REASON_MAX_CHARS) ?? null);

const VERIFY = z.object({ isValid: z.boolean(), invalidReason: reason });

const SETTLE = z.object({
  success: z.boolean(),
  errorReason: reason,
  transaction: z
    .string()
    .nullish()
    .transform((hash) => hash ?? ''),
  network: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  payer: z
    .string()
    .nullish()
    .transform((address) => address ?? null),
});

/** The facilitator at a URL. Source: x402 version 1, `POST /verify` and `POST /settle`. */
export function openFacilitator(options: FacilitatorOptions): Facilitator {
  const { verifyTimeoutMs, settleTimeoutMs } = { ...TIMEOUTS, ...options };
  const ask = async (path: string, timeoutMs: number, payment: Payment, asked: PaymentRequirement) => {
    const url = `${options.url}${path}`;
    const headers = await options.authorize?.(url).catch(() => null);
    if (headers === null) return unavailable('no_credentials');
    const body = { x402Version: 1, paymentPayload: wirePayment(payment), paymentRequirements: asked };
    return postJson({ url, body, timeoutMs, ...(headers && { headers }) });
  };
  return {
    verify: async (payment, asked) => {
      const once = () => ask('/verify', verifyTimeoutMs, payment, asked);
      const first = await once();
      // A connection that was kept may have been closed at its other end; looking twice changes nothing.
      const isLost = first.kind === 'unavailable' && first.why === 'no_connection';
      return read(isLost ? await once() : first, VERIFY, ({ isValid }) => isValid);
    },
    settle: async (payment, asked) =>
      read(await ask('/settle', settleTimeoutMs, payment, asked), SETTLE, ({ success }) => success),
  };
}

/** A refusal may come with any status under 500; a consent only with 200. */
function read<T>(
  reply: PostAnswer<JsonReply>,
  schema: z.ZodType<T>,
  isConsent: (answer: T) => boolean,
): PostAnswer<T> {
  if (reply.kind === 'unavailable') return reply;
  const { status, json } = reply.answer;
  if (status >= 500) return unavailable('status');
  const parsed = schema.safeParse(json);
  if (parsed.success && (status === 200 || !isConsent(parsed.data)))
    return { kind: 'answered', answer: parsed.data };
  return unavailable(status === 200 ? 'shape' : 'status');
}
