import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFunctions } from '../../bin/build.ts';
import * as plain from '../../lib/data/table.ts';
import { createTable } from '../../lib/local/table/create-table.ts';
import { startDatabase } from '../../lib/local/table/database.ts';

/** What a bundle has of the SDK beside what the tests run on. */
type Bundled = typeof plain & { UpdateCommand: typeof UpdateCommand; GetCommand: typeof GetCommand };

const unbundled: Bundled = { ...plain, UpdateCommand, GetCommand };
const root = mkdtempSync(join(tmpdir(), 'rollcall-leaner-'));
let database: Awaited<ReturnType<typeof startDatabase>>;
let bundled: Bundled;

beforeAll(async () => {
  const project = resolve(import.meta.dirname, '../..');
  const lib = (path: string) => JSON.stringify(join(project, path));
  mkdirSync(join(root, 'functions/one'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "version": "1.0.0", "type": "module" }');
  writeFileSync(
    join(root, 'functions/one/handler.ts'),
    `export * from ${lib('lib/data/table.ts')};\n` +
      `export { GetCommand, UpdateCommand } from ${lib('node_modules/@aws-sdk/lib-dynamodb')};\n`,
  );
  await buildFunctions({ outdir: 'dist', root });
  bundled = (await import(pathToFileURL(join(root, 'dist/one/index.mjs')).href)) as Bundled;
  database = await startDatabase({ dir: null });
  await createTable(database.endpoint, 'rollcall');
  const item = {
    pk: 'THING#1',
    sk: 'THING',
    n: 1.5,
    bytes: Buffer.from('abc'),
    list: [{ a: null }],
    set: new Set(['x']),
  };
  await tableOf(unbundled).client.send(new PutCommand({ TableName: 'rollcall', Item: item }));
}, 60_000);
afterAll(async () => {
  await database.stop();
  rmSync(root, { recursive: true });
});

const tableOf = ({ openTable }: Bundled) =>
  openTable({ name: 'rollcall', region: 'us-east-1', endpoint: database.endpoint });

const refused = (sdk: Bundled) => ({
  TableName: 'rollcall',
  Key: { pk: 'THING#1', sk: 'THING' },
  UpdateExpression: 'SET n = :n',
  ConditionExpression: 'n = :n',
  ExpressionAttributeValues: { ':n': sdk === bundled ? 7 : 8 },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** What code of ours reads of an error. */
const readOf = (error: unknown) => {
  const { name, message, $fault, $metadata } = error as Error & {
    $fault: string;
    $metadata: { httpStatusCode: number };
  };
  return { isError: error instanceof Error, name, message, $fault, status: $metadata.httpStatusCode };
};

/** The same in a bundle and without one. */
async function inBoth<T>(ask: (sdk: Bundled) => Promise<T>): Promise<[T, T]> {
  return [await ask(bundled), await ask(unbundled)];
}

describe('what a bundle has of the SDK', () => {
  it('brings the item of a refused condition in its types', async () => {
    const [here, there] = await inBoth(async (sdk) => {
      const { client } = tableOf(sdk);
      const error = await client.send(new sdk.UpdateCommand(refused(sdk))).catch((caught: unknown) => caught);
      return { ...readOf(error), current: sdk.writeConflict(error)?.current };
    });

    expect(here).toEqual(there);
    expect(here.current).toMatchObject({ n: 1.5, list: [{ a: null }], set: new Set(['x']) });
    expect(Buffer.from(here.current?.['bytes'] as Uint8Array).toString()).toBe('abc');
  });

  it('brings which writes of a transaction were refused', async () => {
    const [here, there] = await inBoth(async (sdk) => {
      const { ReturnValuesOnConditionCheckFailure: _, ...Update } = refused(sdk);
      const Put = { TableName: 'rollcall', Item: { pk: 'THING#2', sk: 'THING' } };
      return sdk
        .transact(tableOf(sdk), [{ Put }, { Update }])
        .catch((caught: { refused: boolean[] }) => caught.refused);
    });

    expect(here).toEqual([false, true]);
    expect(there).toEqual(here);
  });

  it('tells any other error by its name and message', async () => {
    const [here, there] = await inBoth(async (sdk) => {
      const lacking = new sdk.GetCommand({ TableName: 'lacking', Key: { pk: 'a', sk: 'b' } });
      return readOf(
        await tableOf(sdk)
          .client.send(lacking)
          .catch((caught: unknown) => caught),
      );
    });

    expect(here).toEqual(there);
    expect(here).toMatchObject({ name: 'ResourceNotFoundException', $fault: 'client', status: 400 });
  });

  it.each([
    ['us-east-1', 'https://dynamodb.us-east-1.amazonaws.com/'],
    ['mx-central-1', 'https://dynamodb.mx-central-1.amazonaws.com/'],
    ['cn-north-1', 'https://dynamodb.cn-north-1.amazonaws.com.cn/'],
    ['us-gov-west-1', 'https://dynamodb.us-gov-west-1.amazonaws.com/'],
    ['eusc-de-east-1', 'https://dynamodb.eusc-de-east-1.amazonaws.eu/'],
    ['us-iso-east-1', 'https://dynamodb.us-iso-east-1.c2s.ic.gov/'],
  ])('knows where the table of %s is', async (Region, url) => {
    const [here, there] = await inBoth(async (sdk) =>
      tableOf(sdk).client.config.endpointProvider({ Region }).url.toString(),
    );

    expect([here, there]).toEqual([url, url]);
  });
});
