import type { Input, Output } from '../../api/operations.ts';
import type { WireField } from '../../words/wire-words.ts';

type Bringing = 'importHealthchecks' | 'importUptimeKuma' | 'importCronitor' | 'importSnitch';

/** What every import from another service answers, and Healthchecks besides. */
export type Brought = Output<Exclude<Bringing, 'importHealthchecks'>> &
  Pick<Output<'importHealthchecks'>, 'ping_key'>;

type SourceField = Extract<WireField, 'url' | 'api_key' | 'ping_key' | 'tz' | 'checks' | 'monitors'>;

/** Another service that jobs are brought from, and what it is asked by. */
export interface Source {
  id: string;
  label: string;
  operation: Bringing;
  /** In the order of the form; a list is pasted or chosen as a file. */
  fields: readonly SourceField[];
  hints: Partial<Record<SourceField, string>>;
  optional?: readonly SourceField[];
  /** Its export may be YAML, which the service reads. */
  takesYaml?: true;
}

const PING_KEY = "The project's ping key. If empty, only jobs that ping by UUID keep working.";
const ZONE_HINT = 'The time zone of your account there. Without it, schedules that name none are skipped.';

export const SOURCES: readonly Source[] = [
  {
    id: 'healthchecks-url',
    label: 'Healthchecks, by URL',
    operation: 'importHealthchecks',
    fields: ['url', 'api_key', 'ping_key'],
    hints: {
      url: 'Such as https://hc.example.com. It must be reachable from here.',
      api_key: 'A read-write key of the project. We do not store it.',
      ping_key: PING_KEY,
    },
    optional: ['ping_key'],
  },
  {
    id: 'healthchecks',
    label: 'Healthchecks, saved list',
    operation: 'importHealthchecks',
    fields: ['checks', 'ping_key'],
    hints: { checks: 'The answer of GET /api/v3/checks/ to a read-write key.', ping_key: PING_KEY },
    optional: ['ping_key'],
  },
  {
    id: 'uptime-kuma',
    label: 'Uptime Kuma',
    operation: 'importUptimeKuma',
    fields: ['monitors'],
    hints: { monitors: 'Its JSON backup, or the rows of its monitor table.' },
  },
  {
    id: 'cronitor',
    label: 'Cronitor',
    operation: 'importCronitor',
    fields: ['monitors', 'api_key', 'tz'],
    hints: {
      monitors: 'The answer of GET /api/monitors, or its YAML configuration.',
      api_key: 'The one in the ping URLs of your jobs.',
      tz: ZONE_HINT,
    },
    optional: ['tz'],
    takesYaml: true,
  },
  {
    id: 'snitch',
    label: "Dead Man's Snitch",
    operation: 'importSnitch',
    fields: ['monitors', 'tz'],
    hints: { monitors: 'The answer of GET /v1/snitches.', tz: ZONE_HINT },
    optional: ['tz'],
  },
];

export const sourceNamed = (id: string) => SOURCES.find((source) => source.id === id);

/** Whether a field takes a whole export. */
export const isExport = (field: SourceField) => field === 'checks' || field === 'monitors';

/** Why a text is no export; null where it is JSON of the right kind, whose content the service judges. */
export function wrongExport({ takesYaml }: Pick<Source, 'takesYaml'>, text: string): string | null {
  const value = jsonOf(text);
  if (value === undefined && !(takesYaml && text.trim() !== ''))
    return 'This must be JSON, complete and unchanged.';
  return value === undefined || (typeof value === 'object' && value !== null)
    ? null
    : 'This must be a JSON object or list.';
}

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Typed = Readonly<Partial<Record<SourceField, string>>>;

/** What is sent of what was typed. The service says what is wrong with it. */
export function inputOf({ fields }: Source, typed: Typed): Input<Bringing> {
  const query: { tz?: string } = {};
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const text = (typed[field] ?? '').trim();
    if (text === '') continue;
    if (field === 'tz') query.tz = text;
    else if (!isExport(field)) body[field] = text;
    else {
      const value = jsonOf(text) ?? { yaml: text };
      Object.assign(body, Array.isArray(value) ? { [field]: value } : value);
    }
  }
  return { query, body } as Input<Bringing>;
}
