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

const PING_KEY = 'Of the project. Left empty, only jobs that ping by UUID go on.';
const ZONE_HINT = 'That of your account there. Without it, schedules that name none are left out.';

export const SOURCES: readonly Source[] = [
  {
    id: 'healthchecks-url',
    label: 'Healthchecks, by its address',
    operation: 'importHealthchecks',
    fields: ['url', 'api_key', 'ping_key'],
    hints: {
      url: 'Such as https://hc.example.com, which must be reachable from here.',
      api_key: 'A read-write key of the project. It is kept nowhere.',
      ping_key: PING_KEY,
    },
    optional: ['ping_key'],
  },
  {
    id: 'healthchecks',
    label: 'Healthchecks, its saved list',
    operation: 'importHealthchecks',
    fields: ['checks', 'ping_key'],
    hints: { checks: 'What GET /api/v3/checks/ answers to a read-write key.', ping_key: PING_KEY },
    optional: ['ping_key'],
  },
  {
    id: 'uptime-kuma',
    label: 'Uptime Kuma',
    operation: 'importUptimeKuma',
    fields: ['monitors'],
    hints: { monitors: 'Its backup as JSON, or the rows of its table monitor.' },
  },
  {
    id: 'cronitor',
    label: 'Cronitor',
    operation: 'importCronitor',
    fields: ['monitors', 'api_key', 'tz'],
    hints: {
      monitors: 'What GET /api/monitors answers, or its configuration in YAML.',
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
    hints: { monitors: 'What GET /v1/snitches answers.', tz: ZONE_HINT },
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
    return 'This has to be JSON, whole and as it was saved.';
  return value === undefined || (typeof value === 'object' && value !== null)
    ? null
    : 'This has to be a JSON object or list.';
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
