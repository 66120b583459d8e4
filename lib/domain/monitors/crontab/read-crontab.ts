import { redactKeyBlocks } from '../../redact/key-blocks.ts';
import { MASK } from '../../redact/masked-value.ts';
import { kindOfName } from '../../redact/secret-words.ts';
import { redact } from '../../redact/redact.ts';
import { NICKNAMES } from '../../schedule/nicknames.ts';
import { parseCron } from '../../schedule/parse-cron.ts';
import { idOfUuid } from '../check-uuid.ts';
import { commandName } from './command-name.ts';
import { cronZoneOf, type CronZone } from './cron-zone.ts';
import { logicalLineOf } from './logical-line.ts';
import { jobNameIn, withoutRun } from './rollcall-run.ts';
import { hasUserColumn, withoutUser } from './user-column.ts';
import type { MonitorSettings } from '../monitor.ts';

/** The ping URL that a command calls, as the id that the monitor was born with: a rotation changes only what follows. */
const PING_URL = /\/in\/([0-9a-hjkmnp-tv-z]{26})/;
/** That of Healthchecks, whose UUID is the id of a monitor that came along. */
const CHECK_URL = /:\/\/[^/\s]+\/(?:in\/)?(?:ping\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;
/** The call as the snippets have it (`ingestCron`), behind the job. */
const CALL = /\s*;\s*curl [^;|&#]*\/in\/[0-9a-hjkmnp-tv-z]{26,52}'?\/\$\?/;

type Told = Pick<RecognizedLine, 'calls' | 'runs'>;

/** By what a command tells how its job ended: the monitor that it calls, or else the name that it runs under. */
function toldBy(command: string): Told {
  const uuid = CHECK_URL.exec(command)?.[1];
  const calls = PING_URL.exec(command)?.[1] ?? (uuid && idOfUuid(uuid.toLowerCase()));
  if (calls !== undefined) return { calls };
  const runs = jobNameIn(command);
  return runs === undefined ? {} : { runs };
}

/** A line that would become a monitor. */
export interface RecognizedLine {
  /** 1 for the first line of the text. */
  line: number;
  /** Five fields, single spaces. */
  cron: string;
  /** The zone a `CRON_TZ` above has set, or else the host's; null is UTC. */
  tz: string | null;
  name: string;
  /** Redacted, without the user column, the call of a snippet, `rollcall run NAME --`, and what cron passes to its standard input. */
  command: string;
  /** The id of the monitor whose ping URL is called in it. Not for showing. */
  calls?: string;
  /** The job name that it reports under, by `rollcall` or an ingest key. Not for showing. */
  runs?: string;
  /** What the owner should know about the zone, in one or two sentences. */
  note?: string;
}

/** Why a line is not imported (SPEC.md, import crontab). */
export type IgnoredReason = 'comentario' | 'variavel' | 'reboot' | 'cron_invalido' | 'nao_reconhecida';

/** A line that would not become a monitor. */
export interface IgnoredLine {
  line: number;
  reason: IgnoredReason;
  /** Redacted, then cut to 200 characters. */
  text: string;
  /** Why, where the reason does not say it. */
  note?: string;
}

/** What a crontab says. */
export interface Crontab {
  recognized: RecognizedLine[];
  ignored: IgnoredLine[];
}

const TEXT_MAX_CHARS = 200;

/**
 * Reads the text of a crontab (SPEC.md, import crontab) of a host whose zone is `hostTz`, null for UTC. Nothing in the
 * answer shows a secret of the text. `CRON_TZ` sets the zone of the lines after it, as in cronie; an empty one gives
 * way again. `TZ` moves no schedule in any cron. After a zone we do not know the schedule lines are `cron_invalido`: a
 * schedule in the wrong zone would be worse.
 */
export function readCrontab(text: string, hostTz: string | null = null): Crontab {
  const lines = redactKeyBlocks(text.replace(/^\uFEFF/, '')).split(/\r?\n/);
  const hasUser = hasUserColumn(lines);
  let zone: CronZone = { tz: hostTz };
  const crontab: Crontab = { recognized: [], ignored: [] };
  lines.forEach((text, index) => {
    const line = index + 1;
    const read = readLine(text, hasUser);
    if (read === undefined) return;
    const note = zone.note === undefined ? {} : { note: zone.note };
    if (typeof read === 'string') {
      crontab.ignored.push({ line, reason: read, text: shownText(text) });
      zone = cronZoneOf(text, line, hostTz) ?? zone;
    } else if (zone.tz === undefined) {
      crontab.ignored.push({ line, reason: 'cron_invalido', text: shownText(text), ...note });
    } else {
      const { cron, ...job } = read;
      const name = commandName(read.command, `cron line ${line}`);
      crontab.recognized.push({ line, cron, tz: zone.tz, name, ...job, ...note });
    }
  });
  return crontab;
}

/** The schedule and the masked command, the reason to ignore the line, or undefined when it is blank. */
function readLine(
  line: string,
  hasUser: boolean,
): (Pick<RecognizedLine, 'cron' | 'command'> & Told) | IgnoredReason | undefined {
  const found = logicalLineOf(line);
  if (found.kind === 'blank') return undefined;
  if (found.kind === 'comment') return 'comentario';
  if (found.kind === 'variable') return 'variavel';
  if (found.kind === 'other') return 'nao_reconhecida';
  if (found.kind === 'nickname' && found.nickname === 'reboot') return 'reboot';

  const cron = found.kind === 'fields' ? found.cron : NICKNAMES.get(found.nickname);
  if (cron === undefined || parseCron(cron) === null) return 'cron_invalido';
  // Masked before anything is cut off, since a secret is known by what stands in front of it.
  const given = shellPart(found.rest);
  const masked = withoutRun(redact(given.replace(CALL, '')));
  const command = hasUser ? withoutUser(masked) : masked;
  return command === '' ? 'nao_reconhecida' : { cron, command, ...toldBy(given) };
}

/** The command up to the first unescaped `%`, after which cron feeds the rest to its standard input. */
function shellPart(command: string): string {
  let end = 0;
  while (end < command.length && command[end] !== '%') end += command[end] === '\\' ? 2 : 1;
  return command.slice(0, end).replaceAll('\\%', '%').trim();
}

/** An ignored line as it may be shown. Cron takes the whole rest of a variable line as its value, spaces too. */
function shownText(line: string): string {
  const variable = /^([\s#]*["']?([A-Za-z_]\w*)["']?[ \t]*=[ \t]*)\S/.exec(line);
  const isSecret = variable !== null && kindOfName(variable[2] ?? '') === 'secret';
  const text = isSecret ? `${variable[1] ?? ''}${MASK}` : redact(line);
  return text
    .trim()
    .slice(0, TEXT_MAX_CHARS)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** What a crontab line is known by: the name, schedule and zone it would give a monitor. */
export function lineIdentityOf(settings: Pick<MonitorSettings, 'name' | 'cron' | 'tz'>): string {
  return JSON.stringify([settings.name, settings.cron, settings.tz]);
}
