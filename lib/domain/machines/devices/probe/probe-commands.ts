import { refuseUnsafe } from './probe-script.ts';

/** One line each, for a person's terminal (SPEC.md `sonda`). */
export interface ProbeCommands {
  /** Prints the report. */
  mostra: string;
  /** Sends that report and prints `ok`. */
  envia: string;
}

/**
 * The lines that fetch the probe and run it, in sh, bash, zsh, fish and tcsh. `curl -f` hides the body of a closed link and
 * an empty script succeeds, so a failed download is made a script that fails.
 */
export function probeCommands({ probeUrl }: { probeUrl: string }): ProbeCommands {
  refuseUnsafe(probeUrl);
  return { mostra: fetched(`${probeUrl}?modo=mostra`), envia: fetched(probeUrl) };
}

function fetched(url: string): string {
  const failed = 'echo "echo The link is closed or cannot be reached. >&2; exit 1"';
  return `sh -c '(curl -fsSL "${url}" || wget -q -O - "${url}" || ${failed}) 2>/dev/null | sh'`;
}
