import { describe, expect, it } from 'vitest';
import { mediumOf, messageGroupOf } from '../../../../lib/domain/alerts/channel.ts';
import { asToldBy, speaksFor, type OwnerChannel } from '../../../../lib/domain/alerts/owner-channel.ts';
import { monitor } from '../../../support/alerts/monitor-builder.ts';
import { sampleContent } from './sample-content.ts';

const MAIL: OwnerChannel = {
  id: 'cmabcdefghijklmnopqr',
  spaceId: 'space-1',
  name: 'mail',
  url: '',
  to: 'ana@example.com',
  toOwn: true,
  sending: null,
  hears: ['silence', 'fail', 'too_long', 'recovery'],
  tags: [],
  isOn: true,
  createdAt: 0,
  movedAt: 0,
  revision: 1,
};

describe('whether a channel of mail speaks for a monitor', () => {
  it.each([
    ['that names nobody', { alertTo: null }, true],
    ['that mails somebody else', { alertTo: 'bob@example.com' }, true],
    ['that mails the same address as its own', { alertTo: 'ana@example.com', alertToOwn: true }, false],
    ['that spells it otherwise', { alertTo: 'Ana@Example.com', alertToOwn: true }, false],
    [
      'that mails it by an answer that may be missing',
      { alertTo: 'ana@example.com', alertToOwn: false },
      true,
    ],
    [
      'of another space, whose consent is another',
      { alertTo: 'ana@example.com', alertToOwn: true, spaceId: 'space-2' },
      true,
    ],
    ['that mails the people of an organization', { alertTo: 'organization', alertToOwn: true }, true],
    ['that keeps channels off', { alertTo: null, usesChannels: false }, false],
  ] as const)('%s', (_what, given, speaks) => {
    expect(speaksFor(MAIL, monitor(given))).toBe(speaks);
  });

  it('is the same as of any channel where the address rests on an answer on both sides', () => {
    const asked = { ...MAIL, toOwn: false };
    expect(speaksFor(asked, monitor({ alertTo: 'ana@example.com' }))).toBe(false);
  });
});

describe('an alert by a channel of mail', () => {
  it('travels as mail, and shares one with others of its kind in whatever space', () => {
    const content = sampleContent();
    const groups = ['space-1', 'space-2'].map((spaceId) =>
      messageGroupOf({ channel: MAIL.id, content }, asToldBy(monitor({ spaceId }), MAIL)),
    );
    expect(mediumOf(MAIL.id)).toBe('email');
    expect(mediumOf('chabcdefghijklmnopqr')).toBe('webhook');
    expect(groups[0]).not.toBeNull();
    expect(groups[0]).toBe(groups[1]);
  });

  it('goes to its address and nowhere else', () => {
    const told = asToldBy(monitor({ alertUrl: 'https://hook.example/x', alertTo: 'bob@example.com' }), MAIL);
    expect(told).toMatchObject({ alertTo: 'ana@example.com', alertToOwn: true, alertUrl: null });
    expect(asToldBy(told, { ...MAIL, isOn: false })).toMatchObject({ alertTo: null, alertUrl: null });
  });
});
