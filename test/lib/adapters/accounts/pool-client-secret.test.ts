import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { poolClientSecret } from '../../../../lib/adapters/accounts/pool-client-secret.ts';

let server: Server;
let answer: object;
let asked: { headers: IncomingHttpHeaders; body: unknown }[];

beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    asked.push({ headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) });
    response.setHeader('content-type', 'application/x-amz-json-1.1').end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

const secret = () => {
  const { port } = server.address() as AddressInfo;
  const client = { userPool: 'eu-west-1_AbCdEfGhI', clientId: 'c11e47' };
  const cognito = `http://127.0.0.1:${port}`;
  const standIns = { dynamodb: null, sqs: null, ses: null, cognito, topics: null };
  return poolClientSecret(client, { region: 'eu-west-1', standIns });
};

it('asks the pool for the secret of its client', async () => {
  answer = { UserPoolClient: { ClientId: 'c11e47', ClientSecret: '5ec4e7' } };

  expect(await secret()).toBe('5ec4e7');
  expect(asked.map(({ headers, body }) => [headers['x-amz-target'], body])).toEqual([
    [
      'AWSCognitoIdentityProviderService.DescribeUserPoolClient',
      { UserPoolId: 'eu-west-1_AbCdEfGhI', ClientId: 'c11e47' },
    ],
  ]);
});

it('says that a client has none', async () => {
  answer = { UserPoolClient: { ClientId: 'c11e47' } };

  await expect(secret()).rejects.toThrow('The client of the user pool has no secret.');
});
