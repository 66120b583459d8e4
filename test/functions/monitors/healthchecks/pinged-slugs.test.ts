import { expect, it } from 'vitest';
import { idOfUuid } from '../../../../lib/domain/monitors/check-uuid.ts';
import { checksClient } from '../../../support/service/checks.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

const service = shared(startTestService);

let made = 0;
const newKey = () => `pinged_by_slug_${String((made += 1)).padStart(6, '0')}`;
const uuidOf = (at: number) => `0c18072a-7bde-4eee-af63-${String(made * 1_000 + at).padStart(12, '0')}`;
const brought = async (who: Pick<Person, 'call'>, ping_key: string, slugs: string[] = []) => {
  const checks = slugs.map((slug, at) => ({ name: `job ${at}`, slug, uuid: uuidOf(at), timeout: 3_600 }));
  const { json } = await who.call('POST', '/api/import/healthchecks?apply=1', { checks, ping_key });
  expect(json).toMatchObject({ applied: true, ping_key: { kept: true } });
};

async function ping(key: string, rest: string) {
  service.clock.advance(1);
  const { status, text } = await service.call('GET', `/ping/${key}/${rest}`);
  return `${status} ${text}`;
}
const pingsOf = async (who: Person, uuid: unknown) => (await who.events(idOfUuid(String(uuid)))).length;
const slugsOf = async (slug: string) =>
  (await contentsOf(service)).filter(({ sk }) => String(sk) === `SLUG#${slug}`);

it('a check that is made with a slug is pinged by each ping key of its owner, and by the next slug it has', async () => {
  const [who, one, other] = [await service.guest(), newKey(), newKey()];
  await brought(who, one);
  await brought(who, other);
  const client = checksClient(service, who.token);
  const { uuid } = await client.create({ name: 'Nightly', slug: 'made_here' });

  expect([await ping(one, 'made_here'), await ping(other, 'made_here')]).toEqual(['200 OK', '200 OK']);
  expect(await pingsOf(who, uuid)).toBe(2);
  const changed = await client.call('POST', `/checks/${uuid}`, { slug: 'renamed' });
  expect(changed.json).toMatchObject({ slug: 'renamed' });
  expect([await ping(one, 'made_here'), await ping(one, 'renamed')]).toEqual(['404 not found', '200 OK']);
  await client.call('POST', `/checks/${uuid}`, { desc: 'the slug stays' });
  expect(await ping(other, 'renamed/fail')).toBe('200 OK');
  expect((await client.call('DELETE', `/checks/${uuid}`)).status).toBe(200);

  expect([...(await slugsOf('made_here')), ...(await slugsOf('renamed'))]).toEqual([]);
});

it('a slug that an import brought is not taken from its job where another key has room, and is shared where none has', async () => {
  const [who, full, free] = [await service.guest(), newKey(), newKey()];
  await brought(who, full, ['dump']);
  await brought(who, free);
  const client = checksClient(service, who.token);

  const { uuid } = await client.create({ name: 'another', slug: 'dump' });
  expect([await ping(full, 'dump'), await ping(free, 'dump')]).toEqual(['200 OK', '200 OK']);
  expect(await pingsOf(who, uuid)).toBe(1);
  const third = await client.create({ name: 'a third', slug: 'dump' });
  expect(await ping(free, 'dump')).toBe('409 ambiguous slug');
  await client.call('DELETE', `/checks/${third['uuid']}`);
  expect(await ping(free, 'dump')).toBe('200 OK');
});

it('of an account the key may have come with a guest', async () => {
  const [guest, alice, key] = [await service.guest(), await signedIn(service), newKey()];
  await brought(guest, key);
  await alice.call('POST', '/api/auth/claim', { guest_token: guest.token });
  const named = { name: 'terraform', organizationId: null };
  const secret = String((await alice.call('POST', '/api/account/keys/create', named)).json['secret']);

  const { uuid } = await checksClient(service, secret).create({ name: 'late', slug: 'after-claim' });
  expect([await ping(key, 'after-claim'), await ping(key, 'after-claim')]).toEqual(['200 OK', '200 OK']);
  expect(await pingsOf(alice as unknown as Person, uuid)).toBe(2);
});

it('a deletion takes away the slug that a later import brought', async () => {
  const [who, key] = [await service.guest(), newKey()];
  await brought(who, key, ['early', 'second']);
  await brought(who, key, ['moved', 'moved']);
  expect(await ping(key, 'moved')).toBe('409 ambiguous slug');

  await who.remove(idOfUuid(uuidOf(0)));

  expect(await ping(key, 'moved')).toBe('200 OK');
  expect(await pingsOf(who, uuidOf(1))).toBe(1);
});
