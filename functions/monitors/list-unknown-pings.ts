import type { catalogue } from '../../lib/contract/catalogue.ts';
import { getIdentityPings } from '../../lib/data/monitors/identity-pings.ts';
import { unknownAt } from '../../lib/domain/aws/unknown-pings.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const listUnknownPings: Handle<typeof catalogue.listUnknownPings> = async ({ caller, now, table }) => {
  const all = await Promise.all(caller.owner.spaces.map((spaceId) => getIdentityPings(table, spaceId)));
  const unknown = unknownAt(
    all.flatMap((each) => each.unknown),
    now,
  );
  return {
    pings: unknown.map(({ name, account, detail, firstAt, lastAt }) => ({
      name,
      account,
      detail,
      first_at: isoOf(firstAt),
      last_at: isoOf(lastAt),
    })),
  };
};
