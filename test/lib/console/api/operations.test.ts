import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addressOf } from '../../../../lib/console/api/operations.ts';
import { calledOperations } from '../../../../lib/console-build/called-operations.ts';

it('an address has its parameters escaped and leaves out what is not said', () => {
  const query = { tag: ['a', 'b c'], limit: 5, cursor: undefined, before: null };

  expect(
    addressOf('/api/endpoints/:id/events/:event/body', { params: { id: 'a/b', event: '1' }, query }),
  ).toBe('/api/endpoints/a%2Fb/events/1/body?tag=a&tag=b+c&limit=5');
  expect(addressOf('/api/me', {})).toBe('/api/me');
});

it('the table has what the sources name as a literal, and nothing else', () => {
  const table = calledOperations(join(import.meta.dirname, '../../../../lib/console'));

  expect(table).toMatchObject({
    getBootstrap: ['GET', '/api/auth/bootstrap', 'open'],
    createGuest: ['POST', '/api/guest', 'open'],
    listMonitors: ['GET', '/api/endpoints'],
    // Of the person, whatever organization the page acts for.
    getAccount: ['GET', '/api/account', 'own'],
  });
  expect(table).not.toHaveProperty('showAccount');
});
