import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { hasAvatar } from '../../../lib/data/accounts/avatars.ts';
import { codesLeft, getRecovery } from '../../../lib/data/accounts/recovery-codes.ts';
import { trialOf } from '../../../lib/data/accounts/trials.ts';
import { urlsOf, type Config } from '../../../lib/config/config.ts';
import { KEPT_AFTER_DELETION } from '../../../lib/domain/accounts/kept-after-deletion.ts';
import { isoOf } from '../../../lib/domain/instant.ts';
import { profileView, trialView } from '../../../lib/render/accounts/account-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { claimableBy } from '../own-data/claim-guest.ts';
import { isEnrolledHere } from '../second-factor/enrolment.ts';
import { monitorPage } from '../../../lib/data/monitors/monitor-pages.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { listCursor, MONITOR_LIST } from '../../../lib/flows/list-position.ts';
import { shownMonitors } from '../../../lib/flows/monitors/shown-monitors.ts';

/** Looking at it makes nobody an owner: it begins no trial and no guest. */
export const getAccount: Handle<typeof catalogue.getAccount> = async (ctx, { cookies }) => {
  const { table, caller, config, now } = ctx;
  const { owner, session } = caller;
  const [trial, claimable, hasPicture, recovery] = await Promise.all([
    trialOf(table, owner),
    claimableBy(ctx, owner, cookies[COOKIES.guest]),
    hasAvatar(table, owner.id),
    getRecovery(table, owner.id),
  ]);
  return {
    account: {
      id: owner.id,
      email: owner.email,
      profile: profileView(owner.profile),
      trial: trialView(trial, now),
      has_avatar: hasPicture,
      signed_in_at: isoOf(session.authTime),
      second_factor: {
        shown: session.mfa,
        set_up_here: isEnrolledHere(config),
        recovery_codes_left: codesLeft(recovery),
      },
      passkeys_url: passkeyPage(config),
      claimable,
      kept_after_deletion: KEPT_AFTER_DELETION.map(({ what }) => what.replaceAll('`', '')),
    },
  };
};

/** The page of the user pool on which a passkey is added. Null with another issuer, whose pages nobody knows. */
function passkeyPage(config: Config): string | null {
  const { identity } = config;
  if (!identity?.pages) return null;
  const back = `${urlsOf(config).base}/account`;
  const query = new URLSearchParams({ client_id: identity.clientId, redirect_uri: back });
  return `${identity.pages}/passkeys/add?${query}`;
}

export const getMe: Handle<typeof catalogue.getMe> = async (ctx) => {
  const { id, email, spaces, profile } = ctx.caller.owner;
  const page = { limit: LIMITS.monitorsPageMax, now: ctx.now };
  const { monitors, next } = await monitorPage(ctx.table, spaces, page);
  return {
    user: { id, email },
    profile: profileView(profile),
    endpoints: await shownMonitors(ctx, monitors),
    trial: trialView(await trialOf(ctx.table, ctx.caller.owner), ctx.now),
    ...(next && { next_cursor: listCursor(MONITOR_LIST, next) }),
  };
};
