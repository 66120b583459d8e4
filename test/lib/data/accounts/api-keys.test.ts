import { expect, it } from 'vitest';
import { forgetApiKeys, listApiKeys, noteUse } from '../../../../lib/data/accounts/api-keys.ts';
import { WriteConflict } from '../../../../lib/data/table.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

const service = shared(startTestService);

it('a use that is noted of a key once it is forgotten brings nothing of it back', async () => {
  const { table } = service.core;
  const alice = await signedIn(service);
  await alice.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null });
  const [key] = await listApiKeys(table, alice.account.id);
  if (!key) throw new Error('No key was made.');
  await forgetApiKeys(table, [key]);

  await expect(noteUse(table, key, service.clock.now())).rejects.toThrow(WriteConflict);

  expect(await listApiKeys(table, alice.account.id)).toEqual([]);
});
