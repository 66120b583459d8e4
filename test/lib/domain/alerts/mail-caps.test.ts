import { describe, expect, it } from 'vitest';
import {
  capsOn,
  foldedMailbox,
  lastWindow,
  quotaOf,
  windowsFor,
} from '../../../../lib/domain/alerts/mail-caps.ts';

const NOW = Date.UTC(2027, 2, 1, 12, 34, 56, 789);
const HOUR_MS = 3_600_000;

describe('foldedMailbox', () => {
  it.each([
    ['victim@example.com', 'victim@example.com'],
    ['victim+1@example.com', 'victim@example.com'],
    ['v.i.c.tim+a+b@example.com', 'victim@example.com'],
    [' Victim@Example.COM ', 'victim@example.com'],
    ['+tag@example.com', '@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['other@example.com', 'other@example.com'],
    ['victim@mail.example.com', 'victim@mail.example.com'],
    ['victim+1@googlemail.com', 'victim@gmail.com'],
  ])('counts %s as %s', (address, folded) => {
    expect(foldedMailbox(address)).toBe(folded);
  });
});

describe('capsOn', () => {
  const caps = (address: string) =>
    capsOn({ address, quota: quotaOf({ kind: 'guest', id: 'g' }) }, { guests: 100 }, NOW).map(
      ({ name, counted, limit, from, lengthMs }) =>
        `${name} ${counted} ${limit} from ${new Date(from).toISOString().slice(0, 16)} for ${lengthMs / HOUR_MS} h`,
    );

  it('limits a mailbox by the day, its domain and the guests by the hour', () => {
    expect(caps('Vic.Tim+1@Example.com')).toEqual([
      'mailbox victim@example.com 3 from 2027-03-01T00:00 for 24 h',
      'domain example.com 20 from 2027-03-01T12:00 for 1 h',
      'guests guests 100 from 2027-03-01T12:00 for 1 h',
    ]);
  });

  it.each(['gmail.com', 'GMAIL.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'proton.me'])(
    'limits no mail provider as large as %s',
    (domain) => {
      expect(caps(`a@${domain}`).map((cap) => cap.split(' ')[0])).toEqual(['mailbox', 'guests']);
    },
  );

  it.each(['gmail.com.example.com', 'notgmail.com', 'mail.gmail.com'])('limits %s', (domain) => {
    expect(caps(`a@${domain}`)).toHaveLength(3);
  });
});

it('who asks has two of the three questions of a mailbox, of whichever kind it is', () => {
  for (const quota of ['guests', 'account ann'] as const) {
    const [asker] = capsOn({ address: 'A+1@gmail.com', quota, spaceId: 's' }, { guests: 1 }, NOW);
    expect(asker).toMatchObject({
      name: 'asker',
      counted: 's a@gmail.com',
      limit: 2,
      lengthMs: 24 * HOUR_MS,
    });
  }
});

it('an account has an hour of its own, and room of its own in mailboxes and domains', () => {
  const quota = quotaOf({ kind: 'account', id: 'ann' });
  const caps = capsOn({ address: 'a@gmail.com', quota }, { guests: 1 }, NOW);

  expect(caps.map(({ name, counted, limit }) => [name, counted, limit])).toEqual([
    ['mailbox', 'accounts a@gmail.com', 3],
    ['account', 'account ann', 20],
  ]);
});

describe('windowsFor', () => {
  const cap = { name: 'domain', counted: 'example.com', limit: 20, from: 0, lengthMs: HOUR_MS } as const;

  it.each([
    [1, 1],
    [20, 1],
    [21, 2],
    [40, 2],
    [41, 3],
    [600, 30],
  ])('has the %i. to wait look for room from %i windows later on, thirty later at most', (place, windows) => {
    const froms = windowsFor(cap, place).map(({ from }) => from / HOUR_MS);
    expect([froms[0], froms.at(-1)]).toEqual([windows, 30]);
  });

  it('has nobody look further', () => {
    expect(windowsFor(cap, 601)).toEqual([]);
    expect(lastWindow(cap).from).toBe(30 * HOUR_MS);
  });
});
