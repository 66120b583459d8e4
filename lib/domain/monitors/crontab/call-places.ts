import { logicalLineOf } from './logical-line.ts';
import { jobNameIn } from './rollcall-run.ts';
import { hasUserColumn, withoutUser } from './user-column.ts';

/** Where in a line the call goes that tells how its job ended, or why there is no such place. */
export type CallPlace =
  | {
      line: number;
      /** Counted in UTF-16 units of the line, without a byte order mark. */
      after: number;
      /** The job may end its shell: from here to `after` it has to be a group, `( … )`, or the call is never made. */
      group_from?: number;
    }
  | { line: number; why: string };

/** Why a line gets no second call. */
export const CALLS_ALREADY = 'it already pings';

const SHELL = /^\s*SHELL\s*=\s*["']?(.*?)["']?\s*$/;
const POSIX_SHELL = /^(?:\S*\/)?(?:ba|da|a|z|k|mk)?sh$/;

/** The places of the schedule lines of a crontab; those that run by `rollcall` need none. */
export function callPlacesOf(crontab: string): CallPlace[] {
  const lines = crontab.replace(/^\uFEFF/, '').split(/\r?\n/);
  const hasUser = hasUserColumn(lines);
  let shell = 'sh';
  return lines.flatMap((text, index): CallPlace[] => {
    const line = index + 1;
    shell = SHELL.exec(text)?.[1] ?? shell;
    const found = logicalLineOf(text);
    if (found.kind !== 'fields' && found.kind !== 'nickname') return [];
    if (!POSIX_SHELL.test(shell)) return [{ line, why: 'its SHELL does not know $?' }];
    const command = hasUser ? withoutUser(found.rest) : found.rest;
    if (jobNameIn(command) !== undefined) return [];
    const from = text.trimEnd().length - command.length;
    const place = placeIn(text.slice(from));
    if (typeof place === 'string') return [{ line, why: place }];
    return [{ line, after: from + place.after, ...(place.isGroup && { group_from: from }) }];
  });
}

/** Up to the first percent sign without a backslash: cron hands what is behind it to the standard input (crontab(5)). */
const SHELL_PART = /^(?:\\.|[^%\\]|\\$)*/;
const QUOTED = /\\.|'[^']*'|"(?:\\.|[^"\\])*"/g;
const COMMENT = /(?<![^\s;&|()])#/;
/** What may end the shell that would make the call, or change how it goes on. */
const ENDS_SHELL = /(?<![\w/.-])(?:exec|exit|set|trap|eval|source)(?![\w/.-])|(?:^|[;&|({])\s*\.\s/;

/** The end of the job in a command, or why its exit code cannot be told behind it. */
function placeIn(command: string): { after: number; isGroup: boolean } | string {
  if (/\/in\/\w{16}/.test(command)) return CALLS_ALREADY;
  const inShell = SHELL_PART.exec(command)?.[0] ?? '';
  const plain = inShell.replace(QUOTED, (quoted) => 'x'.repeat(quoted.length));
  const comment = plain.search(COMMENT);
  // What stands within a substitution is not read, and may be quoted on its own.
  if (comment >= 0 && /`|"[^]*\$\(/.test(inShell)) return 'its comment cannot be separated from its command';
  const bare = plain.slice(0, comment < 0 ? undefined : comment).replace(/[ \t;]+$/, '');
  // To a shell a no-break space is a letter of its last word, and a return is too.
  if (/\s$/.test(bare)) return 'it ends in a character that only looks like a space';
  if (/(?:^|[^&])&$/.test(bare)) return 'it runs its job in the background';
  if (bare === '' || /['"]|[&|\\]$|(?<![^\s;&|()])!$/.test(bare)) return 'its command has no end';
  return { after: bare.length, isGroup: ENDS_SHELL.test(command.slice(0, bare.length)) };
}
