const VALUE = `(?:[^\\s'"\\\\;|&()<>]|\\\\.|'[^']*'|"(?:[^"\\\\]|\\\\.)*")`;
const WRAPPERS: readonly RegExp[] = [
  new RegExp(`^(?:export )?[A-Za-z_]\\w{0,63}=${VALUE}*(?:;| &&)? `),
  /^(?:\/usr)?(?:\/bin\/)?env(?: -[iS])* /,
  /^(?:\/usr\/bin\/)?nice(?: -n ?-?\d+| --?\d+| --adjustment=-?\d+)? /,
  /^(?:\/usr\/bin\/)?ionice(?: -[cn] ?\d| -t)* /,
  /^(?:\/usr\/bin\/)?sudo(?: -[ug] ?[\w.-]+| -[EHnis]+| --)* /,
  /^(?:\/usr\/bin\/)?timeout(?: -[sk] ?\w+| --[a-z-]+(?:=\w+)?)* [\d.]+[smhd]? /,
  new RegExp(
    `^(?:/usr/bin/)?flock(?: -[wE] ?[\\d.]+| -[a-z]+| --[a-z-]+(?:[= ][\\d.]+)?)* ${VALUE}+ (?:-c )?`,
  ),
  /^(?:\/usr\/bin\/)?(?:nohup|chronic|setsid|time|exec|command|caffeinate) /,
  /^(?:\/usr\/bin\/)?systemd-cat(?: -[tp] ?[\w-]+)* /,
  /^(?:test -[a-z] |\[{1,2} )[^;|&]{1,200}(?:&&|\|\|) ?/,
  /^(?:sleep [\d.]+[smhd]?|(?:\.|source) \S{1,200}|set -\w+) ?(?:;|&&) ?/,
];
const CHANGE_DIRECTORY = new RegExp(`^cd (?:-- )?(${VALUE}+) ?(?:;|&&) ?`);
const SHELL = /^(?:(?:\/usr)?\/bin\/)?(?:ba|da|z|k)?sh -[a-z]*c (['"])(.*)\1$/;
const GROUP = /^(?:\( ?(.*?) ?\)|\{ (.*?) ?;? ?\})$/;
const QUOTED = /^'([^']*)'$|^"([^"\\]*)"$/;

/** The command inside its wrappers, and the last part of the directory it changes to (empty when it does not). */
export function withoutWrappers(command: string): { directory: string; rest: string } {
  let directory = '';
  let rest = command;
  for (let round = 0; round < 20; round += 1) {
    const change = CHANGE_DIRECTORY.exec(rest);
    const inner =
      SHELL.exec(rest)?.[2] ??
      GROUP.exec(rest)
        ?.slice(1)
        .find((text) => text !== undefined);
    const quoted = QUOTED.exec(rest)
      ?.slice(1)
      .find((text) => text !== undefined);
    const wrapper = WRAPPERS.find((pattern) => pattern.test(rest));
    let next = rest;
    if (change !== null) {
      directory = lastPart(change[1] ?? '');
      next = rest.slice(change[0].length);
    } else if (inner !== undefined) next = inner;
    else if (quoted !== undefined) next = quoted;
    else if (wrapper !== undefined) next = rest.replace(wrapper, '');
    if (next === rest || !/[\p{L}\p{N}]/u.test(next)) break;
    rest = next.trim();
  }
  return { directory, rest };
}

/** The telling part of a path: releases are reached through `current`, whatever the site. */
function lastPart(path: string): string {
  const parts = path
    .replace(/['"\\]/g, '')
    .split('/')
    .filter((part) => !/^(?:|~|\.{1,2}|current|htdocs|public_html|www|html)$/.test(part));
  const last = parts.at(-1) ?? '';
  return /^[\w.@ -]{1,32}$/.test(last) ? last : '';
}
