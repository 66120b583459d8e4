import { accepted, type Decision } from '../../decision.ts';
import { LIMITS } from '../../limits.ts';
import { graceSecOf } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import { monitorName } from '../settings/name.ts';
import type { WantedSettings } from '../settings/settings.ts';
import { normalTag } from '../settings/tags.ts';
import { invalid, SECONDS_MIN, type CheckSpec } from './check-spec.ts';

/**
 * A check as Healthchecks knows it, where that is more than a monitor is here: longer names, tags of any characters, a period
 * apart from its grace. What a program wrote it reads again, or it would write it anew each time.
 */
export interface CheckFields {
  name: string;
  slug: string;
  tags: string;
  desc: string;
  /** Of a check without a schedule. */
  timeout: number | null;
  grace: number;
  schedule: string | null;
  tz: string | null;
  manualResume: boolean;
}

/** Of a check of which nothing is said. */
const NEW: CheckFields = {
  name: '',
  slug: '',
  tags: '',
  desc: '',
  timeout: 86_400,
  grace: 3_600,
  schedule: null,
  tz: null,
  manualResume: false,
};

/** What of a spec changes when a monitor is late. */
const TIMING = ['timeout', 'grace', 'schedule', 'tz'] as const;

/** A check after a spec, and what its monitor is to be. */
export interface DecidedCheck {
  fields: CheckFields;
  wanted: WantedSettings;
}

type Decided = Decision<DecidedCheck, 'valor_invalido'>;

/** A new check. `named` is what its monitor is called that has no name of its own. */
export function newCheck(spec: CheckSpec, version: string, named: string): Decided {
  return decided(withSpec(NEW, spec, version), true, named);
}

/** A check that is changed: what is not sent stays. */
export function changedCheck(before: CheckFields, spec: CheckSpec, version: string, named: string): Decided {
  const isTimed = TIMING.some((name) => spec[name] !== undefined);
  return decided(withSpec(before, spec, version), isTimed, named);
}

function withSpec(before: CheckFields, spec: CheckSpec, version: string): CheckFields {
  const { name = before.name, tags = before.tags, desc = before.desc, grace = before.grace } = spec;
  const { slug = slugOf(before, spec, version), manual_resume: manualResume = before.manualResume } = spec;
  const said = { name, slug, tags, desc, grace, manualResume };
  const schedule = spec.schedule ?? (spec.timeout === undefined ? before.schedule : null);
  if (schedule === null)
    return { ...said, schedule, tz: null, timeout: spec.timeout ?? before.timeout ?? NEW.timeout };
  return { ...said, schedule, tz: spec.tz ?? before.tz ?? 'UTC', timeout: null };
}

/** The versions before the third make it of each name that is sent. */
function slugOf({ slug }: CheckFields, { name }: CheckSpec, version: string): string {
  return version === '3' || name === undefined ? slug : slugified(name);
}

function slugified(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\P{ASCII}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/[-\s]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '');
}

function decided(fields: CheckFields, isTimed: boolean, named: string): Decided {
  const { schedule, timeout, grace } = fields;
  const graceMax = schedule === null ? LIMITS.intervalMaxSec - (timeout ?? 0) : LIMITS.graceMaxSec;
  if (isTimed && grace > graceMax) return invalid('grace is too large');
  const wanted = {
    name: ownName(fields.name, named),
    tags: ownTags(fields.tags),
    ...(isTimed && timingOf(fields)),
  };
  return accepted({ fields, wanted });
}

/** Late after period and grace together; grace is also how long a started run may take. */
function timingOf({ schedule, tz, timeout, grace }: CheckFields): WantedSettings {
  const maxDurationSec = grace > LIMITS.maxDurationMaxSec ? null : grace;
  if (schedule === null)
    return { cron: null, tz: null, graceSec: null, intervalSec: (timeout ?? 0) + grace, maxDurationSec };
  return { cron: schedule, tz, graceSec: grace, maxDurationSec };
}

/** The name of a monitor: the first characters, or what it is called where nobody could read that. */
function ownName(name: string, named: string): string {
  const cut = monitorName([...name].slice(0, LIMITS.nameMaxChars).join(''));
  return cut.ok ? cut.value : named;
}

/** As far as they can be tags of a monitor. */
function ownTags(tags: string): string[] {
  const fitting = tagsOf(tags).flatMap((tag) => normalTag(tag) ?? []);
  return [...new Set(fitting)].slice(0, LIMITS.tagsMax).sort();
}

/** The tags of a check, as they are compared there. */
export function tagsOf(tags: string): string[] {
  return tags.split(' ').flatMap((tag) => tag.trim() || []);
}

/** A monitor as a check. What a program said of it holds as long as the monitor is still what was made of that. */
export function fieldsOf(monitor: Monitor, said: CheckFields | undefined, named: string): CheckFields {
  const plain = plainFields(monitor);
  if (said === undefined) return plain;
  const { name, tags, ...kept } = said;
  const isTimed = isTimedAs(monitor, said);
  const timing = isTimed ? said : plain;
  return {
    ...kept,
    slug: monitor.checkSlug ?? kept.slug,
    name: ownName(name, named) === monitor.name ? name : plain.name,
    tags: ownTags(tags).join() === monitor.tags.join() ? tags : plain.tags,
    timeout: timing.timeout,
    grace: timing.grace,
    schedule: timing.schedule,
    tz: timing.tz,
  };
}

function isTimedAs(monitor: Monitor, { schedule, tz, timeout, grace }: CheckFields): boolean {
  if (schedule === null) return monitor.cron === null && monitor.intervalSec === (timeout ?? 0) + grace;
  const cron = schedule.trim().replaceAll(/\s+/g, ' ');
  return (
    monitor.cron === cron && monitor.tz?.toLowerCase() === tz?.toLowerCase() && monitor.graceSec === grace
  );
}

/** A monitor of which no program of Healthchecks said anything: how long a run may take is its grace, where that fits. */
function plainFields(monitor: Monitor): CheckFields {
  const { name, slug, checkSlug, tags, cron, tz, intervalSec, maxDurationSec } = monitor;
  const said = { name, slug: checkSlug ?? slug ?? '', tags: tags.join(' '), desc: '', manualResume: false };
  if (cron !== null)
    return { ...said, timeout: null, schedule: cron, tz: tz ?? 'UTC', grace: graceSecOf(monitor) };
  const longest = intervalSec - SECONDS_MIN;
  const grace =
    maxDurationSec !== null && maxDurationSec <= longest
      ? maxDurationSec
      : Math.min(NEW.grace, Math.floor(intervalSec / 2));
  return { ...said, timeout: intervalSec - grace, grace, schedule: null, tz: null };
}
