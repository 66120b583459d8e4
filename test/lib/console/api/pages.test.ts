import { expect, it } from 'vitest';
import { joined } from '../../../../lib/console/api/pages.ts';

const KEPT = { keyOf: (entry: string) => entry.slice(0, 1), isOpen: (entry: string) => entry.endsWith('!') };
const page = (entries: string, next?: string) => ({ entries: entries.split(' '), next });

it.each([
  ['what the newest page pushes out stays', page('d c', 'b'), page('c b a'), page('d c b a')],
  ['an entry is as it was read last', page('c b', 'a'), page('c! b a', 'z'), page('c b a', 'z')],
  ['what lies between unread is asked for again', page('f e', 'd'), page('c b a'), page('f e', 'd')],
  ['what is all is all', page('b a'), page('a'), page('b a')],
  [
    'what stays open after closed ones is read again',
    page('d! c', 'b'),
    page('d! b! c a'),
    page('d! c', 'b'),
  ],
  ['where all of a page are open more may be', page('d! c!', 'b'), page('d! c! b! a'), page('d! c! b! a')],
])('%s', (_rule, newest, known, all) => {
  expect(joined(newest, known, KEPT)).toEqual(all);
});
