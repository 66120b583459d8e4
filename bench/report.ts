import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Spread } from './spread.ts';

export type Cell = string | number | boolean | Spread;

/** One table of figures; each row has the same columns. */
export interface Section {
  title: string;
  rows: Record<string, Cell>[];
  /** What a reader must know to read the figures. */
  note?: string;
}

/** What was hoped for beside what was measured. */
export interface Target extends Record<string, Cell> {
  target: string;
  measured: string;
  met: boolean;
}

const RESULTS = join(import.meta.dirname, 'results');

/** Prints the sections of a part as tables, and keeps them as JSON in `bench/results/<part>.json`. */
export async function report(part: string, sections: readonly Section[]): Promise<void> {
  for (const section of sections) print(section);
  await mkdir(RESULTS, { recursive: true });
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model.trim() ?? '',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    loadAverage: loadavg().map((load) => Number(load.toFixed(2))),
  };
  const text = JSON.stringify({ part, at: new Date().toISOString(), machine, sections }, null, 2);
  await writeFile(join(RESULTS, `${part}.json`), `${text}\n`);
}

/** A line of progress that the tables will not need. */
export function progress(text: string): void {
  process.stderr.write(`  ${text}\n`);
}

export function target(name: string, measured: string, met: boolean): Target {
  return { target: name, measured, met };
}

function print({ title, rows, note }: Section): void {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  console.log(`\n${title}`);
  for (const line of lines)
    console.log(`  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')}`);
  if (note !== undefined) console.log(`  ${note}`);
}

function shown(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'NO';
  if (typeof cell === 'object') return `${short(cell.median)} [${short(cell.min)}-${short(cell.max)}]`;
  return typeof cell === 'number' ? short(cell) : cell;
}

/** Three digits are more than these figures hold. */
function short(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value
    .toFixed(Math.abs(value) >= 10 ? 1 : 3)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
