import { noteDelivery } from '../../data/alerts/owner-channels.ts';
import { unlessRefused } from '../../data/items.ts';
import { isOwnerChannelId } from '../../domain/alerts/owner-channel.ts';
import { chatOf, mediumOf, recipientOf } from '../../domain/alerts/channel.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { partsFor } from '../../render/alerts/chat-list-body.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { allDone } from '../concurrently.ts';
import { managersOfSpace } from '../accounts/organization-managers.ts';
import type { DeliveryResult } from './delivery-result.ts';
import { forReader } from './for-reader.ts';
import { refusedInLine, takenInLine, turnInLine, type WantedPlace } from './line.ts';
import { mailsAtOneTurn, pacedRecipientOf, type PacedRecipient } from './paced-recipient.ts';
import { send, type ToldMessage } from './send.ts';
import {
  giveUpWaiting,
  settleAll,
  tellLater,
  WAIT_MAX_MS,
  waitInLine,
  type Message,
} from './wait-in-line.ts';

/**
 * Tells alerts that go together: what one message cannot name goes by a further one, which settles what it names. Returns
 * for each the seconds until the message on the queue must come again, or null.
 */
export async function tell(deps: NotifierDeps, message: Message): Promise<(number | null)[]> {
  const { alerts, monitor } = message;
  const facts = alerts.map(({ content }) => content);
  const contents = await forReader(deps, facts, monitor);
  const [first = { ...message, contents }, ...further] = partsOf({ ...message, contents });
  const later = further.map((part, index) => tellLater(deps, part, index + 1));
  const waits = await allDone([tellInLine(deps, first), ...later]);
  return waits.flat();
}

/** Which alerts share a message of a chat. A mail names all. */
function partsOf(whole: ToldMessage): ToldMessage[] {
  const { alerts, contents, monitor } = whole;
  const [first, second] = alerts;
  const url =
    first && second && mediumOf(first.channel) === 'webhook' ? recipientOf(monitor, 'webhook') : null;
  if (url === null) return [whole];
  const byContent = new Map(contents.map((content, at) => [content, alerts[at]]));
  return partsFor(url, contents, chatOf(monitor)).map((some) => ({
    alerts: some.flatMap((content) => byContent.get(content) ?? []),
    contents: some,
    monitor,
  }));
}

/**
 * Tells alerts in one message at the pace of its recipient. A refusal for that pace is no try: the message waits in line.
 */
async function tellInLine(deps: NotifierDeps, message: ToldMessage): Promise<(number | null)[]> {
  const { alerts, monitor } = message;
  const [first] = alerts;
  const recipient = first ? await pacedRecipientOf(deps, first, monitor) : null;
  if (recipient === null) return settleAll(deps, alerts, await send(deps, message));
  const places = alerts.flatMap(({ pace }) => pace?.place ?? []);
  const wanted = {
    place: places.length === 0 ? null : Math.min(...places),
    count: Math.min(await mailsOf(deps, message), mailsAtOneTurn(recipient)),
    aheadMs: WAIT_MAX_MS,
  };
  const turn = await turnInLine(deps, recipient, wanted);
  if (turn === null) return giveUpWaiting(deps, alerts);
  if (turn.goAt !== null) return waitInLine(deps, message, { goAt: turn.goAt, place: turn.place ?? 0 });
  const startedAt = deps.clock.now();
  const result = await send(deps, message);
  await noteOfChannel(deps, message, result);
  if (result.left) return goOn(deps, message, { recipient, wanted, result });
  if (!result.slowDown) {
    const waits = await settleAll(deps, alerts, result);
    if (result.state === 'sent') await takenInLine(deps.table, recipient, turn.pace);
    return waits;
  }
  const refusal = { ...wanted, ...result.slowDown, place: turn.place, startedAt };
  const again = await refusedInLine(deps, recipient, refusal);
  if (again === null || again.isFailing) return settleAll(deps, alerts, result);
  return waitInLine(deps, message, again);
}

/** What a channel of an owner shows of itself. It is told already, so what cannot be noted is noted by the next one. */
async function noteOfChannel(
  { table, clock, log }: NotifierDeps,
  { alerts: [alert], monitor }: Message,
  { state, outcome, detail }: DeliveryResult,
): Promise<void> {
  const { channel, channelSpaceId: spaceId } = alert ?? {};
  // One that leads nowhere by now was told nothing.
  const { alertUrl, alertTo: to } = monitor;
  const url = alertUrl ?? '';
  if (spaceId === undefined || !channel || !isOwnerChannelId(channel)) return;
  if (url === '' && to === null) return;
  const last = { at: clock.now(), delivered: state === 'sent', outcome, detail };
  await unlessRefused(noteDelivery(table, { spaceId, id: channel, url, to }, last)).catch((error: unknown) =>
    log.error('channel_not_noted', error),
  );
}

/** What the turn was too short for goes on at a further one, which is no other try. */
async function goOn(
  deps: NotifierDeps,
  message: Message,
  { recipient, wanted, result }: { recipient: PacedRecipient; wanted: WantedPlace; result: DeliveryResult },
): Promise<(number | null)[]> {
  const turn = await turnInLine(deps, recipient, { ...wanted, place: null });
  if (turn === null || turn.place === null) return settleAll(deps, message.alerts, result);
  return waitInLine(deps, message, { goAt: turn.goAt ?? deps.clock.now(), place: turn.place });
}

/** An alert of an organization is a mail to each who looks after it. */
async function mailsOf({ table }: NotifierDeps, { alerts: [first], monitor }: Message): Promise<number> {
  if (!first || mediumOf(first.channel) !== 'email' || monitor.alertTo !== ORGANIZATION) return 1;
  return Math.max(1, (await managersOfSpace(table, monitor.spaceId)).length);
}
