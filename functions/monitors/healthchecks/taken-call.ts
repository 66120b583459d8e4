import { askedOfChecks, CHECKS_VERSION } from '../../../lib/contract/monitors/checks-paths.ts';
import { CREDENTIALS } from '../../../lib/contract/credentials.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Call } from '../../../lib/runtime/call.ts';

/**
 * A call of the management API of Healthchecks as one of ours: by the path of version 3 without a closing slash, and its key in
 * the place that each kind of credential has here. Those programs know `X-Api-Key` alone, or `api_key` in the body.
 */
export function takenCall(call: Call): Call {
  const asked = askedOfChecks(call.path);
  if (asked === undefined) return call;
  const { 'x-api-key': sent, ...headers } = call.headers;
  const key = (sent ?? keyInBody(call))?.trim();
  const place = key === undefined ? {} : { [placeOf(key)]: key };
  return { ...call, path: asked.path, headers: { ...headers, ...place, [CHECKS_VERSION]: asked.version } };
}

function placeOf(key: string): string {
  return CREDENTIALS.guest.form.test(key) ? 'x-guest-token' : 'x-api-key';
}

/** Only what is read by one call, and by no page of another site: a form cannot send JSON that is more than text. */
function keyInBody({ method, body }: Call): string | undefined {
  if (method !== 'POST' || body.byteLength > LIMITS.jsonBodyMaxBytes) return undefined;
  const sent = jsonOrUndefined(body.text());
  const key = typeof sent === 'object' && sent !== null && 'api_key' in sent ? sent.api_key : undefined;
  return key === undefined ? undefined : String(key);
}

export function jsonOrUndefined(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
