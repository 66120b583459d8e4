import type * as z from 'zod';
import { listHealthchecks, type Listed } from '../../../lib/adapters/healthchecks-api.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { fieldRules } from '../../../lib/contract/field.ts';
import { channelList, checkList, type HealthchecksBody } from '../../../lib/contract/monitors/switch.ts';
import { checkAlertUrl } from '../../../lib/domain/alerts/alert-url.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { HealthchecksChannel } from '../../../lib/domain/monitors/switch/healthchecks-channel.ts';
import type { HealthchecksCheck } from '../../../lib/domain/monitors/switch/healthchecks-check.ts';
import { isUnicode } from '../../../lib/domain/unicode.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** The checks of an import, its channels as far as they are known, and the ping key that came with them. */
interface SentChecks {
  checks: readonly HealthchecksCheck[];
  channels: ReadonlyMap<string, HealthchecksChannel>;
  pingKey: string | undefined;
}

/** The checks that a body has, or those that the Healthchecks lists which it names. Throws 400 for neither, 422 for a Healthchecks that lists none. */
export async function sentChecks(ctx: Ctx<'owner'>, body: HealthchecksBody): Promise<SentChecks> {
  const { checks, channels, ping_key: pingKey } = body;
  const isByUrl = body.url !== undefined || body.api_key !== undefined;
  if ((checks !== undefined) === isByUrl)
    throw new Refusal('corpo_invalido', 'The body must have checks, or url and api_key in place of them.');
  const listed = checks ? { checks, channels } : await fetchedChecks(ctx, body);
  const byId = (listed.channels ?? []).map((channel) => [channel.id, channel] as const);
  return { checks: listed.checks, channels: new Map(byId), pingKey };
}

async function fetchedChecks({ config }: Ctx<'owner'>, { url, api_key: apiKey }: HealthchecksBody) {
  if (url === undefined || apiKey === undefined)
    throw new Refusal('corpo_invalido', 'url and api_key must be sent together.');
  const allowLoopback = config.allowLoopbackAlerts;
  const checked = checkAlertUrl(url, { allowLoopback, field: 'url' });
  if (!checked.ok) throw new Refusal('corpo_invalido', checked.detail);
  if (/[?#]/.test(checked.url))
    throw new Refusal('corpo_invalido', 'url must be the address of a Healthchecks, without a query.');
  const listed = await listHealthchecks({ url: checked.url, apiKey, allowLoopback });
  if (listed.kind === 'not_fetched') throw notListed(whyNot(listed));
  const checks = checkList.safeParse(listed.checks);
  if (!checks.success) throw notListed(whatIsWrong(checks.error.issues));
  const halved = checks.data.checks.findIndex((check) => !isUnicode(check));
  if (halved >= 0) throw notListed(`checks[${halved}] has a text that is not Unicode.`);
  const channels = channelList.safeParse(isUnicode(listed.channels) ? listed.channels : null);
  return { checks: checks.data.checks, channels: channels.data?.channels };
}

const { shape } = checkList.shape.checks.element;

/** By the rule of the first field that breaks one. */
function whatIsWrong([first]: readonly z.core.$ZodIssue[]): string {
  const [, index, name] = first?.path ?? [];
  const part = Object.entries(shape).find(([each]) => each === name)?.[1];
  const rule = part && fieldRules.get(part.unwrap())?.rule;
  if (rule !== undefined)
    return `Of what it sends, checks[${Number(index)}].${String(name)} must be ${rule}.`;
  if (index !== undefined) return `Of what it sends, checks[${Number(index)}] must be a JSON object.`;
  return `Its answer is not a list of at most ${LIMITS.importMaxMonitors} checks as Healthchecks gives it.`;
}

function notListed(why: string): Refusal {
  return new Refusal('origem_recusada', `The Healthchecks at url cannot be read. ${why}`);
}

/** In words of ours alone: whoever answers there may be anybody. */
function whyNot({ why, status }: Extract<Listed, { kind: 'not_fetched' }>): string {
  switch (why) {
    case 'bad_url':
    case 'blocked_address':
      return 'Its name resolves to a non-public address; send the saved list of its checks instead.';
    case 'dns_failed':
      return 'Its name does not resolve.';
    case 'no_connection':
      return 'Cannot connect to it, or its certificate is invalid.';
    case 'timeout':
      return 'It did not answer in ten seconds.';
    case 'redirect':
      return 'It redirects, which we do not follow; send the address it leads to.';
    case 'status':
      return status === 401
        ? 'It refuses the api_key (401), which must be a read-write key of one of its projects.'
        : `It answers ${status}.`;
    case 'too_large':
      return 'It sends more than 8 MB.';
    case 'not_json':
      return 'Its answer is not JSON.';
  }
}
