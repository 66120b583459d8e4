import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { nextSnapshot } from '../lib/domain/machines/collectors/next-snapshot.ts';
import type { Names, Sample } from '../lib/domain/machines/collectors/mapping.ts';
import { target, type Section } from './report.ts';
import { spreadOf } from './spread.ts';
import { WIRES, type WireBench } from './wires/bodies.ts';

const ROUNDS = 30;
const PUSHES = 200;
const IMPORTS = 10;
const AT_SEC = 1_795_406_223;

/** Our own CPU of a push of each collector, from its unpacked body to the snapshot that is stored; and each reader's import. */
export async function benchWires(): Promise<Section[]> {
  const rows = [];
  const results = [];
  for (const [wire, bench] of Object.entries(WIRES)) {
    const { body, numbers, work } = await workOf(bench);
    const firstMs = cpuMsOf(work, 1);
    const ms = spreadOf(Array.from({ length: ROUNDS }, () => cpuMsOf(work, PUSHES)));
    const { kB, importMs } = await importOf(bench.modules);
    rows.push({ wire, bytes: body.length, numbers, 'CPU ms': ms, 'first, CPU ms': firstMs, kB, 'import ms': importMs }); // prettier-ignore
    results.push(
      target(`${wire}: < ${bench.targetMs} ms`, `${ms.median.toFixed(2)} ms`, ms.median < bench.targetMs),
    );
  }
  return [
    {
      title: `Reading and naming a push, median of ${ROUNDS} rounds of ${PUSHES} [min-max]`,
      rows,
      note: `kB and import: the reader and the names of the wire alone, in one minified file, in a fresh process, median of ${IMPORTS}.`,
    },
    { title: 'Targets', rows: results },
  ];
}

async function workOf({ body: bodyOf, modules: [reader, names] }: WireBench) {
  const body = await bodyOf();
  const read = (await functionOf(reader)) as (body: Buffer | string) => readonly Sample[];
  const named = (await functionOf(names)) as Names;
  const credentialHash = 'hash';
  const before = nextSnapshot(named(read(body), AT_SEC), undefined, {
    at: (AT_SEC - 60) * 1000,
    credentialHash,
  });
  const work = () => nextSnapshot(named(read(body), AT_SEC), before, { at: AT_SEC * 1000, credentialHash });
  return { body, numbers: read(body).length, work };
}

async function functionOf([file, name]: readonly [string, string]): Promise<unknown> {
  const module = (await import(join(import.meta.dirname, '..', file))) as Record<string, unknown>;
  return module[name];
}

/** CPU milliseconds of one of many turns. */
function cpuMsOf(work: () => unknown, turns: number): number {
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / turns;
}

/** What a wire adds to a function that loads it. */
async function importOf(modules: WireBench['modules']) {
  const dir = await mkdtemp(join(tmpdir(), 'rollcall-wires-'));
  try {
    const outfile = join(dir, 'wire.mjs');
    const root = join(import.meta.dirname, '..');
    const contents = modules.map(([file, name]) => `export { ${name} } from './${file}';`).join('\n');
    const stdin = { contents, resolveDir: root, loader: 'ts' as const };
    await build({ stdin, outfile, bundle: true, minify: true, platform: 'node', format: 'esm' });
    const samples: number[] = [];
    for (let sample = 0; sample < IMPORTS; sample++) samples.push(await importOnce(outfile));
    return { kB: (await stat(outfile)).size / 1000, importMs: spreadOf(samples) };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function importOnce(file: string): Promise<number> {
  const script = join(import.meta.dirname, 'import-time.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
  return (JSON.parse(stdout) as { cpuMs: number }).cpuMs;
}
