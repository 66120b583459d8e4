import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import {
  deleteSession,
  deleteSessions,
  firstSessionHashes,
  getSessions,
  sessionsOf,
  type Session,
} from '../../../lib/data/accounts/sessions.ts';
import { dayNumberOf, isUnexpired, sessionIdOf } from '../../../lib/domain/accounts/session.ts';
import { sessionView } from '../../../lib/render/accounts/account-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { SIGNED_OUT } from './end-session.ts';

export const listSessions: Handle<typeof catalogue.listSessions> = async (ctx) => {
  const { session } = ctx.caller;
  const own = await ownSessions(ctx);
  const others = own.filter(({ hash }) => hash !== session.hash);
  // That this one was seen today may be written at this moment.
  const current = sessionView({ ...session, seenDay: dayNumberOf(ctx.now) }, true);
  const newest = others.toSorted((one, other) => other.createdAt - one.createdAt);
  return { sessions: [current, ...newest.map((each) => sessionView(each, false))] };
};

/** One that has ended, or is somebody else's, is as one that there never was. */
export const endSessionOf: Handle<typeof catalogue.endSessionOf> = async (ctx, { params }) => {
  const found = (await ownSessions(ctx)).find((each) => sessionIdOf(each) === params.session);
  if (!found) throw new Refusal('not_found', 'Your account has no session of this id; it may have ended.');
  await deleteSession(ctx.table, found);
  return new Result({ ok: true }, found.hash === ctx.caller.session.hash ? SIGNED_OUT : {});
};

/** So often 500 are ended in a call, in some seconds. */
const ROUNDS_MAX = 8;

/** Of what was kept of sessions that have ended there may be more than a list holds, so it goes on until none is left. */
export const endSessionsElsewhere: Handle<typeof catalogue.endSessionsElsewhere> = async (ctx) => {
  const { table, caller } = ctx;
  let ended = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const listed = await firstSessionHashes(table, caller.owner.id);
    const others = listed.filter((hash) => hash !== caller.session.hash);
    if (others.length === 0) return { ok: true, ended };
    ended += openOf(ctx, await getSessions(table, others)).length;
    await deleteSessions(table, caller.owner.id, others);
  }
  throw new Refusal('indisponivel', `${ended} sessions have ended, and there are more; repeat the call.`);
};

async function ownSessions(ctx: Ctx<'session'>): Promise<Session[]> {
  return openOf(ctx, await sessionsOf(ctx.table, ctx.caller.owner.id));
}

/** Those that open something still. */
function openOf({ caller, now }: Ctx<'session'>, listed: readonly Session[]): Session[] {
  return listed.filter((each) => each.epoch === caller.owner.epoch && isUnexpired(each, now));
}
