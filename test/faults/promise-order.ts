import type { Arrival } from '../support/faults/fault-outside.ts';
import { inLife, type Facts, type Watched } from './facts.ts';
import { mailsAbout } from './promise-alerts.ts';
import type { Holdings } from './ledger.ts';

/** To who reads one channel, what happened later comes later: "is back" is no last word on a job that is down. */
export function lastWordTrue(facts: Facts, holdings: Holdings): string[] {
  return facts.monitors.flatMap((monitor) =>
    [...disorder(facts, monitor), ...lastMail(facts, holdings, monitor)].map(
      (fault) => `${monitor.name}: ${fault}`,
    ),
  );
}

/** By incident, then by alert, the recovery last (DECISIONS.md "Incidents and alerts" 2a). */
function disorder({ posts, resent }: Facts, monitor: Watched): string[] {
  const faults: string[] = [];
  let latest: Arrival | undefined;
  for (const post of posts.filter((each) => isAbout(each, monitor) && !each.late && !resent.has(each.id))) {
    if (latest && isBefore(placeOf(post), placeOf(latest)))
      faults.push(`${placeOf(post).join(' ')} came after ${placeOf(latest).join(' ')}`);
    else latest = post;
  }
  return faults;
}

function isAbout({ json, at }: Arrival, monitor: Watched): boolean {
  const { endpoint_id, type } = json;
  const isOfJob = type === 'service.miss' || type === 'service.recovery';
  return isOfJob && String(endpoint_id).startsWith(monitor.id) && inLife(monitor, at);
}

function placeOf({ json }: Arrival): number[] {
  return [Number(json['incident']), Number(json['alert']), json['type'] === 'service.recovery' ? 1 : 0];
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const differing = one.findIndex((each, place) => each !== other[place]);
  return differing >= 0 && (one[differing] ?? 0) < (other[differing] ?? 0);
}

/** The mails have no numbers: the last one about a job that is down, and of which a mail said so, says so too. */
function lastMail({ mails, resent }: Facts, holdings: Holdings, { id, name, deletion }: Watched): string[] {
  const open = holdings.monitors.get(id)?.incident;
  const told = (holdings.alerts.get(id) ?? []).filter(
    ({ channel, state, content }) =>
      channel === 'email' && state === 'sent' && content.kind === 'miss' && content.incident === open?.number,
  );
  const isResent = (holdings.alerts.get(id) ?? []).some(({ content }) => resent.has(content.alertId));
  if (deletion || !open || told.length === 0 || isResent) return [];
  const last = mailsAbout({ mails }, { name }).findLast((mail) => !mail.late);
  return last?.text.includes(`${name} is back`) ? ['the last mail says that it is back'] : [];
}
