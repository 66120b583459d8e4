/** What a line of a crontab is, before its schedule is judged. */
export type LogicalLine =
  | { kind: 'blank' }
  | { kind: 'comment' }
  | { kind: 'variable'; name: string; value: string }
  | { kind: 'nickname'; nickname: string; rest: string }
  | { kind: 'fields'; cron: string; rest: string }
  | { kind: 'other' };

const VARIABLE = /^(?:"([A-Za-z_]\w*)"|'([A-Za-z_]\w*)'|([A-Za-z_]\w*))[ \t]*=[ \t]*(.*)$/;
const NUMBER_FIELD = /^[\d*,/~?LW#-]+$/;

/** Reads one line as cron's own parser divides it (crontab(5)); fields are separated by spaces and tabs. */
export function logicalLineOf(line: string): LogicalLine {
  const text = line.replace(/^[ \t]+/, '').trimEnd();
  if (text === '') return { kind: 'blank' };
  if (text.startsWith('#')) return { kind: 'comment' };

  const variable = VARIABLE.exec(text);
  if (variable !== null) {
    const name = variable[1] ?? variable[2] ?? variable[3] ?? '';
    return { kind: 'variable', name, value: unquoted(variable[4] ?? '') };
  }
  if (text.startsWith('@')) {
    const { words, rest } = split(text.slice(1), 1);
    return { kind: 'nickname', nickname: (words[0] ?? '').toLowerCase(), rest };
  }
  // A leading minus sign keeps some crons from logging; it is no part of the schedule.
  const { words, rest } = split(text.replace(/^-(?=[\d*])/, ''), 5);
  const isSchedule = words.length === 5 && words.slice(0, 3).every((word) => NUMBER_FIELD.test(word));
  return isSchedule ? { kind: 'fields', cron: words.join(' '), rest } : { kind: 'other' };
}

/** The first `count` words and what follows them. */
export function split(text: string, count: number): { words: string[]; rest: string } {
  const words: string[] = [];
  let at = 0;
  while (words.length < count && at < text.length) {
    const from = at;
    while (at < text.length && text[at] !== ' ' && text[at] !== '\t') at += 1;
    if (at > from) words.push(text.slice(from, at));
    while (text[at] === ' ' || text[at] === '\t') at += 1;
  }
  return { words, rest: text.slice(at) };
}

function unquoted(value: string): string {
  const mark = value[0];
  const isQuoted = value.length >= 2 && (mark === '"' || mark === "'") && value.endsWith(mark);
  return isQuoted ? value.slice(1, -1) : value;
}
