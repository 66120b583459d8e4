import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSecret } from '../../../lib/adapters/secrets.ts';

/** A Secrets Manager: what it answers, and how often it was asked. */
let server: Server;
let asked: number;
let answer: { status: number; body: object };

beforeEach(async () => {
  asked = 0;
  server = createServer((_req, res) => {
    asked += 1;
    res.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
    res.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const opened = () => openSecret({ secret: { id: 'service' }, region: 'us-east-1' });
const refused = { status: 400, body: { __type: 'AccessDeniedException', message: 'no' } };
const told = { status: 200, body: { SecretString: 'the secret' } };

it('a secret that could not be fetched is fetched again by the next call', async () => {
  const secret = opened();
  answer = refused;
  await expect(secret()).rejects.toMatchObject({ name: 'AccessDeniedException' });

  answer = told;

  expect(await secret()).toBe('the secret');
});

it('a secret is fetched once, also by calls that come together', async () => {
  const secret = opened();
  answer = told;

  expect(await Promise.all([secret(), secret()])).toEqual(['the secret', 'the secret']);
  expect(await secret()).toBe('the secret');

  expect(asked).toBe(1);
});

it('an empty secret is no secret', async () => {
  answer = { status: 200, body: { SecretString: '' } };

  await expect(opened()()).rejects.toThrow('empty');
});

it('a secret that is given is not fetched', async () => {
  const secret = openSecret({ secret: { text: 'given' }, region: 'us-east-1' });

  expect(await secret()).toBe('given');
  expect(asked).toBe(0);
});
