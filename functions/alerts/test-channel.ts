import { newId } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import {
  getOwnerChannel,
  noteDelivery,
  testedItem,
  type KeptChannel,
} from '../../lib/data/alerts/owner-channels.ts';
import { unlessRefused } from '../../lib/data/items.ts';
import { TEST_SLOT_MS } from '../../lib/data/keys.ts';
import { contentAbout } from '../../lib/domain/alerts/alert-content.ts';
import { asToldBy } from '../../lib/domain/alerts/owner-channel.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { newMonitor } from '../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import {
  defaultMonitorSettings,
  everyInterval,
} from '../../lib/domain/monitors/settings/default-settings.ts';
import { tellDirectly } from '../../lib/flows/alerts/send.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { duringTest } from './send-test-alert.ts';
import { ownChannel, shownChannel } from '../../lib/flows/alerts/own-channel.ts';

/** Sent while its caller waits, also by a channel that is off. It is about no monitor, so no ledger has it. */
export function testChannel(notifier: NotifierDeps): Handle<typeof catalogue.testChannel> {
  return async (ctx, { params }) => {
    const channel = await ownChannel(ctx, ctx.caller.owner, params.id);
    const items = [testedItem(ctx.table, channel, ctx.now, TEST_SLOT_MS)];
    await duringTest(ctx, { items, answer: await shownChannel(ctx.table, channel) }, () =>
      sendTest(notifier, channel, ctx.now),
    );
    const after = await getOwnerChannel(ctx.table, channel.spaceId, channel.id);
    return shownChannel(ctx.table, after ?? channel);
  };
}

async function sendTest(notifier: NotifierDeps, channel: KeptChannel, now: Instant): Promise<void> {
  const monitor = asToldBy(standIn(channel, now), { ...channel, isOn: true, tags: [] });
  const words = { kind: 'test', alertId: `msg_test_${newId()}`, downSince: now } as const;
  const contents = [contentAbout(monitor, words, now)];
  const { state, outcome, detail } = await tellDirectly(notifier, contents, monitor);
  const last = { at: now, delivered: state === 'sent', outcome, detail };
  await unlessRefused(noteDelivery(notifier.table, channel, last));
}

/** What a test speaks of: a monitor with the name of the channel. */
function standIn({ id, spaceId, name }: KeptChannel, now: Instant): Monitor {
  const settings = defaultMonitorSettings(name, everyInterval(3_600), null);
  return newMonitor({ id, spaceId, slug: null }, settings, now);
}
