import { pastedWord } from '../../collections/pasted.ts';
import { ENVIRONMENT } from '../../collections/posix-reading.ts';
import { BEGINNING, CLEANED, POSIX_CHECKS, type PosixCheck } from './posix-checks.ts';
import { POWERSHELL_CHECKS } from './powershell-checks.ts';

/** After these a command goes on, so that no `;` may follow: `then`, the pattern of a `case`, a pipe. */
const GOES_ON = /(?:^|\s)(?:then|do|else|in|\{|;;|\||&&|\|\|)$|^[^$(]*\)$/;

/** POSIX sh of several lines as one line. The code has no comments and no here-documents. */
function oneLine(code: string): string {
  const lines = code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines
    .map((line, at) => {
      const before = lines[at - 1];
      if (before === undefined) return line;
      return GOES_ON.test(before) || line.startsWith(';;') ? ` ${line}` : `;${line}`;
    })
    .join('')
    .replaceAll(/ (\|\||&&|\||;;) ?/g, '$1');
}

/** A short check that a person pastes into a terminal, and whose output they paste back (SPEC.md `passos`). */
export interface DiscoveryStep {
  id: string;
  titulo: string;
  comando: string;
}

/** The steps by the kind of terminal. */
export interface DiscoverySteps {
  posix: DiscoveryStep[];
  powershell: DiscoveryStep[];
}

/**
 * What a person pastes where nothing shall be downloaded. A step prints lines `key=value` between `passo=<id>` and `fim=1`,
 * so that half of an output is seen. POSIX steps work pasted in sh, bash, zsh, ksh, busybox, fish and tcsh.
 */
export function discoverySteps(): DiscoverySteps {
  const posix = POSIX_CHECKS.map((check) => ({
    id: check.id,
    titulo: check.title,
    comando: posixStep(check),
  }));
  const powershell = POWERSHELL_CHECKS.map(({ id, title, command }) => ({
    id,
    titulo: title,
    comando: command,
  }));
  return { posix, powershell };
}

/** Programs are looked for where cron jobs of the machine find them. */
function posixStep({ id, code, isPlain }: PosixCheck): string {
  const facts = `echo passo=${id}\n${code}\necho fim=1`;
  const step = isPlain ? `${BEGINNING}${facts}` : `${ENVIRONMENT}\n${BEGINNING}{\n${facts}\n} | ${CLEANED}`;
  return `sh -c ${pastedWord(oneLine(step))}`;
}
