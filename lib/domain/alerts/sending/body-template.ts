import { LIMITS } from '../../limits.ts';

/** How a body is written, by which the values in it are escaped. */
export const TEMPLATE_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

type Filled = 'text' | 'number' | 'number or nothing';

/** Those fields of the JSON of a webhook that are one value; tags with commas between. What is null there is empty here. */
const FIELDS = {
  type: 'text',
  text: 'text',
  name: 'text',
  reason: 'text',
  url: 'text',
  alert_id: 'text',
  endpoint_id: 'text',
  incident: 'number',
  alert: 'number',
  down_since: 'text',
  recovered_at: 'text',
  downtime_sec: 'number or nothing',
  alerted_at: 'text',
  last_event_at: 'text',
  next_expected_at: 'text',
  interval_sec: 'number',
  cron: 'text',
  tz: 'text',
  grace_sec: 'number or nothing',
  max_duration_sec: 'number or nothing',
  run_id: 'text',
  exit_code: 'number or nothing',
  miss_count: 'number',
  tags: 'text',
  hint: 'text',
  output: 'text',
} as const satisfies Record<string, Filled>;

export type TemplateField = keyof typeof FIELDS;
export type TemplateValues = Readonly<Record<TemplateField, string | number | null>>;
export const TEMPLATE_FIELDS = Object.keys(FIELDS) as TemplateField[];

const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g;
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** A template with its values, each escaped for its place. What stands in a value is never taken for a field. */
export function filledTemplate(template: string, type: TemplateType, values: TemplateValues): string {
  return template.replace(PLACE, (place, name: string) =>
    isField(name) ? escaped(String(values[name] ?? ''), type) : place,
  );
}

function escaped(text: string, type: TemplateType): string {
  switch (type) {
    case 'application/json':
      return JSON.stringify(text).slice(1, -1);
    case 'application/x-www-form-urlencoded':
      return encodeURIComponent(text.toWellFormed());
    case 'text/plain':
      return text;
  }
}

function isField(name: string): name is TemplateField {
  return Object.hasOwn(FIELDS, name);
}

/** What is wrong with a template, as the end of a sentence that begins with its name; null when nothing is. */
export function templateFault(template: string, type: TemplateType): string | null {
  const { channelBodyMaxChars: most, channelBodyFieldsMax: fieldsMost } = LIMITS;
  if (template.trim() === '' || template.length > most) return `must have 1 to ${most} characters`;
  if (CONTROL.test(template)) return 'must have no control characters but tabs and ends of lines';
  const names = [...template.matchAll(PLACE)].map(([, name = '']) => name);
  const unknown = names.find((name) => !isField(name));
  if (unknown !== undefined) return `names an unknown field; there are ${TEMPLATE_FIELDS.join(', ')}`;
  if (names.length > fieldsMost) return `must name at most ${fieldsMost} fields`;
  if (template.replace(PLACE, '').includes('{{')) return 'has {{ without a field and }} after it';
  if (type !== 'application/json') return null;
  return SAMPLES.every((sample) => isJson(filledTemplate(template, type, sample)))
    ? null
    : 'must be JSON once it is filled in: texts, and numbers that may be missing, need quotes around them';
}

/**
 * What makes every place of a text visible that is outside of quotes, and every place of a number where a missing one or a
 * leading zero is no JSON.
 */
const HOSTILE = `"\\\n\r\t'}],{{name}}</script>\u2028😀\ud800${'é'.repeat(80)}`;
const SAMPLES = [
  { text: HOSTILE, number: 1, 'number or nothing': 1 },
  { text: HOSTILE, number: 0, 'number or nothing': 0 },
  { text: '', number: 0, 'number or nothing': null },
].map(
  (sample) =>
    Object.fromEntries(TEMPLATE_FIELDS.map((name) => [name, sample[FIELDS[name]]])) as TemplateValues,
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
