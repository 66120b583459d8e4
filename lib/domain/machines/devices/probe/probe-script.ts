import { ENVIRONMENT } from '../../collections/posix-reading.ts';
import { BEGINNING, CLEANED, POSIX_CHECKS } from './posix-checks.ts';

export interface ProbeSettings {
  /** Where the report of this one machine goes. */
  reportUrl: string;
  /** `mostra` prints the report and sends nothing; `envia` sends that same report. */
  mode: 'envia' | 'mostra';
}

/**
 * The probe (SPEC.md `sonda.sh`): POSIX sh that reads facts of the list, writes nothing and installs nothing. All of it
 * stands between braces, so that a shell runs nothing of a download that was cut. Throws for a URL that cannot stand
 * between quotes.
 */
export function probeScript({ reportUrl, mode }: ProbeSettings): string {
  refuseUnsafe(reportUrl);
  const lines = [
    INTRODUCTION[mode],
    ENVIRONMENT,
    '',
    ...POSIX_CHECKS.map(({ id, code }) => `check_${id}() {\n${indented(code)}\n}\n`),
    REPORT,
    '',
    ...(mode === 'envia' ? [SEND.replace('URL', reportUrl), '', 'send_report'] : ['report']),
  ];
  return `#!/bin/sh\n{\n${lines.join('\n')}\n}\n`;
}

const NO_PROBE = {
  closed: 'This link is closed: it was used, it has expired, or there is no such device.',
  query: 'This link is wrong: its query can only have modo.',
};

/** What is served in the place of the probe where its link is used, has expired, or was never one: it fails. */
export function closedProbeScript(why: keyof typeof NO_PROBE = 'closed'): string {
  const sentence = NO_PROBE[why];
  return `#!/bin/sh\n{\nprintf "%s\\n" "${sentence}" >&2\nexit 1\n}\n`;
}

const INTRODUCTION = {
  envia:
    '# Reads the facts below of this machine and sends them to one address. It keeps nothing and installs nothing.',
  mostra:
    '# Reads the facts below of this machine and prints them. It sends nothing, keeps nothing, installs nothing.',
};

/** The facts of all checks, each between its name and its end. */
const REPORT = `report() (
${indented(BEGINNING)}
  {
${POSIX_CHECKS.map(({ id }) => `    echo passo=${id}\n    check_${id}\n    echo fim=1\n`).join('')}  } | ${CLEANED}
)`;

/**
 * Sends with the program that the report names. wget cannot post its input, so the body is an argument there; busybox wget
 * crashes on `-T` where it is built without time limits. The last two cannot say what they send, or what they want back.
 */
const SEND = String.raw`
send_report() {
  url="URL"
  json="Content-Type: application/json"
  text="Accept: text/plain"
  facts=$(report)
  t=$(printf "%s\n" "$facts" | sed -n "s/^transporte=//p")
  body="{\"relatorio\":\"$(printf "%s\n" "$facts" | sed "s/\$/\\\\n/" | tr -d "\n")\"}"
  case $t in
    curl) answer=$(printf %s "$body" | curl -fsS -m 20 -H "$json" -H "$text" --data-binary @- "$url") ;;
    wget) answer=$(wget -q -T 20 -t 1 -O - --header="$json" --header="$text" --post-data="$body" "$url") ;;
    busybox-wget) answer=$(busybox wget -q -O - --header "$json" --header "$text" --post-data "$body" "$url") ;;
    uclient-fetch) answer=$(uclient-fetch -q -O - --post-data="$body" "$url") ;;
    toybox-wget) answer=$(toybox wget -O - -p "$body" "$url") ;;
    *)
      printf "%s\n" "Nothing was sent: this machine has neither curl nor wget." >&2
      return 1
      ;;
  esac
  case $answer in
    ok | *\"ok\":true*) printf "ok\n" ;;
    *)
      printf "%s\n" "The report was refused. Nothing else was changed." >&2
      return 1
      ;;
  esac
}
`.trim();

function indented(code: string): string {
  return code
    .trim()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

const SAFE = /^https?:\/\/[A-Za-z0-9._~:/[\]?=%+-]+$/;

/** Throws for an address that a shell could read as more than an address, between quotes of either kind. */
export function refuseUnsafe(url: string): void {
  if (!SAFE.test(url)) throw new Error(`${url} is no plain address of http or https.`);
}

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
  const failed = 'echo "echo The link is closed or unreachable. >&2; exit 1"';
  return `sh -c '(curl -fsSL "${url}" || wget -q -O - "${url}" || ${failed}) 2>/dev/null | sh'`;
}
