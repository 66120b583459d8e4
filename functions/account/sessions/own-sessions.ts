import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import {
  deleteSession,
  deleteSessions,
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

export const endSessionsElsewhere: Handle<typeof catalogue.endSessionsElsewhere> = async (ctx) => {
  const { owner, session } = ctx.caller;
  const others = (await ownSessions(ctx)).map(({ hash }) => hash).filter((hash) => hash !== session.hash);
  await deleteSessions(ctx.table, owner.id, others);
  return { ok: true, ended: others.length };
};

/** The sessions of the account that open something still. */
async function ownSessions({ table, caller, now }: Ctx<'session'>): Promise<Session[]> {
  const { id, epoch } = caller.owner;
  const listed = await sessionsOf(table, id);
  return listed.filter((each) => each.epoch === epoch && isUnexpired(each, now));
}
