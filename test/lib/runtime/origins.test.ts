import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { configFromEnv } from '../../../lib/runtime/config.ts';
import { originsOf } from '../../../lib/runtime/origins.ts';

const OWN = 'https://abc.execute-api.example.com';

function origins(env: Record<string, string>, headers: Record<string, string> = {}) {
  const requestContext = { domainName: 'abc.execute-api.example.com' };
  const event = { headers, requestContext } as unknown as APIGatewayProxyEventV2;
  return originsOf(configFromEnv({ TABLE_NAME: 't', ...env }), event);
}

it.each([
  ['nothing is configured', {}, {}, { base: OWN, ingest: OWN }],
  [
    'both are configured',
    { BASE_URL: 'https://a.example', INGEST_ORIGIN: 'https://in.example' },
    {},
    { base: 'https://a.example', ingest: 'https://in.example' },
  ],
  [
    'the edge proves itself',
    { ORIGIN_SECRET: 's' },
    { 'x-public-host': 'edge.example', 'x-origin-verify': 's' },
    { base: 'https://edge.example', ingest: OWN },
  ],
  [
    'somebody else claims a host',
    { ORIGIN_SECRET: 's' },
    { 'x-public-host': 'evil.example', 'x-origin-verify': 'x' },
    { base: OWN, ingest: OWN },
  ],
  [
    'somebody claims a host without proof',
    { ORIGIN_SECRET: 's' },
    { 'x-public-host': 'evil.example' },
    { base: OWN, ingest: OWN },
  ],
  [
    'there is no secret to prove anything by',
    {},
    { 'x-public-host': 'evil.example', 'x-origin-verify': '' },
    { base: OWN, ingest: OWN },
  ],
])('the origins when %s', (_what, env, headers, expected) => {
  expect(origins(env, headers as Record<string, string>)).toEqual(expected);
});
