import type * as z from 'zod';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { ImportedMonitor } from '../../../lib/contract/monitors/transfer.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { customerOf } from '../../../lib/domain/billing/customer.ts';
import {
  homeOfJobs,
  readScheduledJob,
  type ReadJob,
  type ScheduledJob,
} from '../../../lib/domain/aws/scheduled-job.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import type { Lost } from '../../../lib/domain/monitors/switch/brought.ts';
import { newSettings } from '../../../lib/domain/monitors/settings/settings.ts';
import { checkEachOnce } from '../../../lib/domain/schedule/check-schedule.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { manyCountedOn } from '../../../lib/flows/monitors/slug-monitor.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { termsOf } from '../../../lib/runtime/terms.ts';
import { wantedOf } from '../requested-settings.ts';
import { proposedOrApplied } from './apply-import.ts';
import { fileApplication, freeTierView } from './import-monitors.ts';
import { importProposalOf, type ImportProposal } from './import-proposal.ts';

type Body = z.infer<typeof catalogue.importAws.body.json>;

interface Place {
  from: 'schedules' | 'rules';
  index: number;
  name: string;
}

type Entry = Place & Pick<ReadJob, 'slug' | 'wiring' | 'lost'> & { monitor: ImportedMonitor };

interface ReadBody {
  entries: Entry[];
  leftOut: (Place & { detail: string })[];
}

export const importAws: Handle<typeof catalogue.importAws> = async (ctx, { query, body }) => {
  const rules = { ...settingsRules(ctx), checkSchedule: checkEachOnce() };
  const read = readBody(body, ctx);
  const entries = read.entries.filter((entry) => {
    const settings = newSettings(wantedOf(entry.monitor), rules);
    if (!settings.ok) read.leftOut.push({ ...placeOf(entry), detail: settings.detail });
    return settings.ok;
  });
  const wanted = { entries: entries.map(({ monitor }) => monitor), rules };
  const countedOn = manyCountedOn(ctx.table);
  const shown = (owner: Owner, proposal: ImportProposal) =>
    shownOf(ctx, owner, { ...read, entries }, proposal);
  return proposedOrApplied(ctx, query, {
    proposalOf: (owner) => importProposalOf(ctx, owner, wanted),
    shownOf: shown,
    application: async (owner, proposal) => {
      const action = await fileApplication({ ...ctx, countedOn }, owner, {
        ...proposal,
        channels: null,
        maintenance: null,
      });
      const answer = async (applied: Awaited<ReturnType<Applied>>) => ({
        ...shown(owner, proposal),
        applied: applied.applied,
        ...('created' in applied && { created: applied.created.map((each) => createdOf(entries, each)) }),
      });
      if ('done' in action) return { done: async () => answer(await action.done()) };
      return { ...action, result: async () => answer(await action.result()) };
    },
  });
};

type Action = Awaited<ReturnType<typeof fileApplication>>;
type Applied = Extract<Action, { done: unknown }>['done'];

/** Two schedules of one target are none: its runs do not say which started them. Throws 400 for more than an import may have. */
function readBody(
  body: Body,
  { config: { identityPings, region }, now }: Pick<Ctx, 'config' | 'now'>,
): ReadBody {
  const { schedules, rules } = listsOf(body);
  const jobs: (Place & { job: ScheduledJob | string })[] = [
    ...schedules.map((each, index) => ({
      from: 'schedules' as const,
      index,
      name: each.Name,
      job: scheduleOf(each),
    })),
    ...rules.flatMap((each, index) =>
      rulesOf(each).map((job) => ({ from: 'rules' as const, index, name: each.Name, job })),
    ),
  ];
  if (jobs.length > LIMITS.importMaxMonitors)
    throw new Refusal(
      'corpo_invalido',
      `schedules and the Targets of rules must be at most ${LIMITS.importMaxMonitors} together; got ${jobs.length}.`,
    );
  // By which the names of events are prefixed; where no events are taken in, that of what is sent.
  const home = identityPings
    ? { ...identityPings, region }
    : homeOfJobs(jobs.flatMap(({ job }) => (typeof job === 'string' ? [] : [job])));
  const read: ReadBody = { entries: [], leftOut: [] };
  for (const { job, ...place } of jobs) {
    const decision =
      typeof job === 'string' ? { ok: false as const, detail: job } : readScheduledJob(job, { home, now });
    if (decision.ok) read.entries.push({ ...place, ...decision.value, monitor: monitorOf(decision.value) });
    else read.leftOut.push({ ...place, detail: decision.detail });
  }
  const alike = Map.groupBy(read.entries, ({ slug }) => slug);
  const isTwice = ({ slug }: Entry) => (alike.get(slug)?.length ?? 0) > 1;
  const detail = 'another one starts the same target, and its runs do not say which: its monitor must learn.';
  return {
    entries: read.entries.filter((entry) => !isTwice(entry)),
    leftOut: [
      ...read.leftOut,
      ...read.entries.filter(isTwice).map((entry) => ({ ...placeOf(entry), detail })),
    ],
  };
}

