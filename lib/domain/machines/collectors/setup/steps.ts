import { COLLECTORS } from '../collector.ts';
import type { KnownFamily } from './machine.ts';
import { PACKAGING, packagesOf } from './packages.ts';
import type { SetupInput, Steps } from './setup.ts';

/** How packages of a system's own archive are installed. Those that are there stay as they are. */
export const INSTALL = {
  debian: 'apt-get install -y --no-install-recommends --no-upgrade',
  rhel: 'dnf install -y',
} as const satisfies Record<KnownFamily, string>;

/** What is done by hand on the system that the machine said it is; a sentence in the place of names that we would guess. */
export function stepsOf({ collector, measured, machine }: SetupInput): Steps {
  const { name: system, family, isSystemd } = machine;
  const { label } = COLLECTORS[collector];
  const { note, noteOf, inArchive, prepare, service, foreground, verify } = PACKAGING[collector];
  if (family === 'other')
    return {
      system,
      family,
      packages: null,
      fresh: null,
      start: null,
      foreground: null,
      verify: null,
      note: `We do not know how to install ${label} on this system: follow its own documentation, and give it this configuration in a file that only its service can read.`,
    };
  const packages = packagesOf(collector, family, measured);
  const ready = prepare[family];
  const start = `systemctl enable ${service} && systemctl restart ${service}`;
  return {
    system,
    family,
    packages,
    fresh: inArchive.includes(family) ? `${INSTALL[family]} ${packages.join(' ')}` : null,
    start: isSystemd ? `${ready ? `{ ${ready}; } && ` : ''}${start}` : null,
    foreground,
    verify: isSystemd ? verify : (verify.split(' && systemctl')[0] ?? null),
    note: noteOf[family] ? `${note} ${noteOf[family]}` : note,
  };
}
