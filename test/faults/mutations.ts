import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutated } from './mutated.ts';
import { editsOf, MUTATIONS, type Mutation } from './mutation-list.ts';

/**
 * Proves that the fault tests would notice: applies one seeded mistake at a time to a copy of the tree, runs them and
 * says whether one of them failed. Not a part of `npm test`; how to run it stands in docs/faults.md.
 */
const LIVES = process.env['FAULT_LIVES'] ?? '1000';
const ROOT = join(import.meta.dirname, '..', '..');
const COPIED = [
  'bench',
  'bin',
  'lib',
  'functions',
  'test',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

const wanted = process.argv.slice(2);
/** `2/3` tries every third mistake from the second on, so that several processes can share the work. */
const [part = 1, parts = 1] = (process.env['FAULT_PART'] ?? '1/1').split('/').map(Number);
const chosen = MUTATIONS.filter(
  ({ name }, place) =>
    place % parts === part - 1 && (wanted.length === 0 || wanted.some((words) => name.includes(words))),
);
const copy = mkdtempSync(join(tmpdir(), 'rollcall-mutations-'));
try {
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  console.log(`| mistake | outcome | found by |\n|---|---|---|`);
  let survived = 0;
  for (const mutation of chosen) {
    const outcome = await tried(mutation);
    if (outcome.verdict !== 'caught') survived += 1;
    console.log(`| ${mutation.name} | ${outcome.verdict} | ${outcome.by} |`);
  }
  process.exitCode = survived === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

async function tried(mutation: Mutation): Promise<{ verdict: string; by: string }> {
  const originals = new Map<string, string>();
  try {
    for (const edit of editsOf(mutation)) {
      const text = readFileSync(join(copy, edit.file), 'utf8');
      if (!originals.has(edit.file)) originals.set(edit.file, text);
      writeFileSync(join(copy, edit.file), mutated(text, edit));
    }
    const { test, plan } = mutation;
    return test === undefined ? verdictOf(await lived(plan)) : testedOf(await tested(test));
  } finally {
    for (const [file, text] of originals) writeFileSync(join(copy, file), text);
  }
}

function verdictOf({ code, output }: { code: number | null; output: string }) {
  if (code === 0) return { verdict: 'SURVIVED', by: `${LIVES} lives` };
  const [, seed, plan] = /The life of seed (\d+) under "(\w+)"/.exec(output) ?? [];
  const promise = /broke \d+ promises:\s+- (.*)/.exec(output)?.[1] ?? '';
  if (/SyntaxError|ReferenceError|ERR_[A-Z]/.test(output))
    return { verdict: 'BROKEN', by: output.slice(-300) };
  if (seed !== undefined)
    return { verdict: 'caught', by: `${plan} ${seed}: ${promise.slice(0, 110).replaceAll('|', '/')}` };
  const error = /\w*(?:Error|Exception|WriteConflict)\b.*/.exec(output)?.[0].slice(0, 90);
  return { verdict: 'caught', by: `the process died: ${error}` };
}

function testedOf({ code, output }: { code: number | null; output: string }) {
  if (code === 0) return { verdict: 'SURVIVED', by: 'the test' };
  const failed = /× (?:\S*m)?(.*?)(?:\S*m)?\s*\d*m?s?$/m.exec(output)?.[1];
  return failed === undefined
    ? { verdict: 'BROKEN', by: output.slice(-300) }
    : { verdict: 'caught', by: failed.slice(0, 110).replaceAll('|', '/') };
}

function tested(test: string): Promise<{ code: number | null; output: string }> {
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs');
  return outcomeOf([vitest, 'run', '--no-color', '--root', copy, test]);
}

function lived(plan: string | undefined): Promise<{ code: number | null; output: string }> {
  const options = [LIVES, '0', ...(plan === undefined ? [] : [plan])];
  return outcomeOf([join(copy, 'test', 'faults', 'lives.ts'), ...options]);
}

function outcomeOf(command: readonly string[]): Promise<{ code: number | null; output: string }> {
  // Some mistakes are found by a test of the thorough run alone.
  const env = { ...process.env, THOROUGH: '1' };
  const child = spawn(process.execPath, [...command], { cwd: copy, env });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
