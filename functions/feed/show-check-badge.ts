import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import type { Table } from '../../lib/data/table.ts';
import { ownerOfSpace } from '../../lib/data/owners.ts';
import { isCheckUuid } from '../../lib/domain/monitors/check-uuid.ts';
import { shownIdOf } from '../../lib/domain/monitors/monitor-id.ts';
import {
  badgeOf,
  type BadgeStatus,
  type CountedChecks,
} from '../../lib/domain/monitors/switch/check-badge.ts';
import { carries, listOwnChecks, ownCheck } from '../../lib/flows/monitors/own-checks.ts';
import { checkBadgeSvg } from '../../lib/render/feed/badge.ts';
import { ALL_CHECKS, monitorOfBadge, scopeOfBadge } from '../../lib/runtime/check-badges.ts';
import { remembered, type Remembered } from '../../lib/runtime/memory/remembered.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { jsonText } from '../../lib/runtime/replies.ts';
import { Result } from '../../lib/runtime/result.ts';
import { BADGE_HEADERS } from './show-badge.ts';

const KEPT_SEC = 60;
const FORMS = ['svg', 'json', 'shields'] as const;
type Form = (typeof FORMS)[number];

export const showChecksBadge: Handle<typeof catalogue.showChecksBadge> = async (ctx, { params }) => {
  const { name: signature, form } = inForm(params.signature);
  if (isCheckUuid(params.badge)) return badgeOfOne(ctx, params.badge, { states: signature, form });
  const counted = await badgeOfTag(ctx, { ...params, signature, tag: ALL_CHECKS });
  return shown(form, 'Rollcall', counted, KEPT_SEC / 2);
};

/** One monitor, by a UUID from which nobody gets its own. */
async function badgeOfOne(ctx: Ctx, uuid: string, { states, form }: { states: string; form: Form }) {
  if (states !== '2' && states !== '3') throw noBadge();
  const id = monitorOfBadge(await ctx.secret(), uuid);
  const monitor = await getMonitor(ctx.table, id);
  if (!monitor) throw noBadge();
  const check = await ownCheck(ctx, [monitor.spaceId], shownIdOf(monitor));
  const { name } = check.fields;
  return shown(form, name === '' ? monitor.name : name, badgeOf([check], ctx.now, states === '3'));
}

export const showTagBadge: Handle<typeof catalogue.showTagBadge> = async (ctx, { params }) => {
  const { name: tag, form } = inForm(params.tag);
  return shown(form, tag, await badgeOfTag(ctx, { ...params, tag }), KEPT_SEC / 2);
};

async function badgeOfTag(
  ctx: Ctx,
  { badge: spaceId, signature, tag }: { badge: string; signature: string; tag: string },
): Promise<CountedChecks> {
  const withLate = !signature.endsWith('-2');
  const plain = signature.replace(/-2$/, '');
  const scope = scopeOfBadge(await ctx.secret(), { spaceId, tag }, plain);
  if (scope === undefined) throw noBadge();
  return countsIn(ctx).of(`${spaceId} ${signature} ${tag}`, async () => {
    const spaces = scope === 'space' ? [spaceId] : (await ownerOfSpace(ctx.table, spaceId))?.spaces;
    if (!spaces) throw noBadge();
    const checks = await listOwnChecks(ctx, spaces);
    const wanted = tag === ALL_CHECKS ? checks : checks.filter((check) => carries(check, [tag]));
    return badgeOf(wanted, ctx.now, withLate);
  });
}

const countsByTable = new WeakMap<Table, Remembered<CountedChecks>>();
const BADGES_MAX = 1_000;

/**
 * How the checks of a badge were within the last half minute: each badge lists all monitors of its owner, and a page that has one
 * is read by whoever comes.
 */
function countsIn({ table, clock }: Ctx): Remembered<CountedChecks> {
  const known = countsByTable.get(table) ?? remembered(clock, BADGES_MAX, () => (KEPT_SEC / 2) * 1_000);
  countsByTable.set(table, known);
  return known;
}

function inForm(text: string): { name: string; form: Form } {
  const dot = text.lastIndexOf('.');
  const form = FORMS.find((each) => each === text.slice(dot + 1));
  if (dot < 1 || form === undefined) throw noBadge();
  return { name: text.slice(0, dot), form };
}

const JSON_HEADERS = { 'content-type': 'application/json', 'x-robots-tag': 'noindex, nofollow' };
const COLOURS: Record<BadgeStatus, string> = { up: 'success', late: 'important', down: 'critical' };

/** What is remembered here is kept for half as long elsewhere, so that no badge is older than a minute. */
function shown(form: Form, label: string, counted: CountedChecks, keptSec = KEPT_SEC) {
  const kept = { 'cache-control': `public, max-age=${keptSec}` };
  const { status } = counted;
  if (form === 'svg')
    return new Result(checkBadgeSvg(label, status), { headers: { ...BADGE_HEADERS, ...kept } });
  const json =
    form === 'json' ? counted : { schemaVersion: 1, label, message: status, color: COLOURS[status] };
  return new Result(jsonText(json), { headers: { ...JSON_HEADERS, ...kept } });
}

function noBadge(): Refusal {
  return new Refusal('not_found', 'There is no such badge.');
}
