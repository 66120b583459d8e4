import type { Item } from '../../lib/data/table.ts';
import type { Facts } from './facts.ts';
import type { Holdings } from './ledger.ts';

const DAY_SEC = 86_400;

/** What an owner counts is what it has (DESIGN.md section 4). */
export function countersHold(holdings: Holdings): string[] {
  return holdings.owners.flatMap((owner) => {
    const spaces = owner['spaces'] as string[];
    const active = spaces
      .flatMap((space) => holdings.listed.get(space) ?? [])
      .map((id) => holdings.monitors.get(id))
      .filter((monitor) => monitor?.active === true);
    const mailed = active.filter((monitor) => monitor?.alertTo !== undefined);
    const faults: string[] = [];
    if (owner['monitors'] !== active.length) {
      faults.push(`an owner counts ${String(owner['monitors'])} monitors and has ${active.length}`);
    }
    if (owner['emailAlerts'] !== mailed.length) {
      faults.push(`an owner counts ${String(owner['emailAlerts'])} e-mail alerts and has ${mailed.length}`);
    }
    const fast = active.filter((monitor) => monitor?.countsAsFast === true).length;
    if ((owner['fast'] ?? 0) !== fast) {
      faults.push(`an owner counts ${String(owner['fast'])} fast monitors and has ${fast}`);
    }
    return faults;
  });
}

/** Each item has what belongs to it. */
export function nothingHalfWritten(facts: Facts, holdings: Holdings, now: number): string[] {
  const { monitors, listed, owners, spaces, guestTokens, spaceTokens, alerts, events, consents } = holdings;
  const faults: string[] = [];
  const all = [...listed.entries()].flatMap(([space, ids]) => ids.map((id) => ({ space, id })));
  for (const { space, id } of all) {
    const monitor = monitors.get(id);
    if (!monitor && !isPast(holdings.pointers.get(id), now))
      faults.push(`${id} is listed and does not exist`);
    else if (monitor?.active === true && holdings.pointers.get(id)?.['ttl'] !== undefined)
      faults.push(`${id} is active and will be listed no more`);
    else if (monitor && monitor.spaceId !== space) faults.push(`${id} is listed by another space`);
  }
  const imported = all.flatMap(({ space, id }) => {
    const { active, importedAs } = monitors.get(id) ?? {};
    return active === true && importedAs !== undefined ? [`${space} ${importedAs}`] : [];
  });
  if (new Set(imported).size !== imported.length) faults.push('a line of a crontab was imported twice');
  const known = new Set(all.map(({ id }) => id));
  if (known.size !== all.length) faults.push('a monitor is listed twice');
  for (const [id, monitor] of monitors)
    if (!known.has(id) && !isPast(monitor, now)) faults.push(`${id} exists and is not listed`);
  const swept = new Set(facts.swept.map(({ pk }) => pk));
  for (const id of [...alerts.keys(), ...events.keys(), ...holdings.changes.keys()]) {
    if (!monitors.has(id) && !swept.has(`MON#${id}`))
      faults.push(`${id} does not exist and has alerts, events or changes`);
  }
  const ownerIds = new Set(owners.map((owner) => owner['id']));
  const spaceIds = new Set(owners.flatMap((owner) => owner['spaces'] as string[]));
  for (const space of spaces) {
    if (!ownerIds.has(space['ownerId'])) faults.push('a space has no owner');
  }
  for (const { ownerId } of guestTokens) {
    if (!ownerIds.has(ownerId)) faults.push('a guest token belongs to nobody');
  }
  for (const { spaceId } of spaceTokens) {
    if (!spaceIds.has(String(spaceId))) faults.push('a token of a space belongs to nobody');
  }
  if (spaces.length !== spaceIds.size) faults.push('an owner has a space that does not exist');
  const guests = owners.filter(({ kind }) => kind === 'guest');
  if (guestTokens.length !== guests.length)
    faults.push(`${guestTokens.length} guest tokens open ${guests.length} guests`);
  const questions = facts.mails.filter((mail) => mail.id === 'question').map((mail) => mail.to);
  if (facts.plan === 'calm' && new Set(questions).size !== questions.length)
    faults.push('an address was asked twice without any fault');
  const asked = new Set(
    consents.map((consent) => `${String(consent['pk']).slice(6)} ${String(consent['address'])}`),
  );
  for (const monitor of monitors.values()) {
    const { alertTo, spaceId } = monitor;
    if (monitor.active === true && alertTo && !asked.has(`${String(spaceId)} ${alertTo}`)) {
      faults.push(`nobody asked ${alertTo} for its consent`);
    }
  }
  for (const consent of consents) {
    const mailed = facts.mails.some((mail) => mail.to === consent['address']);
    // A mail service that took nothing for a day is not asked again; that begins with the turn of what waits for one.
    const { askedAt, booked } = consent as { askedAt: number; booked?: { from: number } };
    const isGivenUp =
      ['everything', 'together'].includes(facts.plan) &&
      Math.max(askedAt, booked?.from ?? 0) + DAY_SEC * 1000 < now;
    if (consent['state'] === 'pending' && !mailed && !isGivenUp)
      faults.push(`${String(consent['address'])} was never mailed`);
  }
  return faults;
}

/** Whether the table may have removed an item, or be about to. */
function isPast(item: Item | undefined, now: number): boolean {
  return typeof item?.['ttl'] === 'number' && item['ttl'] * 1000 < now;
}

/** Signals and alerts stay for 90 days, closed incidents for 400, deleted monitors for 30 (DECISIONS.md "Monitor" 8, "Events"); all else stays. */
export function lifetimesHold(items: readonly Item[]): string[] {
  return items.flatMap((item) => {
    const { pk, sk, ttl } = item;
    const endsAt = endOf(item);
    if (endsAt === undefined) return [];
    const kept = endsAt === null ? undefined : Math.ceil(endsAt / 1000);
    return ttl === kept ? [] : [`${String(pk)}/${String(sk)} is removed at ${String(ttl)}, not at ${kept}`];
  });
}

/** When an item goes; null for what stays, undefined where that is not promised. */
function endOf({ sk, at, createdAt, active, deactivatedAt, closedAt }: Item): number | null | undefined {
  const kind = String(sk).split('#')[0];
  if (kind === 'EV' || kind === 'CHG') return Number(at) + 90 * DAY_SEC * 1000;
  if (kind === 'AL') return Number(createdAt) + 90 * DAY_SEC * 1000;
  if (kind === 'INC') return closedAt === undefined ? null : Number(closedAt) + 400 * DAY_SEC * 1000;
  if (kind === 'MON' && active !== undefined)
    return active === true ? null : Number(deactivatedAt) + 30 * DAY_SEC * 1000;
  return ['OWNER', 'SPACE', 'CRED', 'TOKEN'].includes(kind ?? '') ? null : undefined;
}
