import { describe, expect, it } from 'vitest';
import { messagesOf, outgoingOf } from '../../../functions/checker/outgoing.ts';
import type { QueueMessage } from '../../../lib/adapters/queue.ts';
import type { AlertReason } from '../../../lib/domain/monitors/monitor.ts';
import { sampleAlert, sampleContent } from '../../lib/domain/alerts/sample-content.ts';
import { monitor } from '../../support/alerts/monitor-builder.ts';

const REASONS: readonly AlertReason[] = ['silence', 'fail', 'too_long'];

/** What a check of so many monitors of one owner and address puts on the queue. */
function queued(count: number, reasonOf: (index: number) => AlertReason): QueueMessage[] {
  return messagesOf(
    Array.from({ length: count }, (_, index) => {
      const content = sampleContent({ monitorId: `mon_${index}`, reason: reasonOf(index) });
      return outgoingOf(
        sampleAlert(content, { channel: 'email' }),
        monitor({ id: `mon_${index}`, alertTo: 'a@example.com' }),
      );
    }),
  );
}

function monitorsIn(message: QueueMessage): string[] {
  if (message.kind === 'group') return message.alerts.map(({ monitorId }) => monitorId);
  return message.kind === 'alert' ? [message.monitorId] : [];
}

describe('the alerts of a check for one recipient', () => {
  it.each([1, 2, 99, 100, 101, 200, 201, 250])(
    'of %i are each in exactly one message of 100 at most',
    (count) => {
      for (const reason of REASONS) {
        const messages = queued(count, () => reason);

        expect(messages.flatMap(monitorsIn).sort()).toEqual(
          Array.from({ length: count }, (_, index) => `mon_${index}`).sort(),
        );
        expect(Math.max(...messages.map((message) => monitorsIn(message).length))).toBeLessThanOrEqual(100);
        expect(messages).toHaveLength(Math.ceil(count / 100));
      }
    },
  );

  it('share one with those of their reason, and with no others', () => {
    const messages = queued(30, (index) => REASONS[index % 3] ?? 'silence');

    expect(
      messages.map((message) => new Set(monitorsIn(message).map((id) => Number(id.slice(4)) % 3))),
    ).toEqual([new Set([0]), new Set([1]), new Set([2])]);
  });
});
