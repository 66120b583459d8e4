import type { Facts } from './facts.ts';
import type { Holdings } from './ledger.ts';

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
    return faults;
  });
}

/** Each item has what belongs to it. */
export function nothingHalfWritten(facts: Facts, holdings: Holdings): string[] {
  const { monitors, listed, owners, spaces, credentials, alerts, events, consents } = holdings;
  const faults: string[] = [];
  const all = [...listed.entries()].flatMap(([space, ids]) => ids.map((id) => ({ space, id })));
  for (const { space, id } of all) {
    const monitor = monitors.get(id);
    if (!monitor) faults.push(`${id} is listed and does not exist`);
    else if (monitor.spaceId !== space) faults.push(`${id} is listed by another space`);
  }
  const imported = all.flatMap(({ space, id }) => {
    const { active, importedAs } = monitors.get(id) ?? {};
    return active === true && importedAs !== undefined ? [`${space} ${importedAs}`] : [];
  });
  if (new Set(imported).size !== imported.length) faults.push('a line of a crontab was imported twice');
  const known = new Set(all.map(({ id }) => id));
  if (known.size !== all.length) faults.push('a monitor is listed twice');
  for (const id of monitors.keys()) if (!known.has(id)) faults.push(`${id} exists and is not listed`);
  for (const id of [...alerts.keys(), ...events.keys()]) {
    if (!monitors.has(id)) faults.push(`${id} does not exist and has alerts or events`);
  }
  const ownerIds = new Set(owners.map((owner) => owner['id']));
  const spaceIds = new Set(owners.flatMap((owner) => owner['spaces'] as string[]));
  for (const space of spaces) {
    if (!ownerIds.has(space['ownerId'])) faults.push('a space has no owner');
  }
  for (const credential of credentials) {
    const { kind, ownerId, spaceId } = credential;
    const whole = kind === 'guest' ? ownerIds.has(ownerId) : spaceIds.has(String(spaceId));
    if (!whole) faults.push(`a ${String(kind)} credential belongs to nobody`);
  }
  if (spaces.length !== spaceIds.size) faults.push('an owner has a space that does not exist');
  const guests = credentials.filter((credential) => credential['kind'] === 'guest');
  if (guests.length !== owners.length)
    faults.push(`${guests.length} guest tokens open ${owners.length} owners`);
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
    if (consent['state'] === 'pending' && !mailed)
      faults.push(`${String(consent['address'])} was never mailed`);
  }
  return faults;
}
