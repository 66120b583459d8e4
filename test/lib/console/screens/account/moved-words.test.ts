import { describe, expect, it } from 'vitest';
import { movedWords } from '../../../../../lib/console/screens/account/moved-words.ts';
import {
  isOnlyOwner,
  type Organization,
  type Role,
} from '../../../../../lib/console/screens/organization/organization.ts';

describe('what a claim moves', () => {
  it.each([
    [[0, 0, 0, 0], null],
    [[1, 0, 0, 0], '1 monitor'],
    [[2, 1, 0, 0], '2 monitors and 1 device'],
    [[1, 2, 1, 1], '1 monitor, 2 devices, the status page, and the ingest key'],
  ])('%j is said as %s', ([monitors = 0, devices = 0, feeds = 0, keys = 0], words) => {
    expect(movedWords({ monitors, devices, collections: 7, status_feeds: feeds, ingest_keys: keys })).toBe(
      words,
    );
  });
});

describe('the only owner', () => {
  const of = (...roles: Role[]) => ({
    members: roles.map((role) => ({ role })) as unknown as Organization['members'],
  });

  it.each<[Role, Role[], boolean]>([
    ['owner', ['owner', 'admin'], true],
    ['owner', ['owner', 'owner'], false],
    ['admin', ['owner', 'admin'], false],
  ])('a person who is %s among %j: %s', (role, roles, isOnly) => {
    expect(isOnlyOwner(of(...roles), role)).toBe(isOnly);
  });
});
