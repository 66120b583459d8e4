import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Capability, System } from '../../../../../lib/domain/machines/devices/facts.ts';
import type { Measure } from '../../../../../lib/domain/machines/measures/measure.ts';

/** What a program prints, and how it ends where that is not well. */
export type FakeProgram = string | { prints: string; ends: number };

/**
 * The lines that the commands of a measure really print on a machine whose programs print what they are told, and whose
 * other programs are those of this machine.
 *
 * @param needs what the source needs first, where the system has several
 */
export function printedBy(
  measure: Measure,
  system: System,
  programs: Readonly<Record<string, FakeProgram>>,
  needs?: Capability,
): string[] {
  const source = measure.sources.find(
    (each) => each.system === system && (needs === undefined || each.needs[0] === needs),
  );
  const commands = (source?.reads ?? []).map((read) => ('run' in read ? read.run : `cat /proc/${read.proc}`));
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-programs-'));
  try {
    for (const [name, program] of Object.entries(programs)) writeProgram(join(folder, name), program);
    const env = { PATH: `${folder}:/usr/bin:/bin`, LC_ALL: 'C' };
    const output = execFileSync('sh', ['-c', `{ ${commands.join(';')};} 2>/dev/null;:`], { env });
    return output.toString().split('\n').slice(0, -1);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeProgram(path: string, program: FakeProgram): void {
  const { prints, ends } = typeof program === 'string' ? { prints: program, ends: 0 } : program;
  writeFileSync(`${path}.txt`, prints);
  writeFileSync(path, `#!/bin/sh\ncat '${path}.txt'\nexit ${ends}\n`);
  chmodSync(path, 0o755);
}
