import type { LookupAddress, LookupOptions } from 'node:dns';
import { expect, it } from 'vitest';
import { guardedLookup, type Resolve } from '../../../lib/adapters/guarded-lookup.ts';
import { isPublicAddress } from '../../../lib/domain/alerts/public-address.ts';

const PUBLIC: LookupAddress = { address: '8.8.8.8', family: 4 };
const PUBLIC6: LookupAddress = { address: '2606:4700::1111', family: 6 };
const LOCAL: LookupAddress = { address: '127.0.0.1', family: 4 };

interface Answer {
  code: string | undefined;
  address: string | LookupAddress[];
  family: number | undefined;
}

function ask(resolve: Resolve, options: LookupOptions = { all: true }): Promise<Answer> {
  const lookup = guardedLookup(resolve, isPublicAddress);
  return new Promise((done) => {
    lookup('hook.example.com', options, (error, address, family) =>
      done({ code: error?.code, address, family }),
    );
  });
}

it('hands the socket every public address and no other', async () => {
  const answer = await ask(async () => [LOCAL, PUBLIC, { address: '::1', family: 6 }, PUBLIC6]);

  expect(answer.address).toEqual([PUBLIC, PUBLIC6]);
});

it('hands one address to a socket that asks for one', async () => {
  expect(await ask(async () => [LOCAL, PUBLIC6], { all: false })).toMatchObject({
    address: '2606:4700::1111',
    family: 6,
  });
});

it.each([[{ all: true }], [{ all: false }]])(
  'refuses when no public address is left (%o)',
  async (options) => {
    expect((await ask(async () => [LOCAL], options)).code).toBe('EBLOCKEDADDRESS');
  },
);

it('judges each answer of a name that changes it', async () => {
  const answers = [[PUBLIC], [LOCAL], [PUBLIC]];
  const resolve = async (): Promise<LookupAddress[]> => answers.shift() ?? [];

  expect((await ask(resolve)).address).toEqual([PUBLIC]);
  expect((await ask(resolve)).code).toBe('EBLOCKEDADDRESS');
  expect((await ask(resolve)).address).toEqual([PUBLIC]);
});

it('tells a name without an answer from a blocked one', async () => {
  expect((await ask(async () => [])).code).toBe('EDNSFAILED');
  expect((await ask(async () => Promise.reject(new Error('down')))).code).toBe('EDNSFAILED');
});
