import { newId } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { getAlert, putAlertItem } from '../../lib/data/alerts/alerts.ts';
import { shownAlertId } from '../../lib/data/alerts/alert-keys.ts';
import { alertSk, TEST_SLOT_MS } from '../../lib/data/keys.ts';
import { channelsOfMonitor } from '../../lib/data/alerts/owner-channels.ts';
import { WriteConflict, type TransactItem } from '../../lib/data/table.ts';
import { releaseTestSlot, takeTestSlot, type TestSlot } from '../../lib/data/alerts/test-alert-slots.ts';
import { contentAbout } from '../../lib/domain/alerts/alert-content.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { channelsOf } from '../../lib/domain/alerts/channel.ts';
import type { OwnerChannel } from '../../lib/domain/alerts/owner-channel.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import { deliver } from '../../lib/flows/alerts/deliver.ts';
import { newAlert } from '../../lib/flows/alerts/outbox.ts';
import { noSuchMonitor, ownMonitor } from '../../lib/flows/monitors/own-monitor.ts';
import { alertView } from '../../lib/render/alerts/alert-view.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';

/** After the alerts that a check may decide in the same millisecond. */
const SEQUENCE = 902;

/** Recorded like every alert, then told at once: the caller waits for what happened. A test is tried once. */
export function sendTestAlert(notifier: NotifierDeps): Handle<typeof catalogue.sendTestAlert> {
  return async (ctx, { params }) => {
    const monitor = await ownMonitor(ctx, params.id);
    if (!monitor.active) throw noSuchMonitor();
    const tests = testsOf(monitor, await channelsOfMonitor(ctx.table, monitor), ctx.now);
    if (tests.length === 0) return { alerts: [] };
    const items = tests.map((test) => putAlertItem(ctx.table, test));
    await duringTest(ctx, { items, answer: shownOf(tests) }, () =>
      allDone(tests.map((test) => deliver(notifier, test))),
    );
    const told = await Promise.all(tests.map((test) => getAlert(ctx.table, monitor.id, test.sk)));
    return shownOf(told.filter((alert) => alert !== undefined));
  };
}

function shownOf(tests: readonly Alert[]) {
  return { alerts: tests.map((test) => alertView(test, shownAlertId(test.sk))) };
}

/** Writes what records a test, and holds one of two slots while it is sent. */
export async function duringTest(
  ctx: Ctx,
  recorded: { items: readonly TransactItem[]; answer: unknown },
  send: () => Promise<unknown>,
): Promise<void> {
  const slot = await record(ctx, recorded);
  try {
    await send();
  } finally {
    await releaseTestSlot(ctx.table, slot);
  }
}

/**
 * Records the tests and takes one of two slots for them: each may hold an execution until its receiver's time is up.
 * What records them is refused for a second one in a slot of time, so nobody can hammer a receiver through us. Throws
 * 409 for that, 429 without a free slot; nothing is written then.
 */
async function record(
  { table, now, commit }: Ctx,
  { items, answer }: { items: readonly TransactItem[]; answer: unknown },
): Promise<TestSlot> {
  let slot: TestSlot | undefined;
  const take = async (rows: readonly TransactItem[]) => {
    const taken = await oncePerSlot(takeTestSlot(table, [...items, ...rows], now));
    if ('freeAt' in taken) throw noneFree(taken.freeAt, now);
    slot = taken;
  };
  await commit(answer, take, 'provisional');
  if (!slot) throw new Error('A test alert is sent without a slot for it.');
  return slot;
}

function noneFree(freeAt: Instant, now: Instant): Refusal {
  const waitSec = Math.max(1, Math.ceil((freeAt - now) / 1000));
  const detail = `Too many test alerts are under way; repeat the call in ${waitSec} seconds.`;
  return new Refusal('muitos_testes', detail, {}, waitSec);
}

async function oncePerSlot<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new Refusal(
      'conflito',
      `A test was sent less than ${TEST_SLOT_MS / 1000} seconds ago; wait and repeat.`,
    );
  }
}

function testsOf(monitor: Monitor, owners: readonly OwnerChannel[], now: Instant): Alert[] {
  const named = channelsOf(monitor).map((channel) => ({ channel, own: undefined }));
  const others = owners.map((own) => ({ channel: own.id, own }));
  return [...named, ...others].map(({ channel, own }) => {
    const words = { kind: 'test', alertId: `msg_test_${newId()}`, downSince: now } as const;
    const test = newAlert(contentAbout(monitor, words, now), channel, SEQUENCE, { own });
    const slotAt = Math.floor(now / TEST_SLOT_MS) * TEST_SLOT_MS;
    return { ...test, sk: alertSk(slotAt, SEQUENCE, `0000000000-test-${channel}`) };
  });
}
