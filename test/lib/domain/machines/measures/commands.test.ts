import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem, tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CAPABILITIES, type System } from '../../../../../lib/domain/machines/devices/facts.ts';
import {
  MEASURES,
  PROFILES,
  type MeasureId,
  sourceOf,
} from '../../../../../lib/domain/machines/measures/catalogue.ts';
import { readReading } from '../../../../../lib/domain/machines/readings/reading.ts';
import { needsProgram } from '../../../../support/lacking.ts';
import { commandOf, printed } from './transcripts.ts';

const folder = mkdtempSync(join(tmpdir(), 'rollcall-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LINUX = { system: 'linux', capabilities: CAPABILITIES } as const;
const SHELLS = ['dash', 'busybox'];

describe.runIf(process.platform === 'linux')('the sources of this machine', () => {
  it.for(SHELLS)('print by %s what their measures find', (shell, test) => {
    needsProgram(test, shell);
    const program = shell === 'busybox' ? [shell, 'sh'] : [shell];
    const values = readReading(run(program, linuxScript(PROFILES.completo)), LINUX, PROFILES.completo);

    for (const id of ['loadavg', 'memoria', 'disco', 'cpu', 'uptime', 'processos'] as const)
      expect(Object.keys(values.get(id) ?? {}), id).toEqual(MEASURES[id].fields.map((field) => field.id));
    expect(values.get('memoria')?.['total']).toBeCloseTo(totalmem() / 2 ** 20, 0);
    expect(Math.abs(Number(values.get('uptime')?.['seg']) - uptime())).toBeLessThan(5);
  });
});

describe.each([
  ['darwin', 'lo0'],
  ['freebsd', 'vtnet1'],
] as const)('netstat of %s', (system, name) => {
  const full = readFileSync(join(import.meta.dirname, 'fixtures', system, 'netstat-ibn.canned'), 'utf8');

  it('sends counters and no address', (test) => {
    needsProgram(test, 'awk', 'mawk');
    const sent = run(['sh'], commandsOf('rede', system), { netstat: full });

    expect(sent.trimEnd().split('\n')).toEqual(printed(system, readsOf('rede', system)).first);
    expect(sent).toContain(name);
    expect(full).toMatch(/(?:[0-9a-f]{2}:){5}|192\.168/);
    expect(sent).not.toMatch(/(?:[0-9a-f]{2}:){5}|192\.168/);
  });
});

it.each([
  ['darwin', ['S', 'Ss', 'R+', 'U', 'Us'], 'ps= 5 1 2'],
  ['freebsd', ['Is', 'RNL', 'R+', 'R', 'D'], 'ps= 5 2 1'],
] as const)('counts processes of %s by their states', (system, states, counted) => {
  expect(run(['sh'], commandsOf('processos', system), { ps: `${states.join('\n')}\n` })).toBe(`${counted}\n`);
});

const readsOf = (id: MeasureId, system: System) =>
  sourceOf(MEASURES[id], { system, capabilities: CAPABILITIES })?.reads ?? [];
const commandsOf = (id: MeasureId, system: System) => readsOf(id, system).map(commandOf).join('\n');

/** All reads, and those of counters again, as soon as the clock of the kernel went on. */
function linuxScript(ids: readonly MeasureId[]): string {
  const sources = ids.flatMap((id) => sourceOf(MEASURES[id], LINUX) ?? []);
  const commands = (some: typeof sources) => [...new Set(some.flatMap(({ reads }) => reads).map(commandOf))];
  const again = commands(sources.filter(({ twice }) => twice));
  return [...commands(sources), 'sleep 0.2', 'echo @2', ...again].join('\n');
}

/** What a script prints where some programs print a text. */
function run(shell: readonly string[], script: string, texts: Record<string, string> = {}): string {
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(folder, `${name}.txt`), text);
    writeFileSync(join(folder, name), `#!/bin/sh\ncat ${folder}/${name}.txt\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const [program = 'sh', ...words] = shell;
  const env = { LC_ALL: 'C', PATH: `${folder}:/usr/bin:/bin` };
  return execFileSync(program, [...words, '-c', script], { env, encoding: 'utf8' });
}
