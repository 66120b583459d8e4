import { expect, it } from 'vitest';
import { channelAddressOf, maskedMailbox } from '../../../../lib/domain/alert/channel-address.ts';

it.each([
  ['https://hooks.slack.com/services/T0/B0/secret', 'hooks.slack.com'],
  ['https://example.com:8443/hook?key=secret#secret', 'example.com'],
  ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 'chat.googleapis.com'],
  ['https://[2001:db8::1]/hook', '[2001:db8::1]'],
  [null, null],
])('of %s no more is told than %s', (alertUrl, host) => {
  expect(channelAddressOf({ alertUrl, alertTo: 'a@example.com' }, 'webhook')).toBe(host);
});

it('an owner sees the mailbox whole', () => {
  expect(channelAddressOf({ alertUrl: null, alertTo: 'a@example.com' }, 'email')).toBe('a@example.com');
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
