import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  COLLECTORS,
  type CollectorId,
  type Group,
} from '../../../../../../lib/domain/machines/collectors/collector.ts';
import type { Machine } from '../../../../../../lib/domain/machines/collectors/setup/machine.ts';
import type { SetupInput } from '../../../../../../lib/domain/machines/collectors/setup/setup.ts';

export const IDS = Object.keys(COLLECTORS) as CollectorId[];
export const CREDENTIAL = `hpc_${'aB3'.repeat(14)}z`;
export const ORIGIN = 'https://in.example.com';

export const DEBIAN: Machine = { os: 'linux', name: 'debian 12', family: 'debian', isSystemd: true };
export const RHEL: Machine = { os: 'linux', name: 'rocky 9.4', family: 'rhel', isSystemd: true };
export const OTHERS: readonly Machine[] = [
  { os: 'linux', name: 'alpine 3.20', family: 'other', isSystemd: false },
  { os: 'darwin', name: 'macos 14.5', family: 'other', isSystemd: false },
  { os: 'freebsd', name: 'freebsd 14.1', family: 'other', isSystemd: false },
  { os: 'windows', name: 'windows 19045', family: 'other', isSystemd: false },
];

export const inputOf = (collector: CollectorId, fields: Partial<SetupInput> = {}): SetupInput => ({
  collector,
  measured: COLLECTORS[collector].collects,
  ingestOrigin: ORIGIN,
  credential: CREDENTIAL,
  deviceId: '0b0a6a54-4f4e-4c4e-9b1b-0d1f6b3a1234',
  machine: DEBIAN,
  ...fields,
});

/** Every collector with each group alone and with all that it collects. */
export const MEASURED: readonly [CollectorId, readonly Group[]][] = IDS.flatMap((id) => {
  const { collects } = COLLECTORS[id];
  return [...collects.map((group): [CollectorId, readonly Group[]] => [id, [group]]), [id, collects]];
});

/** A directory that stands for `/` of a machine, and a text with its paths in the place of the machine's. */
export async function newRoot() {
  const root = await mkdtemp(join(tmpdir(), 'setup-'));
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  return {
    root,
    /** The owners of the files are whoever runs the test: only root may give files away. */
    moved: (text: string) =>
      text
        .replaceAll(/(?<![\w/.])\/(etc|usr\/local|var)\b/g, `${root}/$1`)
        .replaceAll(/-o \S+ -g \S+ /g, `-o ${uid} -g ${gid} `),
    /** Puts a file there that the machine has. */
    async holding(path: string, text: string) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    /** Programs that only note how they were called. */
    async noting(names: readonly string[], code: Readonly<Record<string, number>> = {}) {
      const bin = join(root, 'bin');
      await mkdir(bin, { recursive: true });
      for (const name of names)
        await writeFile(
          join(bin, name),
          `#!/bin/sh\necho "${name} $*" >>${root}/calls\nexit ${code[name] ?? 0}\n`,
          { mode: 0o755 },
        );
      return bin;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
