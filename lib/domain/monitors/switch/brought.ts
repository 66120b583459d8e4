import { DAY_MS } from '../../calendar.ts';
import { refused, type Decision } from '../../decision.ts';
import { LIMITS } from '../../limits.ts';
import type { WantedSettings } from '../settings/settings.ts';
import { normalTag } from '../settings/tags.ts';
import type { CheckFields } from './check-fields.ts';

/** A monitor of another service, in our words. */
export interface BroughtMonitor {
  /** What its pings name it by there. */
  token: string;
  /** By which jobs can ping it under a key of its owner there. */
  slug?: string | undefined;
  wanted: WantedSettings;
  /** As programs of Healthchecks read it. */
  check?: CheckFields;
  lost: Lost[];
}

/** What an import could not keep, in one sentence. */
export interface Lost {
  field: string;
  detail: string;
}

/** An entry of an export as it is: whatever a field may hold. */
export type Row = Readonly<Record<string, unknown>>;

/** What an entry does not say itself. */
export interface Beside {
  now: number;
  /** The zone of schedules that name none. */
  tz: string | null;
}

export type Brought = Decision<BroughtMonitor, 'corpo_invalido'>;

/** Why an entry becomes no monitor. */
export function leftOut(detail: string): Brought {
  return refused('corpo_invalido', detail);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

const WHOLE_MAX = 4_294_967_295;
/** What whole numbers are in the words of a refusal. */
export const WHOLE_RANGE = `from 0 to ${WHOLE_MAX}`;

/** Undefined for what is no whole number from 0 on that a duration in seconds can be. */
export function wholeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= WHOLE_MAX
    ? value
    : undefined;
}

/** Whether a field says anything: neither nothing nor an empty text, list or object. */
export function isSaid(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false && value !== 0;
}

/** The first of the names that is one, as long as names are here. */
export function nameKept(names: readonly (string | undefined)[], lost: Lost[]): string {
  const whole = names.find((text) => text !== undefined && text.trim() !== '') ?? '';
  const kept = [...whole].slice(0, LIMITS.nameMaxChars).join('');
  if (kept !== whole)
    lost.push({
      field: 'name',
      detail: `Names have at most ${LIMITS.nameMaxChars} characters here; the rest was cut.`,
    });
  return kept;
}

/** Tags as far as they can be tags here: in small letters, and at most eight. */
export function tagsKept(tags: readonly string[], lost: Lost[]): string[] {
  const sent = tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
  const fitting = sent.map(normalTag).filter((tag) => tag !== null);
  const kept = [...new Set(fitting)].slice(0, LIMITS.tagsMax);
  const gone = sent.filter((tag) => !kept.includes(tag.toLowerCase()));
  const detail = `At most ${LIMITS.tagsMax} tags of a-z 0-9 . _ - and ${LIMITS.tagMaxChars} characters; left out: ${shownTags(gone)}.`;
  if (gone.length > 0) lost.push({ field: 'tags', detail });
  const lowered = sent.filter((tag) => !kept.includes(tag) && !gone.includes(tag));
  if (lowered.length > 0)
    lost.push({ field: 'tags', detail: `Tags are lower case here: ${shownTags(lowered)}.` });
  return kept;
}

const shownTags = (tags: readonly string[]) => tags.slice(0, 5).join(' ').slice(0, 200);

export function pausedFrom(now: number, lost: Lost[]): string {
  const days = (LIMITS.pauseMaxSec * 1000) / DAY_MS;
  lost.push({ field: 'status', detail: `A pause ends after ${days} days here; there it had no end.` });
  return new Date(now + LIMITS.pauseMaxSec * 1000).toISOString();
}

/** How often an open problem is told again, where that is as often as it can be here. */
export function repeatKept(sec: number | undefined, field: string, lost: Lost[]): number | undefined {
  if (sec === undefined) return undefined;
  if (sec >= LIMITS.alertRepeatMinSec && sec <= LIMITS.alertRepeatMaxSec) return sec;
  lost.push({
    field,
    detail: `Reminders come every ${LIMITS.alertRepeatMinSec} to ${LIMITS.alertRepeatMaxSec} s here; there the time is different.`,
  });
  return undefined;
}

/** After how many failures in a row a failure is told. */
export function failuresKept(tolerated: number, field: string, lost: Lost[]): number {
  const most = LIMITS.alertAfterFailuresMax;
  if (tolerated >= most)
    lost.push({
      field,
      detail: `Failures alert after at most ${most} in a row here; there after ${tolerated + 1}.`,
    });
  return Math.min(tolerated + 1, most);
}

/** Fields for which there is nothing of the same kind, where they say anything. */
export function withoutEqual(
  all: readonly (readonly [said: unknown, field: string, detail: string])[],
): Lost[] {
  return all.flatMap(([said, field, detail]) => (isSaid(said) ? [{ field, detail }] : []));
}
