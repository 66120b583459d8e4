import type { ErrorCode, Refusal } from '../../../lib/contract/errors.ts';
import { JSON_TYPE, type InKind } from '../../../lib/runtime/area.ts';
import type { Call } from '../../../lib/runtime/call.ts';
import { jsonText } from '../../../lib/runtime/replies.ts';
import { jsonOrUndefined } from './taken-call.ts';

/** Where it is another there: beyond the allowance an account has its limit, and a read-only key is none that may write. */
const STATUSES_THERE: Partial<Record<ErrorCode, number>> = {
  pagamento_necessario: 403,
  limite_monitores: 403,
  read_only_key: 401,
};

/** A refusal in the words and by the status that programs of Healthchecks know. Where there it has no body, it says why. */
export function refusedCheck(refusal: Refusal, call: Call): InKind {
  const status = STATUSES_THERE[refusal.code];
  return {
    text: jsonText({ error: wordsOf(refusal, call) }),
    headers: { 'content-type': JSON_TYPE },
    ...(status !== undefined && { status }),
  };
}

const BEYOND_ALLOWANCE =
  'The allowance of this key has no room for another check; GET /api/billing shows its usage.';

function wordsOf({ code, detail }: Refusal, call: Call): string {
  switch (code) {
    case 'credencial_ausente':
    case 'invalid_session':
      return 'missing api key';
    case 'credencial_invalida':
    case 'read_only_key':
      return 'wrong api key';
    case 'not_found':
      return 'not found';
    // No program knows how to pay.
    case 'pagamento_necessario':
    case 'limite_monitores':
      return BEYOND_ALLOWANCE;
    case 'corpo_invalido':
      return wordsOfBody(jsonOrUndefined(call.body.text()), detail ?? code);
    default:
      return detail ?? code;
  }
}

function wordsOfBody(sent: unknown, detail: string): string {
  if (sent === undefined) return 'could not parse request body';
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  return `json validation error: ${isObject ? detail : 'value is not an object'}`;
}
