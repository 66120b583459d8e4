import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startEngine } from './database-engine.ts';
import { makeFolder } from '../folder/data-lock.ts';
import { StartError } from '../start-error.ts';

const ENGINE_PACKAGE = '@dynoxide/linux-x64';

const IN_MEMORY = 'in memory, gone at the end';

const NO_ENGINE =
  `The embedded database comes as the npm package ${ENGINE_PACKAGE}, which is not installed here: ` +
  'run npm install on Linux x64, or start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its address.';

export interface LocalDatabase {
  /** What a DynamoDB client takes as its endpoint. */
  endpoint: string;
  /** One line for people: which engine this is and where its data is. */
  engine: string;
  /** One line for people: where what is kept is. */
  data: string;
  /** Resolves with one sentence when the engine ends although nobody stopped it. */
  died: Promise<string>;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** The data folder, made when missing; null keeps everything in memory. */
  dir: string | null;
  /** The engine's executable; by default that of its npm package, null when there is none for this machine. */
  binary?: string | null;
  /**
   * A DynamoDB endpoint instead of the engine.
   * @default AWS_ENDPOINT_URL_DYNAMODB
   */
  givenEndpoint?: string | undefined;
}

/**
 * Uses the endpoint that is given, or starts the embedded DynamoDB-compatible engine.
 * @throws StartError when there is neither, or when the data cannot be used
 */
export async function startDatabase(options: DatabaseOptions): Promise<LocalDatabase> {
  const given = options.givenEndpoint ?? process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  if (given !== '') return givenDatabase(given, options.dir);
  const binary = options.binary === undefined ? engineBinary() : options.binary;
  if (binary === null) throw new StartError(NO_ENGINE);
  const file = options.dir === null ? null : join(usableFolder(options.dir), 'rollcall.db');
  const engine = await startEngine(binary, file);
  return {
    ...engine,
    engine: `dynoxide, ${file === null ? 'in memory' : `data in ${file}`}`,
    data: options.dir ?? IN_MEMORY,
  };
}

function engineBinary(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${ENGINE_PACKAGE}/package.json`);
    const binary = join(dirname(manifest), 'dynoxide');
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

function givenDatabase(endpoint: string, dir: string | null): LocalDatabase {
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new StartError(
      'AWS_ENDPOINT_URL_DYNAMODB is no URL; set it to the address of a DynamoDB endpoint such as http://127.0.0.1:8000, or unset it to use the embedded engine.',
    );
  return {
    endpoint,
    engine: `the DynamoDB endpoint ${endpoint} (AWS_ENDPOINT_URL_DYNAMODB)`,
    data: `monitors in that endpoint; mails and clock ${dir === null ? IN_MEMORY : `in ${dir}`}`,
    died: new Promise(() => {}),
    stop: () => Promise.resolve(),
  };
}

function usableFolder(dir: string): string {
  try {
    makeFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return dir;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new StartError(
      `The data folder ${dir} cannot be written (${code}); choose another one with --data, or use --memory.`,
    );
  }
}