/** Both lists, either of which may be spelled as the command line does. Throws 400 for neither, and for one that is there twice. */
function listsOf({ schedules, Schedules, rules, Rules }: Body) {
  const twice =
    schedules && Schedules ? 'schedules and Schedules' : rules && Rules ? 'rules and Rules' : null;
  if (twice !== null) throw new Refusal('corpo_invalido', `${twice} are one list; send one of them.`);
  const lists = { schedules: schedules ?? Schedules, rules: rules ?? Rules };
  if (!lists.schedules && !lists.rules)
    throw new Refusal('corpo_invalido', 'The body must have schedules, rules or both; got neither.');
  return { schedules: lists.schedules ?? [], rules: lists.rules ?? [] };
}

function scheduleOf(schedule: NonNullable<Body['schedules']>[number]): ScheduledJob {
  const { FlexibleTimeWindow: window, EndDate } = schedule;
  const isFlexible = window?.Mode === 'FLEXIBLE';
  return {
    kind: 'schedule',
    name: schedule.Name,
    expression: schedule.ScheduleExpression,
    tz: schedule.ScheduleExpressionTimezone ?? 'UTC',
    isDisabled: schedule.State === 'DISABLED',
    windowSec: isFlexible ? (window.MaximumWindowInMinutes ?? 0) * 60 : 0,
    endsAt: EndDate === undefined || Number.isNaN(Date.parse(EndDate)) ? null : Date.parse(EndDate),
    arn: schedule.Arn ?? null,
    target: schedule.Target,
  };
}

function rulesOf(rule: NonNullable<Body['rules']>[number]): (ScheduledJob | string)[] {
  const { ScheduleExpression: expression, Targets = [] } = rule;
  if (expression === undefined) return ['it has no schedule: it waits for events.'];
  if (Targets.length === 0) return ['it has no targets; list-targets-by-rule prints them.'];
  const rest = {
    name: rule.Name,
    tz: 'UTC',
    isDisabled: rule.State === 'DISABLED',
    windowSec: 0,
    endsAt: null,
    arn: rule.Arn ?? null,
  };
  return Targets.map((target) => ({ kind: 'rule', expression, target, ...rest }));
}

function monitorOf({ slug, wanted }: ReadJob): ImportedMonitor {
  const { name = slug, cron, tz, graceSec, intervalSec, pausedUntil } = wanted;
  return { slug, name, cron, tz, grace_sec: graceSec, interval_sec: intervalSec, paused_until: pausedUntil };
}

function shownOf(ctx: Ctx<'owner'>, owner: Owner, read: ReadBody, { fresh, existing }: ImportProposal) {
  const made = fresh.flatMap(({ index }) => read.entries[index] ?? []);
  return {
    would_create: fresh.length,
    proposals: made.map(({ monitor: { cron, tz, grace_sec, interval_sec }, wiring, slug, ...entry }) => ({
      ...placeOf(entry),
      slug,
      ...(cron && { cron, tz: tz ?? 'UTC', grace_sec: grace_sec ?? 0 }),
      ...(interval_sec && { interval_sec }),
      wiring,
    })),
    existing: existing.flatMap(({ index, monitor, differs }) => {
      const entry = read.entries[index];
      return entry ? [{ ...placeOf(entry), slug: entry.slug, id: shownIdOf(monitor), differs }] : [];
    }),
    left_out: read.leftOut,
    lost: made.flatMap((entry) => entry.lost.map((one: Lost) => ({ ...placeOf(entry), ...one }))),
    free_tier: freeTierView(customerOf(owner, termsOf(ctx)), fresh.length),
  };
}

const placeOf = ({ from, index, name }: Place): Place => ({ from, index, name });

function createdOf(entries: readonly Entry[], created: { index: number; id: string; ingest_url: string }) {
  const { index, id, ingest_url } = created;
  const entry = entries[index];
  const place = entry ? placeOf(entry) : { from: 'schedules' as const, index, name: '' };
  return { ...place, slug: entry?.slug ?? '', id, ingest_url };
}
