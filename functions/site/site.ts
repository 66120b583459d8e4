import { siteOperations } from '../../lib/contract/site/site.ts';
import { area } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { publicHandler } from '../../lib/runtime/lambda/public-handler.ts';
import { sameText } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { giveConsent, endConsent, getConsent, type Consent } from '../../lib/data/alerts/consents.ts';
import { endReports, getReportWish } from '../../lib/data/statistics/report-wishes.ts';
import { reportPage } from '../../lib/render/alerts/report-page.ts';
import { consentPage } from '../../lib/render/alerts/consent-page.ts';
import { plainPageSecurity } from '../../lib/render/plain-page.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { consentToken, reportToken } from '../../lib/runtime/derived-secrets.ts';
import { Result } from '../../lib/runtime/result.ts';

/** Asks; it changes nothing, since mail scanners open links (DECISIONS.md "Alert channels" 5). */
export const showEmailConsent: Handle<typeof catalogue.showEmailConsent> = async (ctx, { params }) =>
  page(await consentOf(ctx, params.token), params.token);

export const confirmEmail: Handle<typeof catalogue.confirmEmail> = (ctx, { params }) =>
  answer(ctx, params.token, 'confirmed');

export const unsubscribeEmail: Handle<typeof catalogue.unsubscribeEmail> = (ctx, { params }) =>
  answer(ctx, params.token, 'unsubscribed');

async function answer(ctx: Ctx, token: string, state: 'confirmed' | 'unsubscribed'): Promise<Result<string>> {
  const consent = await consentOf(ctx, token);
  const note = state === 'confirmed' ? giveConsent : endConsent;
  await note(ctx.table, consent, ctx.now);
  return page({ ...consent, state }, token);
}

/** The consent a link is about. Throws 404 for a token we did not write. */
async function consentOf(ctx: Ctx, token: string): Promise<Consent> {
  const [spaceId = '', addressHash = ''] = token.split('.');
  const ours = sameText(token, consentToken(await ctx.secret(), spaceId, addressHash));
  const consent = ours ? await getConsent(ctx.table, spaceId, addressHash) : undefined;
  if (!consent) throw new Refusal('not_found', 'This link is not valid, or what it was about is gone.');
  return consent;
}

function page(consent: Consent, token: string): Result<string> {
  return new Result(consentPage(consent, token), { headers: plainPageSecurity });
}

/** Says what holds, and changes nothing. */
export const showReport: Handle<typeof catalogue.showReport> = async (ctx, { params: { token } }) => {
  const wish = await getReportWish(ctx.table, await readerOf(ctx, token));
  return new Result(reportPage({ isOn: wish !== undefined, token }), { headers: plainPageSecurity });
};

export const stopReport: Handle<typeof catalogue.stopReport> = async (ctx, { params: { token } }) => {
  await endReports(ctx.table, await readerOf(ctx, token));
  return new Result(reportPage({ isOn: false, token }), { headers: plainPageSecurity });
};

/** Whose reports a link is about. Throws 404 for a token we did not write. */
async function readerOf(ctx: Ctx, token: string): Promise<{ spaceId: string; accountId: string }> {
  const [spaceId = '', accountId = ''] = token.split('.');
  const reader = { spaceId, accountId };
  if (sameText(token, reportToken(await ctx.secret(), reader))) return reader;
  throw new Refusal('not_found', 'This link is not valid.');
}

export const operations = area({
  declared: siteOperations,
  implemented: { showEmailConsent, confirmEmail, unsubscribeEmail, showReport, stopReport },
});

export const siteHandler = (deps: ApiDeps): LambdaHandler => publicHandler(operations, deps);
