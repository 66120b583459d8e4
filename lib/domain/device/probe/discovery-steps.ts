import { oneLine } from './one-line.ts';
import { POSIX_CHECKS, PREAMBLE } from './posix-checks.ts';

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
 * so that half of an output is seen. POSIX steps work pasted in sh, bash, zsh, fish and tcsh.
 */
export function discoverySteps(): DiscoverySteps {
  const posix = POSIX_CHECKS.map(({ id, title, code }) => ({
    id,
    titulo: title,
    comando: `sh -c '${oneLine(`${PREAMBLE}\nsay passo ${id}\n${code}\nsay fim 1`)}'`,
  }));
  return { posix, powershell: [] };
}
