import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDatabase, type LocalDatabase } from '../../../../lib/local/table/database.ts';
import { StartError } from '../../../../lib/local/start-error.ts';

let dir: string;
const running: LocalDatabase[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-database-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((database) => database.stop()));
  rmSync(dir, { recursive: true });
});

async function started(folder: string | null): Promise<LocalDatabase> {
  const database = await startDatabase({ dir: folder });
  running.push(database);
  return database;
}

function clientOf(database: LocalDatabase): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({
    endpoint: database.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
}

async function createPlaces(client: DynamoDBClient): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: 'places',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  );
}

/** Process ids whose command line names this text. */
function processesNaming(what: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => commandLineOf(pid).includes(what))
    .map(Number);
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe.runIf(existsSync('node_modules/@dynoxide/linux-x64/dynoxide'))('the embedded engine', () => {
  it('keeps what was written on file across a restart', async () => {
    const first = await started(join(dir, 'made', 'when missing'));
    const item = { pk: { S: 'a' }, visits: { N: '3' } };
    await createPlaces(clientOf(first));
    await clientOf(first).send(new PutItemCommand({ TableName: 'places', Item: item }));
    await first.stop();

    const second = await started(join(dir, 'made', 'when missing'));
    const found = await clientOf(second).send(
      new GetItemCommand({ TableName: 'places', Key: { pk: { S: 'a' } } }),
    );

    expect(found.Item).toEqual(item);
    expect(second.engine).toBe(`dynoxide, data in ${join(dir, 'made', 'when missing', 'rollcall.db')}`);
  });

  it('in memory starts empty, and two do not see each other', async () => {
    const [first, second] = await Promise.all([started(null), started(null)]);
    await createPlaces(clientOf(first));

    const tables = await clientOf(second).send(new ListTablesCommand({}));

    expect(tables.TableNames).toEqual([]);
    expect(first.engine).toBe('dynoxide, in memory');
  });

  it('is gone, its watchdog too, once stop resolves; stopping twice is harmless', async () => {
    const database = await started(dir);
    expect(processesNaming(dir)).not.toEqual([]);

    await database.stop();
    await database.stop();

    await expect.poll(() => processesNaming(dir)).toEqual([]);
    await expect(fetch(database.endpoint)).rejects.toThrow('fetch failed');
  });

  it('tells when it ends by itself', async () => {
    const database = await started(dir);

    for (const pid of processesNaming('--db-path\0' + dir)) process.kill(pid, 'SIGKILL');

    expect(await database.died).toBe('The embedded database ended by itself (SIGKILL).');
    await database.stop();
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('ends when its parent is ended by %s', async (signal) => {
    const script = `import { startDatabase } from ${JSON.stringify(resolve('lib/local/table/database.ts'))};
      await startDatabase({ dir: ${JSON.stringify(dir)} });
      process.stdout.end('up');
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(await text(parent.stdout)).toBe('up');
    expect(processesNaming('--db-path\0' + dir)).not.toEqual([]);

    parent.kill(signal);
    await once(parent, 'exit');

    await expect.poll(() => processesNaming(dir)).toEqual([]);
  });

  it('says in one sentence that a file is no database', async () => {
    writeFileSync(join(dir, 'rollcall.db'), 'this is a shopping list, not a database '.repeat(200));

    const start = startDatabase({ dir });

    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(
      /^The embedded database does not start on .*rollcall\.db: Database file is/,
    );
  });
});

describe('startDatabase', () => {
  it('says in one sentence that the data folder cannot be written', async () => {
    writeFileSync(join(dir, 'file'), '');

    const start = startDatabase({ dir: join(dir, 'file'), binary: '/bin/true' });

    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(
      `The data folder ${join(dir, 'file')} cannot be written (EEXIST); choose another one with --data, or use --memory.`,
    );
  });

  it('uses the endpoint given, be there an engine or not, and says so', async () => {
    const database = await startDatabase({ dir, givenEndpoint: 'http://127.0.0.1:8000' });

    expect(database.endpoint).toBe('http://127.0.0.1:8000');
    expect(database.engine).toBe('the DynamoDB endpoint http://127.0.0.1:8000 (AWS_ENDPOINT_URL_DYNAMODB)');
    expect(database.data).toBe(`monitors in that endpoint; mails and clock in ${dir}`);
  });

  it('names the way out where there is neither engine nor endpoint', async () => {
    const start = startDatabase({ dir, binary: null, givenEndpoint: '' });

    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow('set AWS_ENDPOINT_URL_DYNAMODB to its address.');
  });

  it('reports an engine that ends at once', async () => {
    await expect(startDatabase({ dir: null, binary: '/bin/false' })).rejects.toThrow(
      'The embedded database does not start: it ended without a word',
    );
  });
});
