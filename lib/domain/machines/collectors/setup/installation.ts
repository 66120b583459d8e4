import { pastedWord } from '../../collections/pasted.ts';
import { COLLECTORS } from '../collector.ts';
import type { KnownFamily } from './machine.ts';
import { PACKAGING, packagesOf } from './packages.ts';
import { type SetupInput, type WrittenFile, putCommand } from './setup.ts';
import { INSTALL } from './steps.ts';

/** By the shell of root, or by sudo. What is piped is no part of the list of processes, as the words of a command are. */
const AS_ROOT = `sh -c 'exec $([ "$(id -u)" = 0 ] || echo sudo) sh'`;

/**
 * One line that installs a collector from the system's own archive, or finds it installed, writes our files and starts it
 * anew. What the collector does not take is taken away again, with nothing started. Null on systems where we could not answer
 * for it, and without the credential.
 */
export function oneLineInstallation(
  input: SetupInput,
  files: readonly WrittenFile[],
): { oneLine: string } | null {
  const { collector, credential, machine } = input;
  if (credential === null || machine.family === 'other' || !machine.isSystemd) return null;
  if (!PACKAGING[collector].isSafe) return null;
  const lines = scriptOf(input, machine.family, files).flatMap((part) => part.split('\n'));
  return { oneLine: `printf "%s\\n" ${lines.map(pastedWord).join(' ')} | ${AS_ROOT}` };
}

function scriptOf(input: SetupInput, family: KnownFamily, files: readonly WrittenFile[]): string[] {
  const { collector } = input;
  const { check, prepare, service } = PACKAGING[collector];
  const { label } = COLLECTORS[collector];
  const paths = files.map(({ path }) => path).join(' ');
  return [
    // Read to its end before anything is done: what is cut off on the way does nothing.
    '{',
    'set -eu',
    ...present(input, family),
    ...files.map(putCommand),
    ...(check
      ? [`${check} || { rm -f ${paths}; echo "${label} rejects the configuration, so it was removed." >&2; exit 1; }`]
      : []),
    ...(prepare[family] ? [prepare[family]] : []),
    `systemctl enable ${service}`,
    `systemctl restart ${service}`,
    `echo "${label} sends its first numbers within two minutes."`,
    '}',
  ]; // prettier-ignore
}

function present({ collector, measured }: SetupInput, family: KnownFamily): string[] {
  const { inArchive, program } = PACKAGING[collector];
  if (!inArchive.includes(family))
    return [
      `command -v ${program} >/dev/null || { echo "${COLLECTORS[collector].label} is not installed. Install it, then paste this line again." >&2; exit 1; }`,
    ];
  const install = `${INSTALL[family]} ${packagesOf(collector, family, measured).join(' ')}`;
  return family === 'debian'
    ? ['apt-get update -q || true', `DEBIAN_FRONTEND=noninteractive ${install}`]
    : [install];
}
