import { shown } from '../../decision.ts';
import { LIMITS } from '../../limits.ts';
import { isCheckUuid } from '../check-uuid.ts';
import type { WantedSettings } from '../settings/settings.ts';
import { leftOut, nameKept, pausedFrom, tagsKept, withoutEqual, type Brought, type Lost } from './brought.ts';
import type { CheckFields } from './check-fields.ts';
import { pingedSlug } from './check-slugs.ts';
import { CHECK_MAX } from './check-spec.ts';
import { channelLost, type HealthchecksChannel } from './healthchecks-channel.ts';

/** A check as `GET /api/v1/checks/` to `v3` of Healthchecks lists it; times in seconds. What is absent is as by default there. */
export interface HealthchecksCheck {
  name?: string | undefined;
  slug?: string | undefined;
  tags?: string | undefined;
  desc?: string | undefined;
  uuid?: string | undefined;
  /** Of a version that shows no `uuid`: it ends in it. */
  ping_url?: string | undefined;
  timeout?: number | undefined;
  grace?: number | undefined;
  schedule?: string | undefined;
  tz?: string | undefined;
  status?: string | undefined;
  methods?: string | undefined;
  channels?: string | undefined;
  manual_resume?: boolean | undefined;
  filter_subject?: boolean | undefined;
  filter_body?: boolean | undefined;
  filter_http_body?: boolean | undefined;
}

/** What came with the checks. */
export interface BesideChecks {
  now: number;
  hasPingKey: boolean;
  channels: ReadonlyMap<string, HealthchecksChannel>;
}

/** Of a check that nobody gave them, there. */
const TIMEOUT_SEC = 86_400;
const GRACE_SEC = 3_600;
/** Of one check, that are named. */
const CHANNELS_MAX = 50;

/**
 * Reads a check. What makes it another one is refused: a schedule that is none of cron, a check without its UUID. What is only
 * less than it was is listed.
 */
export function readCheck(check: HealthchecksCheck, beside: BesideChecks): Brought {
  const uuid = uuidOf(check);
  if (uuid === undefined)
    return leftOut(
      check.uuid === undefined
        ? 'it has no UUID; a read-only key shows none, so export with a read-write key.'
        : `its uuid must be 32 hex digits with four hyphens; got ${shown(check.uuid)}.`,
    );
  const isCron = check.schedule !== undefined && check.schedule !== '';
  if (isCron && (check.schedule?.trim().split(/\s+/).length !== 5 || check.schedule.includes('\n')))
    return leftOut('its schedule is an OnCalendar expression, which is not supported here.');
  const lost: Lost[] = [];
  const tags = tagsKept((check.tags ?? '').split(' '), lost);
  const grace = check.grace ?? GRACE_SEC;
  const wanted: WantedSettings = {
    name: nameKept([check.name, check.slug, `check ${uuid.slice(0, 8)}`], lost),
    ...(isCron ? scheduleOf(check, grace, lost) : { intervalSec: intervalOf(check, grace, lost) }),
    maxDurationSec: maxDurationOf(grace, lost),
    tags,
    ...(check.status === 'paused' && { pausedUntil: pausedFrom(beside.now, lost) }),
  };
  lost.push(...withoutEqual(unlikeHere(check)), ...slugLost(check, beside), ...channelsLost(check, beside));
  const read = { token: uuid, slug: pingedSlug(check.slug), wanted, check: fieldsKept(check, isCron, grace) };
  return { ok: true, value: { ...read, lost } };
}

/** What programs of Healthchecks read of it again, as long as it can be there. */
function fieldsKept(check: HealthchecksCheck, isCron: boolean, grace: number): CheckFields {
  const {
    name = '',
    slug = '',
    tags = '',
    desc = '',
    timeout = TIMEOUT_SEC,
    schedule = '',
    tz = 'UTC',
  } = check;
  return {
    name: cut(name, CHECK_MAX.name),
    slug: cut(slug, CHECK_MAX.name),
    tags: cut(tags, CHECK_MAX.tags),
    desc: cut(desc, CHECK_MAX.desc),
    grace,
    manualResume: check.manual_resume ?? false,
    ...(isCron ? { timeout: null, schedule, tz } : { timeout, schedule: null, tz: null }),
  };
}

const cut = (text: string, chars: number) => [...text].slice(0, chars).join('');

function uuidOf({ uuid, ping_url }: HealthchecksCheck): string | undefined {
  return [uuid, ping_url?.split('/').at(-1)]
    .map((text) => text?.toLowerCase())
    .find((text): text is string => text !== undefined && isCheckUuid(text));
}

/** Late after period and grace together: a monitor with an interval has one number for both. */
function intervalOf({ timeout = TIMEOUT_SEC }: HealthchecksCheck, grace: number, lost: Lost[]): number {
  const sum = timeout + grace;
  if (sum <= LIMITS.intervalMaxSec) return Math.max(sum, LIMITS.intervalMinSec);
  lost.push({
    field: 'timeout',
    detail: 'Period and grace exceed 366 days, the maximum here.',
  });
  return LIMITS.intervalMaxSec;
}

function scheduleOf({ schedule, tz }: HealthchecksCheck, grace: number, lost: Lost[]) {
  if (grace > LIMITS.graceMaxSec)
    lost.push({
      field: 'grace',
      detail: `The grace of a schedule is at most a day here; it was ${grace} s.`,
    });
  const graceSec = Math.min(Math.max(grace, LIMITS.graceMinSec), LIMITS.graceMaxSec);
  return { cron: schedule, tz: tz ?? 'UTC', graceSec };
}

/** What may run for longer than a limit can be here has none: told after a day it would be a false alarm. */
function maxDurationOf(grace: number, lost: Lost[]): number | null {
  if (grace <= LIMITS.maxDurationMaxSec) return Math.max(grace, LIMITS.maxDurationMinSec);
  lost.push({
    field: 'max_duration_sec',
    detail: `A run limit is at most a day here; it was ${grace} s, so long runs do not alert.`,
  });
  return null;
}

/** What there is nothing of the same kind for. */
function unlikeHere(check: HealthchecksCheck): Parameters<typeof withoutEqual>[0] {
  const filters = check.filter_subject || check.filter_body || check.filter_http_body;
  return [
    [check.desc, 'desc', 'Only the Healthchecks management API shows the description.'],
    [check.methods, 'methods', 'Any method counts as a ping.'],
    [filters, 'filters', "Keywords in a job's output are not checked."],
    [check.manual_resume, 'manual_resume', 'Pauses end by themselves.'],
  ];
}

function slugLost({ slug }: HealthchecksCheck, { hasPingKey }: BesideChecks): Lost[] {
  if (slug === undefined || slug === '') return [];
  if (pingedSlug(slug) === undefined)
    return [{ field: 'slug', detail: 'Jobs ping by a slug of a-z 0-9 - _ with a letter or digit in it.' }];
  const detail = 'Jobs that ping by it find this monitor once the import is sent with `ping_key`.';
  return hasPingKey ? [] : [{ field: 'slug', detail }];
}

/** Each channel by itself, as far as it is known. */
function channelsLost({ channels = '' }: HealthchecksCheck, beside: BesideChecks): Lost[] {
  if (channels === '') return [];
  const ids = [...new Set(channels.split(',').slice(0, CHANNELS_MAX))];
  const known = ids.flatMap((id) => beside.channels.get(id) ?? []);
  const details = known.map(channelLost);
  if (known.length < ids.length)
    details.push('Its channels are not in the export; add one for all monitors (POST /api/channels).');
  return [...new Set(details)].map((detail) => ({ field: 'channels', detail }));
}
