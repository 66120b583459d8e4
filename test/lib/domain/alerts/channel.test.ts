import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../../lib/domain/alerts/alert-content.ts';
import {
  channelsOf,
  maskedMailbox,
  messageGroupOf,
  movedChannels,
  otherChannelOf,
  shownRecipientOf,
} from '../../../../lib/domain/alerts/channel.ts';
import { monitor } from '../../../support/alerts/monitor-builder.ts';
import { sampleAlert, sampleContent, sampleRecovery } from './sample-content.ts';

const MAIL = 'a@example.com';
const HOOK = 'https://example.com/hook';
const CHAT = 'https://ntfy.sh/my-jobs';

it.each([
  [null, null, [], null],
  [MAIL, null, ['email'], null],
  [null, HOOK, ['webhook'], 'webhook'],
  [MAIL, HOOK, ['email', 'webhook'], 'webhook'],
])(
  'with the recipients %s and %s alerts go by %j, and a failing mail is reported by %s',
  (alertTo, alertUrl, channels, other) => {
    expect(channelsOf({ alertTo, alertUrl })).toEqual(channels);
    expect(otherChannelOf({ alertTo, alertUrl }, [], 'email')).toBe(other);
  },
);

it.each([
  [MAIL, HOOK, []],
  [' A@Example.com', HOOK, []],
  ['b@example.com', HOOK, ['email']],
  [null, CHAT, ['email', 'webhook']],
  [MAIL, null, ['webhook']],
])('with the recipients changed to %s and %s the channels %j reach others', (alertTo, alertUrl, moved) => {
  expect(movedChannels({ alertTo: MAIL, alertUrl: HOOK }, { alertTo, alertUrl })).toEqual(moved);
});

describe('alerts of one owner that are found together', () => {
  const group = (content: object, channel: Channel, changed = {}) =>
    messageGroupOf(
      { channel, content: sampleContent(content) },
      monitor({ alertTo: MAIL, alertUrl: CHAT, ...changed }),
    );
  const silence = group({}, 'email');

  it.each(['silence', 'fail', 'too_long'] as const)('share a message when all are down by a %s', (reason) => {
    const its = group({ reason }, 'email');

    expect(its).not.toBe(null);
    expect(group({ reason, monitorName: 'another', incident: 9 }, 'email', { id: 'another' })).toBe(its);
    expect(group({ reason }, 'webhook')).not.toBe(null);
  });

  it('share one when all are recoveries, whatever from', () => {
    const recovery = group({ kind: 'recovery' }, 'email');

    expect(group({ kind: 'recovery', reason: 'fail' }, 'email')).toBe(recovery);
    const back = sampleAlert(sampleRecovery(), { channel: 'email' });
    expect(messageGroupOf(back, monitor({ alertTo: MAIL }))).not.toBe(null);
  });

  it.each<[string, ReturnType<typeof group>]>([
    ['a recovery', group({ kind: 'recovery' }, 'email')],
    ['a failure', group({ reason: 'fail' }, 'email')],
    ['a run that is too long', group({ reason: 'too_long' }, 'email')],
    ['another channel', group({}, 'webhook')],
    ['another address', group({}, 'email', { alertTo: 'b@example.com' })],
    ['another owner', group({}, 'email', { spaceId: 'space-2' })],
  ])('do not share it with %s', (_, other) => {
    expect(other).not.toBe(null);
    expect(other).not.toBe(silence);
  });

  it.each<[string, ReturnType<typeof group>]>([
    ['a test', group({ kind: 'test' }, 'email')],
    ['a blind window', group({ kind: 'blind' }, 'email')],
    ['a failing channel', group({ kind: 'channel_failing' }, 'email')],
    ['a failure for a receiver that is no chat', group({ reason: 'fail' }, 'webhook', { alertUrl: HOOK })],
    ['a silence for a receiver that is no chat', group({}, 'webhook', { alertUrl: HOOK })],
    ['a silence whose address was removed meanwhile', group({}, 'email', { alertTo: null })],
    ['a silence without a channel', group({}, 'none')],
  ])('%s travels alone', (_, alone) => {
    expect(alone).toBe(null);
  });
});

it.each([
  ['https://hooks.slack.com/services/T0/B0/secret', 'hooks.slack.com'],
  ['https://example.com:8443/hook?key=secret#secret', 'example.com'],
  ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 'chat.googleapis.com'],
  ['https://[2001:db8::1]/hook', '[2001:db8::1]'],
  [null, null],
])('of %s no more is told than %s', (alertUrl, host) => {
  expect(shownRecipientOf({ alertUrl, alertTo: 'a@example.com' }, 'webhook')).toBe(host);
});

it('an owner sees the mailbox whole', () => {
  expect(shownRecipientOf({ alertUrl: null, alertTo: 'a@example.com' }, 'email')).toBe('a@example.com');
});

it.each([
  ['alice@example.com', 'a…@example.com'],
  ['a@example.com', 'a…@example.com'],
  ['"odd@name"@example.com', '"…@example.com'],
  ['🚀x@example.com', '🚀…@example.com'],
  ['no mailbox', '…'],
])('others see %s as %s', (address, masked) => {
  expect(maskedMailbox(address)).toBe(masked);
});
