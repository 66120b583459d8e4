import { redactPageText } from '../../redact/page-text.ts';
import { MASK } from '../../redact/masked-value.ts';

/** By what browsers tell themselves, the special ones before those whose words they repeat. */
const FAMILIES: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,3})\./],
  ['Opera', /\bOPR\/(\d{1,3})\./],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,3})\./],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,3})\./],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d{1,3})\./],
  ['Safari', /\bVersion\/(\d{1,3})\.[^ ]* (?:Mobile\/\w+ )?Safari\//],
];

/** The family and the major version of the browser that sends a `User-Agent`, such as `Firefox 128`; `other` of what is none. */
export function browserClass(userAgent: string | undefined): string {
  for (const [name, mark] of FAMILIES) {
    const [, version] = mark.exec(userAgent ?? '') ?? [];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'other';
}

/** An error as a page reports it (SPEC.md "POST /api/erro-cliente"). */
export interface SentError {
  code: string;
  phase: string;
  path?: string | null | undefined;
  message?: string | null | undefined;
  stack?: string | null | undefined;
  source?: string | null | undefined;
  line?: number | null | undefined;
  column?: number | null | undefined;
  visivel?: boolean | null | undefined;
}

/** An error as it is kept: nothing in it tells whose browser it was, or opens anything. Null is what was not reported. */
export interface BrowserError {
  code: string;
  phase: string;
  path: string | null;
  message: string | null;
  stack: string | null;
  source: string | null;
  line: number | null;
  column: number | null;
  isVisible: boolean | null;
  /** Family and major version. */
  browser: string;
}

/** Fewer digits than a telephone number has. */
const POSITION_MAX = 9_999_999;

/** What is kept of a report that came with this `User-Agent`. */
export function keptError(sent: SentError, userAgent?: string): BrowserError {
  const code = redactPageText(sent.code) === sent.code ? sent.code : `UI-${MASK}`;
  const phase = redactPageText(sent.phase) === sent.phase ? sent.phase : MASK;
  return {
    code,
    phase,
    path: keptPath(sent.path),
    message: keptText(sent.message, ERROR_LIMITS.messageMaxChars),
    stack: keptText(sent.stack, ERROR_LIMITS.stackMaxChars),
    source: keptPath(sent.source),
    line: keptPosition(sent.line),
    column: keptPosition(sent.column),
    isVisible: sent.visivel ?? null,
    browser: browserClass(userAgent),
  };
}

/** The lines of a stack that two reports of one error share, whatever led to them. */
const SHARED_LINES = 3;

/** What two reports of the same error have in common, as one text. */
export function sameIn({ code, phase, path, message, stack }: BrowserError): string {
  const frames = stack?.split('\n').slice(0, SHARED_LINES) ?? null;
  return JSON.stringify([code, phase, path, message, frames]);
}

function keptText(text: string | null | undefined, maxChars: number): string | null {
  const kept = cut(redactPageText(cut(text ?? '', maxChars)), maxChars).trim();
  return kept === '' ? null : kept;
}

/** The path of an address, or one without a host; null of what has none, such as the text of `data:`. */
function keptPath(address: string | null | undefined): string | null {
  if (!address) return null;
  const maxChars = ERROR_LIMITS.pathMaxChars;
  const { pathname } = URL.parse(cut(address, maxChars), 'https://page.invalid') ?? { pathname: '' };
  return pathname.startsWith('/') ? cut(redactPageText(pathname), maxChars) : null;
}

function keptPosition(at: number | null | undefined): number | null {
  return at !== null && at !== undefined && at >= 0 && at <= POSITION_MAX ? at : null;
}

const LINES_MAX = 100;
/** Longer than any credential but those that are known by how they begin. */
const WORD_MAX = 200;

/**
 * A text of at most so many characters and of 100 lines. Where it is cut the word goes as a whole: half a credential is
 * not known for one.
 */
export function cut(text: string, maxChars: number): string {
  const lines = text.split('\n', LINES_MAX + 1);
  const some = lines.length > LINES_MAX ? lines.slice(0, LINES_MAX).join('\n') : text;
  if (some.length <= maxChars) return some;
  const kept = some.slice(0, Math.max(0, maxChars - WORD_MAX));
  const end = some.slice(kept.length, maxChars);
  // In a text without blanks it ends where no credential could go on.
  const whole = /^.*\s/s.exec(end) ?? /^.*[^\w+/=.~%@-]/s.exec(end);
  return (kept + (whole?.[0] ?? '')).replace(/\p{Cs}$/u, '');
}

/**
 * Every number of the reports of pages (SPEC.md "Limits", and our own). Apart from those of the service, which every function
 * carries.
 */
export const ERROR_LIMITS = {
  messageMaxChars: 2_000,
  stackMaxChars: 12_000,
  pathMaxChars: 500,
  /** Of the whole service; of them each network has its share. */
  perMinute: 60,
  perNetworkHour: 30,
  /** Different ones; what is known already is counted on. */
  groupsPerDay: 500,
  keptDays: 14,
  summaryDays: 7,
  pageDefault: 20,
  pageMax: 50,
} as const;
