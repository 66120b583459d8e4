import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { incidentsOfMonitor } from '../../../lib/data/monitors/incident-lists.ts';
import { getIncidents } from '../../../lib/data/monitors/incidents.ts';
import { listEvents } from '../../../lib/data/monitors/history.ts';
import { getOutput } from '../../../lib/data/monitors/job-outputs.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { incidentNow } from '../../../lib/domain/monitors/incidents/incident-record.ts';
import { ownCheck } from '../../../lib/flows/monitors/own-checks.ts';
import { checkPingsView, flipsView } from '../../../lib/render/monitors/check-view.ts';
import type { Handle, Input } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { OUTPUT_HEADERS } from '../history/list-events.ts';
import { checkUrlOf, versionOf } from './show-check.ts';

export const listCheckPings: Handle<typeof catalogue.listCheckPings> = async (ctx, { params, headers }) => {
  const { monitor, uuid } = await ownCheck(ctx, ctx.caller.owner.spaces, params.check);
  const asked = { limit: LIMITS.eventsDefault, before: ctx.now + 1, now: ctx.now, consistent: true };
  const events = await listEvents(ctx.table, monitor, asked);
  return { pings: checkPingsView(events, checkUrlOf(ctx.origins.base, versionOf(headers), uuid)) };
};

export const getCheckPingBody: Handle<typeof catalogue.getCheckPingBody> = async (ctx, { params }) => {
  const { monitor } = await ownCheck(ctx, ctx.caller.owner.spaces, params.check);
  const at = /^\d{1,14}$/.test(params.n) ? Number(params.n) : -1;
  const asked = { limit: LIMITS.eventsDefault, before: at + 1, now: ctx.now, consistent: true };
  const events = at < 0 ? [] : await listEvents(ctx.table, monitor, asked);
  const sent = events.find((event) => event.at === at && event.hasOutput);
  const text = sent && (await getOutput(ctx.table, monitor.id, sent.id));
  if (text === undefined)
    throw new Refusal('not_found', 'This check has no such ping, or it came without a body.');
  return new Result(text, { headers: OUTPUT_HEADERS });
};

export const listCheckFlips: Handle<typeof catalogue.listCheckFlips> = async (ctx, { params, query }) => {
  const span = spanOf(query, ctx.now);
  const { monitor } = await ownCheck(ctx, ctx.caller.owner.spaces, params.check, { byKey: true });
  const listed = await incidentsOfMonitor(ctx.table, monitor.id, { limit: LIMITS.incidentsLookedAtMax });
  const records = await getIncidents(ctx.table, listed);
  const now = records.map((record) => incidentNow(record, monitor));
  return { flips: flipsView(now, (at) => at >= span.from && at < span.to) };
};

type Query = Input<typeof catalogue.listCheckFlips>['query'];

/** Unix times up to the year 2286, and a year of seconds, as there. */
const START_MAX = 10_000_000_000;
const SECONDS_MAX = 31_536_000;

function spanOf(query: Query, now: number): { from: number; to: number } {
  const start = secondsOf(query, 'start', START_MAX);
  const end = secondsOf(query, 'end', START_MAX);
  const seconds = secondsOf(query, 'seconds', SECONDS_MAX);
  const from = Math.max((start ?? 0) * 1_000, seconds ? now - seconds * 1_000 : 0);
  return { from, to: end === undefined ? Infinity : end * 1_000 };
}

/** Of `seconds` nothing is said by an empty text or 0; an `end` of 0 is before everything, as there. */
function secondsOf(query: Query, name: 'start' | 'end' | 'seconds', max: number): number | undefined {
  const text = query[name];
  if (text === undefined || (text === '' && name === 'seconds')) return undefined;
  if (/^\d{1,11}$/.test(text) && Number(text) <= max) return Number(text);
  throw new Refusal('valor_invalido', `${name} must be a whole number from 0 to ${max}.`);
}
