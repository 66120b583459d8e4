import { cleanLine } from './clean-line.ts';
import { isPublicAddress } from './public-address.ts';

const URL_MAX_CHARS = 2048;
const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'lan'];
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

export type AlertUrlCheck = { ok: true; url: string } | { ok: false; detail: string };

/**
 * Judges an `alert_url` as written by its owner (DECISIONS.md "Alert channels" 1). The host is what the WHATWG URL
 * parser makes of it, the same parser that later connects, so `0177.0.0.1` is 127.0.0.1. A name is not resolved
 * here: the sender checks the address at connect time. A refusal names the field and the rule and shows the value
 * without the parts that may hold a secret.
 */
export function checkAlertUrl(
  value: string,
  options: { allowLoopback: boolean; field?: string } = { allowLoopback: false },
): AlertUrlCheck {
  const text = value.trim();
  const parsed = text.length <= URL_MAX_CHARS ? parseUrl(text) : null;
  const broken = parsed === null ? brokenRuleOfText(text) : brokenRule(parsed, options.allowLoopback);
  if (broken !== null || parsed === null) {
    return {
      ok: false,
      detail: `${options.field ?? 'alert_url'} must ${broken ?? 'be a URL'}; got ${shown(text, parsed)}`,
    };
  }
  // The owner reads back what was written unless the parser read something else.
  return { ok: true, url: parsed.href === `${text}/` ? text : parsed.href };
}

function parseUrl(text: string): URL | null {
  // The parser silently drops tabs and newlines and turns backslashes round; nobody writes them on purpose.
  return !/[\s\p{Cc}\\]/u.test(text) && URL.canParse(text) ? new URL(text) : null;
}

function brokenRuleOfText(text: string): string {
  if (text.length > URL_MAX_CHARS) return `have at most ${URL_MAX_CHARS} characters`;
  return 'be a complete URL such as https://example.com/hook';
}

/** The first rule that the URL breaks, as the end of a sentence; null when it breaks none. */
function brokenRule(url: URL, allowLoopback: boolean): string | null {
  if (url.href.length > URL_MAX_CHARS) return `have at most ${URL_MAX_CHARS} characters`;
  if (url.username !== '' || url.password !== '') return 'carry no user name or password';
  if (allowLoopback && isLoopbackReceiver(url)) return null;
  if (url.protocol !== 'https:') return 'start with https://';
  if (url.port !== '' && Number(url.port) < 1024) return 'use port 443 or 1024 to 65535';
  return brokenHostRule(url.hostname);
}

function isLoopbackReceiver(url: URL): boolean {
  return url.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === 'localhost');
}

function brokenHostRule(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  // The parser turns every spelling of an IPv4 address into four decimal parts.
  if (bare.includes(':') || /^[\d.]+$/.test(bare)) {
    return isPublicAddress(bare) ? null : 'name a public address, not a private, local or reserved one';
  }
  const labels = bare.split('.');
  if (bare.length > 253 || !labels.every((label) => LABEL.test(label))) {
    return 'name a well-formed host without a trailing dot';
  }
  if (labels.length < 2) return 'name a public host with at least one dot';
  const local = LOCAL_SUFFIXES.find((suffix) => bare === suffix || bare.endsWith(`.${suffix}`));
  return local === undefined ? null : `name a public host, not one under ${local}`;
}

/** Scheme and host only: chat hooks keep their secret in the path, others in the query or before the host. */
function shown(text: string, parsed: URL | null): string {
  if (text === '') return 'an empty text';
  if (parsed !== null) {
    const hasMore = parsed.pathname.length > 1 || parsed.search !== '' || parsed.hash !== '';
    return cleanLine(`${parsed.protocol}//${parsed.host}${hasMore ? '/…' : ''}`, 120);
  }
  if (text.includes('@')) return 'a text with an @ in it';
  const head = text.split(/(?<=[^/:])[/?#\\]/, 1)[0] ?? '';
  return cleanLine(head === text ? text : `${head}/…`, 60);
}
