import { LIMITS } from '../../limits.ts';
import { withSingleSpaces } from '../settings/name.ts';
import { redact } from '../../redact/redact.ts';
import { quoteAt, quotedEnd, valueEnd } from '../../redact/quotes.ts';
import { withoutWrappers } from './wrappers.ts';

const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;
const OUTPUT_REDIRECTION = /[ ]?(?:\d|&)?>>?[|]?[ ]?/y;
const TRAILING = /(?:\s*(?:\|\||&&|;)\s*(?:true|:|exit 0)|[\s;&|]+)$/;
const LONG_ENOUGH = 4_000;

/**
 * The name of the monitor of a cron job: its command, secrets masked, without what every job has (redirections,
 * wrappers, variables, standard directories), at most 80 characters. `fallback` when nothing but punctuation is left.
 */
export function commandName(command: string, fallback = 'cron job'): string {
  const readable = redact(command).slice(0, LONG_ENOUGH).replace(INVISIBLE, ' ');
  const shown = withSingleSpaces(readable).trim();
  const { directory, rest } = withoutWrappers(shown);
  let name = withoutRedirections(rest);
  for (let round = 0; round < 4 && TRAILING.test(name); round += 1) name = name.replace(TRAILING, '');
  name = shortProgram(name);
  if (!/[\p{L}\p{N}]/u.test(name)) name = shown;
  if (!/[\p{L}\p{N}]/u.test(name)) return fallback;
  return cut(name, directory === '' || name === shown ? '' : ` (${directory})`);
}

/** The command without where its output goes; a `>` in quotes stays. */
function withoutRedirections(command: string): string {
  let out = '';
  let at = 0;
  while (at < command.length) {
    OUTPUT_REDIRECTION.lastIndex = at;
    const arrow = OUTPUT_REDIRECTION.exec(command)?.[0];
    if (arrow !== undefined) {
      const target = at + arrow.length + (command[at + arrow.length] === '&' ? 1 : 0);
      at = Math.max(valueEnd(command, target, []), at + arrow.length);
      continue;
    }
    const mark = quoteAt(command, at);
    const next = mark === '' ? at + 1 : quotedEnd(command, at, mark, false);
    out += command.slice(at, next);
    at = next;
  }
  return out.replace(/ {2,}/g, ' ').trim();
}

/** The program without its directory; of one kept outside the usual places the last directory stays. */
function shortProgram(name: string): string {
  const program = /^\S+/.exec(name)?.[0] ?? '';
  if (!program.includes('/') || /['"$]/.test(program)) return name;
  const parts = program.split('/').filter((part) => part !== '');
  const parent = parts.at(-2) ?? '';
  const isUsual = /^(?:s?bin|scripts?|libexec|lib|cron|~|\.{1,2})$/.test(parent) || parts.length < 2;
  const short = parts.slice(isUsual ? -1 : -2).join('/');
  return short + name.slice(program.length);
}

/** At most 80 characters, the end of the name giving way to `suffix`. */
function cut(name: string, suffix: string): string {
  const room = LIMITS.nameMaxChars - suffix.length;
  const whole = suffix !== '' && room < 40 ? name : name + suffix;
  if (whole.length <= LIMITS.nameMaxChars) return whole;
  const kept = whole === name ? '' : suffix;
  const head = name.slice(0, LIMITS.nameMaxChars - kept.length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${head.trimEnd()}…${kept}`;
}
