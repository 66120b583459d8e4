import { Refusal } from '../../contract/errors.ts';

/** When it is worth repeating a call whose payment is under way. */
const ASK_AGAIN_SEC = 3;

/** What a caller hears while nobody knows whether the money moved: never 402, or its wallet would pay again. */
export function inConfirmation(): Refusal {
  const detail =
    'It is not known yet whether your payment went through. Repeat the call with the same X-PAYMENT; do not sign another one.';
  return new Refusal('pagamento_em_confirmacao', detail, {}, ASK_AGAIN_SEC);
}
