import { moveWatched, watchedMoves } from '../../lib/flows/machines/record-sign-of-life.ts';
import type { Facts } from './facts.ts';
import type { Holdings } from './ledger.ts';
import type { Stage } from './stage.ts';

/** A device that sends its readings each minute, whatever becomes of pings, to two instances that remember. */
export async function watchDevice(stage: Stage): Promise<() => void> {
  const { world, facts, random } = stage;
  const [owner] = stage.owners;
  const token = owner?.token ?? '';
  const body = { name: 'watched', interval_sec: 900, alert_url: `${world.ground.receiver.url}/watched` };
  const made = await stage.answer(world.request('monitors', 'POST', '/api/endpoints', { token, body }));
  const id = String(made['id']);
  facts.watched.push(id);
  const instances = [watchedMoves(), watchedMoves()];
  const log = { warn: () => {}, error: () => {} };
  world.time.eachMinute = () =>
    moveWatched({ table: world.table, log, moves: random.pick(instances) }, id, world.clock.now());
  return () => {
    const change = { token, body: { interval_sec: random.pick([90, 120, 300, 900]) } };
    world.request('monitors', 'PATCH', `/api/endpoints/${id}`, change);
  };
}

/** Nobody is told of a device that never fell silent, whenever its owner changes how often it must be heard. */
export function neverSilent({ watched }: Facts, { alerts }: Holdings): string[] {
  return watched.flatMap((id) => {
    const told = (alerts.get(id) ?? []).filter(({ content }) => content.kind === 'miss');
    return told.length === 0 ? [] : ['a watched device was told silent while it sent each minute'];
  });
}
