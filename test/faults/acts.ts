import type { Facts, Pause, Rotation, SentSignal, Watched } from './facts.ts';
import { creationBy } from './new-monitor.ts';
import { newcomer } from './newcomer.ts';
import { PING_NAMES } from './passing-time.ts';
import type { Owner, Stage } from './stage.ts';

interface LedgerEntry {
  id: string;
  webhook_id: string;
  state: string;
}

/** Something that a job or an owner does. */
export async function act(stage: Stage): Promise<void> {
  const { random } = stage;
  const monitor = random.pick(stage.facts.monitors);
  const dice = random.next();
  if (dice < 0.33) signal(stage, monitor, 'success');
  else if (dice < 0.45) signal(stage, monitor, 'fail');
  else if (dice < 0.57) signal(stage, monitor, 'start');
  else if (dice < 0.63) signalTogether(stage, monitor);
  else if (dice < 0.66) await overtake(stage, monitor);
  else if (dice < 0.69) await flap(stage, monitor);
  else if (dice < 0.73) await newcomer(stage);
  else if (dice < 0.78) patch(stage, monitor);
  else if (dice < 0.79) pauseByTag(stage, monitor);
  else if (dice < 0.81) remove(stage, monitor);
  else if (dice < 0.84) resend(stage, monitor);
  else if (dice < 0.88) firstPing(stage, random.pick(stage.owners));
  else if (dice < 0.905) rotate(stage, monitor);
  else if (dice < 0.945) importCrontab(stage, random.pick(stage.owners));
  else create(stage);
}

/** A job's signal, with a `rid` of its choice unless one is given; nobody knows of it while the way to us is lost. */
export function signal(
  stage: Stage,
  monitor: Watched,
  kind: SentSignal['kind'],
  rid: string | null = someRid(stage),
): SentSignal['call'] | undefined {
  if (stage.world.time.isLost(nameOf(monitor))) return undefined;
  const mark = stage.newMark();
  const path = `/in/${addressOf(stage, monitor)}${actionOf(stage, kind)}?status=${mark}${rid === null ? '' : `&rid=${rid}`}`;
  const call = stage.world.request('ingest', stage.random.pick(['GET', 'POST']), path);
  stage.facts.signals.push({ monitor: monitor.id, kind, rid, mark, call });
  return call;
}

/** Half of the jobs were set up when the service had another name. */
function nameOf({ name }: Watched): string {
  return PING_NAMES[Number(/\d+/.exec(name)?.[0] ?? 0) % PING_NAMES.length] ?? '';
}

/** A monitor that a key made is reached both ways; some job or stranger goes on with a URL that was taken away. */
function addressOf({ random, facts }: Stage, { id, shown, byKey }: Watched): string {
  if (byKey !== null && random.chance(0.5)) return byKey;
  const dead = facts.rotations.filter(({ monitor, to }) => monitor === id && to !== null);
  return dead.length > 0 && random.chance(0.3) ? random.pick(dead).from : shown;
}

function actionOf({ random }: Stage, kind: SentSignal['kind']): string {
  if (kind === 'start') return '/start';
  return kind === 'fail' ? random.pick(['/fail', '/3']) : random.pick(['', '/0']);
}

function someRid({ random }: Stage): string | null {
  return random.chance(0.6) ? null : random.pick(['a', 'b']);
}

/** Two at one monitor at the same instant, the owner's deletion or rotation perhaps among them. */
function signalTogether(stage: Stage, monitor: Watched): void {
  signal(stage, monitor, stage.random.pick(['success', 'fail', 'start']));
  signal(stage, monitor, stage.random.pick(['success', 'fail', 'start']));
  const dice = stage.random.next();
  if (dice < 0.3) remove(stage, monitor);
  else if (dice < 0.5) rotate(stage, monitor);
}

/** A signal that is held up on its way while later ones pass it. */
export async function overtake(stage: Stage, monitor: Watched): Promise<void> {
  const kinds = ['success', 'success', 'fail'] as const;
  signal(stage, monitor, stage.random.pick(kinds), null);
  for (let later = stage.random.between(1, 2); later > 0; later--) {
    await stage.world.scheduler.run(stage.random.between(0, 2));
    await stage.advance(stage.random.between(1, 9));
    signal(stage, monitor, stage.random.pick(kinds), null);
  }
}

/** It fails, as often as it must to be told, succeeds and fails, each time answered before the next. */
export async function flap(stage: Stage, monitor: Watched): Promise<void> {
  const fails = Array.from({ length: monitor.inARow }, () => 'fail' as const);
  const fewer = monitor.inARow > 1 && stage.random.chance(0.3) ? fails.slice(1) : fails;
  for (const kind of [...fewer, 'success', ...fails] as const) {
    signal(stage, monitor, kind, null);
    await stage.world.scheduler.run();
  }
}

