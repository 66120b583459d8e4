import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of programs for the front of PATH, each a script or, with `->`, the program it stands for; gone after the test. */
export function withFakes(fakes: Readonly<Record<string, string>>): { PATH: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fakes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(fakes)) {
    const path = join(folder, name);
    if (content.startsWith('->')) symlinkSync(content.slice(2), path);
    else writeFileSync(path, `#!/bin/sh\n${content}\n`, { mode: 0o755 });
  }
  return { PATH: `${folder}:${process.env['PATH']}` };
}
