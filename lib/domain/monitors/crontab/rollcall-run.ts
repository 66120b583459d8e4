import { normalSlug } from '../settings/slug.ts';

const OPTION = String.raw`--(?:no-output|synced|(?:cron|tz) (?:'[^']*'|"[^"]*"|[^\s'"]\S*))`;
/** The command of docs/rollcall.md before a job, wherever in a line a command may begin. */
const RUN = new RegExp(
  String.raw`(?<=^|[\s;&|(])(?:\S*/)?rollcall(?:\.sh)? run (?:${OPTION} ){0,4}([\w.-]{1,200}) (?:${OPTION} ){0,4}-- `,
);
/** A job that is no plain program goes to its shell as one word (`rollcall sync`). */
const AS_ONE_WORD = /^"\$\{SHELL:-\/bin\/sh\}" -c '((?:[^']|'"'"')*)'/;

/** Of a ping of its own, by command or by URL. */
const PING = /(?<=^|[\s;&|(])(?:\S*\/)?rollcall(?:\.sh)? ping ([\w.-]{1,200})(?![\w.-])/;
const BY_KEY = /\/in\/hpk_[0-9A-Za-z]+\/([\w.%-]{1,200})/;

/** The job name by which a command tells of itself, with `rollcall` or an ingest key, as that key knows it. */
export function jobNameIn(command: string): string | undefined {
  const [, name] = RUN.exec(command) ?? PING.exec(command) ?? BY_KEY.exec(command) ?? [];
  return name === undefined ? undefined : normalSlug(name) || undefined;
}

/** The same command without that prefix. */
export function withoutRun(command: string): string {
  const found = RUN.exec(command);
  if (found === null) return command;
  const job = command.slice(found.index + found[0].length);
  const word = AS_ONE_WORD.exec(job);
  const text =
    word === null ? job : `${(word[1] ?? '').replaceAll(`'"'"'`, "'")}${job.slice(word[0].length)}`;
  return command.slice(0, found.index) + text;
}