function patch(stage: Stage, monitor: Watched): void {
  const { token, owner } = monitor;
  const body: Record<string, unknown> = stage.random.pick([
    { tags: [`t${stage.newName()}`] },
    { alert_to: null },
    { alert_to: stage.owners[owner]?.address },
    { alert_to: `other-${stage.newName()}@example.org` },
    { alert_to: `second-${owner}@example.org` },
    { paused_until: new Date(stage.world.clock.now() + 120_000).toISOString() },
    { paused_until: null },
  ]);
  if ('alert_to' in body) monitor.isReaddressed = true;
  stage.world.scheduler.note(`patch ${JSON.stringify(body)}`);
  if ('paused_until' in body) pause(stage, monitor, body['paused_until'] as string | null);
  else stage.world.request('monitors', 'PATCH', `/api/endpoints/${monitor.shown}`, { token, body });
}

/** Pauses a job until an instant; null takes that back. */
export function pause({ world, facts }: Stage, monitor: Watched, until: string | null): void {
  const body = { paused_until: until };
  const { token, shown } = monitor;
  const call = world.request('monitors', 'PATCH', `/api/endpoints/${shown}`, { token, body });
  notePause(facts, monitor, { until: instantOf(until), isByTag: false, call });
}

function notePause(facts: Facts, monitor: Watched, pause: Omit<Pause, 'monitor'>): void {
  monitor.pausedOnce = true;
  facts.pauses.push({ monitor: monitor.id, ...pause });
}

function instantOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

/** All jobs of the night of one owner. */
function pauseByTag({ world, random, facts }: Stage, { token, owner }: Watched): void {
  const minutes = random.pick([1, 5, null]);
  const until = minutes === null ? null : new Date(world.clock.now() + minutes * 60_000).toISOString();
  const call = world.request('monitors', 'POST', '/api/pause', { token, body: { tag: 'nightly', until } });
  for (const monitor of facts.monitors)
    if (monitor.owner === owner && monitor.isNightly)
      notePause(facts, monitor, { until: instantOf(until), isByTag: true, call });
}

export function remove(stage: Stage, monitor: Watched): void {
  const { shown, token } = monitor;
  const call = stage.world.request('monitors', 'DELETE', `/api/endpoints/${shown}`, { token });
  monitor.deletion ??= call;
}

function firstPing({ world, random }: Stage, owner: Owner): void {
  const slug = random.pick(['nightly', 'hourly']);
  world.request('ingest', 'GET', `/in/${owner.key}/${slug}?interval=7200`);
}

/** Impatient owners send it twice. */
function importCrontab(stage: Stage, { token }: Owner): void {
  const { world, random } = stage;
  const lines = Array.from(
    { length: random.between(1, 3) },
    () => `0 ${random.below(24)} * * * /bin/job-${stage.newName()}`,
  );
  const body = lines.join('\n');
  for (let times = random.between(1, 2); times > 0; times--)
    world.request('monitors', 'POST', '/api/import/crontab?apply=1', { token, body });
}

/** The owner looks at the ledger and has one of its alerts sent once more, perhaps with two clicks. */
function resend({ world, random, facts }: Stage, { shown: id, token }: Watched): void {
  const list = world.request('alerts', 'GET', `/api/endpoints/${id}/alerts`, { token });
  void list.ended.then((ending) => {
    if (ending.how !== 'done' || ending.value.statusCode !== 200) return;
    const { alerts } = JSON.parse(ending.value.body ?? '{}') as { alerts: LedgerEntry[] };
    const final = alerts.filter(({ state }) => state === 'sent');
    if (final.length === 0) return;
    // The newest may have been written a moment ago.
    const alert = random.chance(0.5) ? random.pick(final) : (final[0] as LedgerEntry);
    facts.resent.add(alert.webhook_id);
    for (let clicks = random.between(1, 2); clicks > 0; clicks--)
      world.request('alerts', 'POST', `/api/endpoints/${id}/alerts/${alert.id}/resend`, { token });
  });
}

/**
 * The owner takes the ping URL away, perhaps with two clicks, while the job still pings it. Who hears no answer goes on with the
 * URL that may be dead.
 */
export function rotate({ world, random, facts }: Stage, monitor: Watched): void {
  monitor.isRotated = true;
  for (let clicks = random.between(1, 2); clicks > 0; clicks--) {
    const { id, shown: from, token } = monitor;
    const call = world.request('monitors', 'POST', `/api/endpoints/${from}/rotate`, { token });
    const rotation: Rotation = { monitor: id, from, to: null, call };
    facts.rotations.push(rotation);
    void call.ended.then((ending) => {
      if (ending.how !== 'done' || ending.value.statusCode !== 200) return;
      rotation.to = String((JSON.parse(ending.value.body ?? '{}') as { id: string }).id);
      for (const each of facts.monitors) if (each.id === id) each.shown = rotation.to;
    });
  }
}

function create(stage: Stage): void {
  const { watched, call } = creationBy(stage, stage.random.below(stage.owners.length));
  void call.ended.then((ending) => {
    if (ending.how !== 'done' || ending.value.statusCode !== 201) return;
    stage.watch(watched, String((JSON.parse(ending.value.body ?? '{}') as { id: string }).id));
  });
}
