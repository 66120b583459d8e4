import { deriveToken, sameText } from '../../adapters/ids.ts';
import { COOKIES, COOKIE_SECRET_FORM, CSRF_FIELD, CSRF_HEADER } from '../../contract/cookies.ts';
import { Refusal } from '../../contract/errors.ts';
import { FORM_TYPE } from '../../contract/operation.ts';
import { shown } from '../../domain/decision.ts';
import { LIMITS } from '../../domain/limits.ts';
import { contentTypeOf, cookieOf, type Call } from '../call.ts';
import { urlsOf, type Config } from '../../config/config.ts';

/**
 * The two secrets that a browser keeps out of reach of scripts; no session, and the browser is nobody's. Tokens are made
 * with them as the key, so nothing about them is stored, they end with the session, and no other browser has them.
 */
export interface BrowserSecrets {
  browser: string;
  session: string | null;
}

/** What a page sends with each write: HMAC-SHA256 of its purpose under the browser's secrets. */
export function csrfTokenOf(secrets: BrowserSecrets): string {
  return deriveToken(keyOf(secrets), 'csrf', 1);
}

/** What a page knows its view by, so that it notices when somebody else has signed in. No credential. */
export function viewContextOf(secrets: BrowserSecrets): string {
  return deriveToken(keyOf(secrets), 'view-context', 1).slice(0, 22);
}

/** Each has 43 characters, so that two of them are no other two, and none is two. */
function keyOf({ browser, session }: BrowserSecrets): string {
  return (session ?? '') + browser;
}

/** The secret of the browser of a call, undefined where its cookie is missing or not one of ours. */
export function browserSecretOf(call: Pick<Call, 'cookies'>): string | undefined {
  const sent = cookieOf(call, COOKIES.browser);
  return sent !== undefined && COOKIE_SECRET_FORM.test(sent) ? sent : undefined;
}

/** Whether a call changes something, so that nobody may have a browser send it. */
export function isWrite({ method }: Pick<Call, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/**
 * Throws 403 for a write that does not come from a page of this service: `Origin` must name it, as every browser sends it
 * with a write, and `Sec-Fetch-Site` must agree where a browser sends that.
 */
export function refuseOtherOrigins(config: Pick<Config, 'urls'>, { headers }: Pick<Call, 'headers'>): void {
  const { origin } = new URL(urlsOf(config).base);
  if (isFromPageOf(origin, headers)) return;
  const site = headers['sec-fetch-site'];
  const sent =
    headers['origin'] === origin ? `Sec-Fetch-Site ${shown(site)}` : shown(headers['origin'] ?? 'nothing');
  throw new Refusal(
    'invalid_origin',
    `With a cookie as the credential, Origin must be ${origin}, sent by a page of it; got ${sent}.`,
  );
}

/** Whether a browser says of a write that a page of this origin sent it; older ones name the origin alone. */
export function isFromPageOf(
  origin: string,
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | undefined },
): boolean {
  return headers.origin === origin && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}

/** Whether no page of another site had a browser ask for what is read; one that does not say is believed. */
export function isAskedHere({ headers }: Pick<Call, 'headers'>): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  return site === 'none' || site === 'same-origin';
}

/** Throws 403 for a write whose CSRF token is not the one of its browser and session. */
export function refuseForged(call: Call, session: string | null): void {
  const browser = browserSecretOf(call);
  const sent = call.headers[CSRF_HEADER.toLowerCase()] ?? fieldOf(call);
  if (browser !== undefined && sent !== undefined && sameText(sent, csrfTokenOf({ browser, session })))
    return;
  throw new Refusal(
    'invalid_csrf',
    `${CSRF_HEADER} must be the token that GET /api/auth/bootstrap gives this browser and session; get it again.`,
  );
}

/** The token in a form, as a page without scripts sends it. */
function fieldOf(call: Call): string | undefined {
  if (contentTypeOf(call) !== FORM_TYPE || call.body.byteLength > LIMITS.jsonBodyMaxBytes) return undefined;
  return new URLSearchParams(call.body.text() ?? '').get(CSRF_FIELD) ?? undefined;
}
