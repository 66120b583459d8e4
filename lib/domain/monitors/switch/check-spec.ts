import { refused, type Decision } from '../../decision.ts';
import { checkSchedule } from '../../schedule/check-schedule.ts';
import { ianaZone } from '../../schedule/iana-zone.ts';
import type { Instant } from '../../instant.ts';

/** What a program of Healthchecks asks of a check; absent what it did not send. Times in seconds. */
export interface CheckSpec {
  channels?: string;
  desc?: string;
  grace?: number;
  manual_resume?: boolean;
  name?: string;
  schedule?: string;
  slug?: string;
  tags?: string;
  timeout?: number;
  tz?: string;
  unique?: UniqueField[];
}

/** By what fields a check that there is can be meant. */
const UNIQUE = ['name', 'slug', 'tags', 'timeout', 'grace'] as const;
export type UniqueField = (typeof UNIQUE)[number];

/** Of a period, and of a grace. */
export const SECONDS_MIN = 60;
const SECONDS_MAX = 31_536_000;
const KEYWORDS_MAX = 200;
/** Characters; of a slug as of a name. */
export const CHECK_MAX = { name: 100, tags: 500, desc: 4_000 } as const;

/** Says what is wrong with a value, as it follows the name of its field; null of one that is right. */
type Rule = (value: unknown, now: Instant) => string | null;

const text =
  (max: number): Rule =>
  (value) =>
    typeof value !== 'string' ? 'is not a string' : [...value].length > max ? 'is too long' : null;

const anyText = text(Number.POSITIVE_INFINITY);

/** What there is nothing of here: taken as long as it asks for nothing. */
const none =
  (rule: Rule): Rule =>
  (value, now) =>
    rule(value, now) ?? (value === '' || value === false ? null : 'has unexpected value');

const flag: Rule = (value) => (typeof value === 'boolean' ? null : 'is not a boolean');

/** `true` is a one there. */
const seconds: Rule = (value) => {
  const number = typeof value === 'boolean' ? Number(value) : value;
  if (!Number.isInteger(number)) return 'is not a number';
  if (Number(number) < SECONDS_MIN) return 'is too small';
  return Number(number) > SECONDS_MAX ? 'is too large' : null;
};

const schedule: Rule = (value, now) => {
  const wrong = text(CHECK_MAX.name)(value, now);
  if (wrong !== null) return wrong;
  const cron = String(value).trim().replaceAll(/\s+/g, ' ');
  const isCron = cron.split(' ').length === 5 && checkSchedule({ cron, tz: 'UTC' }, now).ok;
  return isCron ? null : 'is not a valid cron or OnCalendar expression';
};

/** In the order in which they are looked at there: the first that is wrong is told. */
const RULES: readonly (readonly [string, Rule])[] = [
  ['channels', anyText],
  ['desc', text(CHECK_MAX.desc)],
  ['failure_kw', none(text(KEYWORDS_MAX))],
  ['filter_subject', none(flag)],
  ['filter_body', none(flag)],
  ['filter_http_body', none(flag)],
  ['filter_default_fail', none(flag)],
  ['grace', seconds],
  ['manual_resume', flag],
  ['methods', (value) => (value === '' ? null : 'has unexpected value')],
  ['name', text(CHECK_MAX.name)],
  ['schedule', schedule],
  ['slug', (value, now) => text(CHECK_MAX.name)(value, now) ?? (/^[a-z0-9_-]*$/.test(String(value)) ? null : 'does not match pattern')],
  ['start_kw', none(text(KEYWORDS_MAX))],
  ['subject', none(text(KEYWORDS_MAX))],
  ['subject_fail', none(text(KEYWORDS_MAX))],
  ['success_kw', none(text(KEYWORDS_MAX))],
  ['tags', text(CHECK_MAX.tags)],
  ['timeout', seconds],
  ['tz', (value, now) => anyText(value, now) ?? (ianaZone(String(value)).ok ? null : 'is not a valid timezone')],
  ['unique', (value) => (Array.isArray(value) ? null : 'is not an array')],
]; // prettier-ignore

/**
 * Reads what was sent of a check, and refuses in the words of Healthchecks. What exists there and not here (keywords, methods,
 * OnCalendar) is refused as soon as it asks for something: left out it would turn failures into successes.
 */
export function readSpec(
  sent: Readonly<Record<string, unknown>>,
  now: Instant,
): Decision<CheckSpec, 'valor_invalido'> {
  for (const [name, rule] of RULES) {
    const value = sent[name];
    const wrong = value === undefined ? null : rule(value, now);
    if (wrong !== null) return invalid(`${name} ${wrong}`);
  }
  const spec = sent as CheckSpec;
  if (spec.unique?.some((each) => !UNIQUE.includes(each)))
    return invalid("an item in 'unique' has unexpected value");
  return { ok: true, value: spec };
}

export function invalid(words: string) {
  return refused('valor_invalido', `json validation error: ${words}`);
}
