import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STRANGERS_WELCOME } from '../../../../lib/domain/accounts/users.ts';
import { captureOutputs } from '../../../support/accounts/kept-secrets.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { SECRET, startAccount } from '../../../support/stack/cloudformation.ts';
import { rounds } from '../../../support/thorough.ts';

const service = fresh(() => startTestService({ users: { ...STRANGERS_WELCOME, allowance: 'unlimited' } }));
const account = fresh(startAccount);
let alice: Person;
beforeEach(async () => {
  alice = await service.guest();
  account.secrets.set(SECRET, alice.token);
  captureOutputs();
});
afterEach(() => void vi.restoreAllMocks());

const monitor = (Slug: string, grace_sec = 600) => ({
  Url: service.url,
  ApiKeySecretArn: SECRET,
  Slug,
  Settings: JSON.stringify({ cron: '30 2 * * *', grace_sec }),
});
/** What is watched, by slug. */
const watched = async () =>
  Object.fromEntries(
    ((await alice.monitors()) as Record<string, unknown>[])
      .filter((each) => each['active'])
      .map((each) => [each['slug'], each['grace_sec']]),
  );

describe('a stack of monitors', () => {
  it('leaves what its template says, through a change, a name that is changed and a removal', async () => {
    expect(await account.deploy({ A: monitor('a'), B: monitor('b') })).toEqual([]);
    expect(await account.deploy({ A: monitor('a', 900), B: monitor('c') })).toEqual([]);
    expect(await watched()).toEqual({ a: 900, c: 600 });

    expect(await account.deploy({ B: monitor('c') })).toEqual([]);
    expect(await watched()).toEqual({ c: 600 });
  });

  it('that is rolled back in the middle leaves what the last good template said', async () => {
    await account.deploy({ A: monitor('a'), B: monitor('b') });

    expect(await account.deploy({ A: monitor('a', 900), B: monitor('c'), C: monitor('d') }, 3)).not.toEqual(
      [],
    );

    expect(await watched()).toEqual({ a: 600, b: 600 });
    expect(await account.deploy({ A: monitor('a', 900), B: monitor('c'), C: monitor('d') })).toEqual([]);
    expect(await watched()).toEqual({ a: 900, c: 600, d: 600 });
  });

  it('whose first deployment fails leaves nothing of it, and what was there before', async () => {
    await alice.call('PUT', '/api/endpoints/by-slug/old', { interval_sec: 300 });

    const reasons = await account.deploy({ A: monitor('a'), B: monitor('old'), C: monitor('bad', 5) });

    expect(reasons.join()).toContain('grace_sec');
    expect(Object.keys(await watched())).toEqual(['old']);
  });

  it('of many monitors has them all made at once, as CloudFormation does', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `job-${at}`);

    await Promise.all(
      names.map((name) => account.ask({ LogicalResourceId: name, ResourceProperties: monitor(name) })),
    );

    expect(account.answers.filter(({ Status }) => Status !== 'SUCCESS')).toEqual([]);
    expect(Object.keys(await watched()).sort()).toEqual(names.sort());
  });

  it(
    'ends as the last good template says, whatever was deployed and rolled back before',
    { timeout: 240_000 },
    async () => {
      // A logical id follows from the slug, or from what is watched, whose name another deployment may draw anew.
      const watching = fc.tuple(fc.constantFrom('one', 'two'), fc.constantFrom(600, 900));
      const template = fc.dictionary(fc.constantFrom('a', 'b', 'c'), watching, { noNullPrototype: true });
      const deployments = fc.array(fc.tuple(template, fc.option(fc.nat(4), { nil: undefined })), {
        minLength: 2,
        maxLength: 12,
      });
      await fc.assert(
        fc.asyncProperty(deployments, async (turns) => {
          // Nothing that is left of one life is in the next.
          alice = await service.guest();
          account.secrets.set(SECRET, alice.token);
          account.forget();
          let good: Record<string, number> = {};
          for (const [wanted, failsBehind] of turns) {
            const named = Object.entries(wanted).map(
              ([id, [name, grace]]) => [id, `${id}-${name}`, grace] as const,
            );
            const resources = named.map(([id, slug, grace]) => [id, monitor(slug, grace)]);
            const reasons = await account.deploy(Object.fromEntries(resources), failsBehind);
            if (reasons.length === 0)
              good = Object.fromEntries(named.map(([, slug, grace]) => [slug, grace]));
            expect(await watched()).toEqual(good);
          }
        }),
        { numRuns: rounds(4, 40) },
      );
    },
  );
});
