import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { buildFunctions } from '../bin/build.ts';
import { progress, target, type Section, type Target } from './report.ts';
import { spreadOf, type Spread } from './spread.ts';

const SAMPLES = 10;
const EMPTY = 'empty';
/** As `lib/stack/area-function.ts` sets it; and without, since maps are read on import. */
const FLAGS = { plain: [], maps: ['--enable-source-maps'] };

interface Imports {
  wall: Spread;
  cpu: Spread;
}

interface Measured {
  area: string;
  totalBytes: number;
  startBytes: number;
  parts: [string, number][];
  plain: Imports;
  maps: Imports;
}

/** Size and cold import of every function's bundle, beside those of a handler that does nothing. */
export async function benchSize(): Promise<Section[]> {
  const outdir = await mkdtemp(join(tmpdir(), 'rollcall-size-'));
  try {
    const { functions } = await buildFunctions({ outdir });
    const files = new Map(functions.map(({ area, dir }) => [area, join(dir, 'index.mjs')]));
    files.set(EMPTY, await emptyHandler(outdir));
    const times = await importTimes(files);
    const measured: Measured[] = [];
    for (const [area, file] of files) {
      const sizes = area === EMPTY ? await sizeOfOne(file) : await sizesOf(outdir, area);
      measured.push({
        area,
        ...sizes,
        plain: spreadsOf(times, area, 'plain'),
        maps: spreadsOf(times, area, 'maps'),
      });
    }
    return [sizes(measured), ...contents(measured), { title: 'Targets', rows: targetsOf(measured) }];
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

async function emptyHandler(dir: string): Promise<string> {
  const file = join(dir, 'empty.mjs');
  await writeFile(file, 'export const handler = async () => ({ statusCode: 200 });\n');
  return file;
}

async function sizeOfOne(file: string) {
  const { size } = await stat(file);
  return { totalBytes: size, startBytes: size, parts: [] };
}

/** All chunks, and those among them that are loaded at the start; the others wait for a dynamic import. */
async function sizesOf(outdir: string, area: string) {
  const text = await readFile(join(outdir, 'meta', `${area}.json`), 'utf8');
  const { outputs } = JSON.parse(text) as Metafile;
  const code = Object.keys(outputs).filter((file) => !file.endsWith('.map'));
  const entry = code.find((file) => file.endsWith(`/${area}/index.mjs`)) ?? '';
  const atStart = loadedWith(outputs, entry);
  const sizeOf = (files: string[]) => files.reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  return { totalBytes: sizeOf(code), startBytes: sizeOf([...atStart]), parts: partsOf(outputs, atStart) };
}

function loadedWith(outputs: Metafile['outputs'], file: string, loaded = new Set<string>()): Set<string> {
  loaded.add(file);
  for (const { kind, path } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && outputs[path] && !loaded.has(path)) loadedWith(outputs, path, loaded);
  return loaded;
}

function partsOf(outputs: Metafile['outputs'], files: Set<string>): [string, number][] {
  const bytes = new Map<string, number>();
  for (const file of files)
    for (const [input, { bytesInOutput }] of Object.entries(outputs[file]?.inputs ?? {})) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(input)?.[1] ?? 'our own code';
      bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
    }
  return [...bytes].sort(([, left], [, right]) => right - left);
}

type Sample = { wallMs: number; cpuMs: number };
type Times = Map<string, Sample[]>;

/** A fresh process for each sample, the functions taking turns. */
async function importTimes(files: Map<string, string>): Promise<Times> {
  const times: Times = new Map();
  for (let sample = 1; sample <= SAMPLES; sample++) {
    for (const [area, file] of files)
      for (const [mode, flags] of Object.entries(FLAGS)) {
        const key = `${area} ${mode}`;
        times.set(key, [...(times.get(key) ?? []), await importOnce(file, flags)]);
      }
    if (sample % 5 === 0) progress(`cold import: ${sample} of ${SAMPLES}`);
  }
  return times;
}

async function importOnce(file: string, flags: string[]): Promise<Sample> {
  const env = {
    TABLE_NAME: 'rollcall',
    AWS_REGION: 'us-east-1',
    ALERT_QUEUE_URL: 'http://127.0.0.1/alerts',
    METRIC_NAMESPACE: 'Rollcall',
  };
  const script = join(import.meta.dirname, 'import-time.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, file], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return JSON.parse(stdout) as Sample;
}

function spreadsOf(times: Times, area: string, mode: string): Imports {
  const samples = times.get(`${area} ${mode}`) ?? [];
  return {
    wall: spreadOf(samples.map(({ wallMs }) => wallMs)),
    cpu: spreadOf(samples.map(({ cpuMs }) => cpuMs)),
  };
}

function sizes(measured: Measured[]): Section {
  return {
    title: `Bundles, minified, SDK inside; cold import in a fresh process, median of ${SAMPLES} [min-max]`,
    rows: measured.map(({ area, totalBytes, startBytes, plain, maps }) => ({
      function: area,
      'kB, all chunks': totalBytes / 1000,
      'kB loaded at start': startBytes / 1000,
      'import ms': plain.wall,
      'CPU ms': plain.cpu,
      'import ms, source maps': maps.wall,
      'CPU ms, source maps': maps.cpu,
    })),
    note: 'Source maps: with --enable-source-maps, as the stack sets it, which reads the maps on import.',
  };
}

function contents(measured: Measured[]): Section[] {
  const ingest = measured.find(({ area }) => area === 'ingest');
  if (!ingest) return [];
  const rows = ingest.parts.slice(0, 12).map(([name, bytes]) => ({ part: name, kB: bytes / 1000 }));
  return [{ title: 'What ingest loads at its start', rows }];
}

function targetsOf(measured: Measured[]): Target[] {
  const ingest = measured.find(({ area }) => area === 'ingest');
  const intake = measured.find(({ area }) => area === 'intake');
  const mcp = measured.find(({ area }) => area === 'mcp');
  const empty = measured.find(({ area }) => area === EMPTY);
  if (!ingest || !intake || !mcp || !empty) return [];
  const above = (mode: 'plain' | 'maps', of = ingest) => of[mode].wall.median - empty[mode].wall.median;
  const kB = ingest.totalBytes / 1000;
  return [
    target('ingest bundle, all chunks: < 275 kB', `${kB.toFixed(0)} kB`, kB < 275),
    ...(['plain', 'maps'] as const).map((mode) =>
      target(
        `ingest import above an empty handler's, ${mode === 'maps' ? 'source maps' : 'no source maps'}: <= 30 ms`,
        `${above(mode).toFixed(1)} ms`,
        above(mode) <= 30,
      ),
    ),
    target(
      "intake import above an empty handler's, no source maps: < 40 ms",
      `${above('plain', intake).toFixed(1)} ms`,
      above('plain', intake) < 40,
    ),
    target(
      "mcp import above an empty handler's, source maps: <= 40 ms",
      `${above('maps', mcp).toFixed(1)} ms`,
      above('maps', mcp) <= 40,
    ),
  ];
}
