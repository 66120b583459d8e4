import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const run = promisify(execFile);

/** Commands with a mark where comments show what they print. */
export const marked = (commands: string) =>
  commands.replaceAll(/^# .*(?:\n# .*)*$/gm, (comments) => {
    const expected = comments.replaceAll(/^# /gm, '').replaceAll("'", `'\\''`);
    return `printf '\\n-----\\n%s\\n=====\\n' '${expected}'`;
  });

/**
 * Runs commands that are marked as the shell of a reader does, in a folder of its own, and expects what is shown of them.
 * Returns how often something is shown.
 */
export async function expectRuns(
  script: string,
  folder: string,
  env: Record<string, string> = {},
): Promise<number> {
  const { stdout } = await run('/bin/sh', ['-c', script], {
    cwd: folder,
    env: { HOME: folder, PATH: `${folder}:${process.env['PATH']}`, ...env },
  });
  const shown = stdout.split('=====\n').slice(0, -1);
  for (const part of shown) {
    const [actual = '', expected = ''] = part.split('-----\n');
    expectShown(actual.trim(), expected.trim());
  }
  return shown.length;
}

/** A text in which ids, instants and what else differs from one run to the next are the same. */
function alike(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?: UTC|Z)/g, 'WHEN')
    .replaceAll(/msg_[0-9a-f]{32}/g, 'ALERT')
    .replaceAll(/\b[0-9a-z]{26}\b/g, 'ID')
    .replaceAll(/"[\w-]{22}"/g, '"SYMBOL"')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'DEVICE')
    .replaceAll(/"(versao|arquitetura|distribuicao\w*|shell|contexto|curl|wget)":"[^"]*"/g, '"$1":"FACT"')
    .replaceAll(/"(?:leituras|live)":[^\]]*/g, (reading) => reading.replaceAll(/(?<=":)[\d.]+/g, 'NUMBER'))
    .replaceAll(/\b\d{6}(?= is your)/g, 'CODE')
    .replaceAll(/http:\/\/localhost:\d+/g, 'ORIGIN');
}

/** Expects what a page shows, where `…` stands for anything. */
export function expectShown(actual: string, expected: string): void {
  let rest = alike(actual);
  for (const part of alike(expected).split(/,? ?…/)) {
    expect(rest).toContain(part.trim());
    rest = rest.slice(rest.indexOf(part.trim()) + part.trim().length);
  }
}
