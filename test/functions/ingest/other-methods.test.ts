import { beforeAll, describe, expect, it } from 'vitest';
import { ingestHandler } from '../../../functions/ingest/ingest.ts';
import { ingestOperations } from '../../../lib/contract/monitors/ingest.ts';
import { healthchecksPingOperations } from '../../../lib/contract/monitors/healthchecks-pings.ts';
import { peerPingOperations } from '../../../lib/contract/monitors/peer-pings.ts';
import { openTable } from '../../../lib/data/table.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { callOf, type LambdaHandler } from '../../../lib/runtime/lambda/lambda.ts';
import { wrongMethodReply } from '../../../lib/runtime/wrong-method.ts';
import { callsNobody } from '../../support/service/calls-nobody.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let handler: LambdaHandler;

/** Ingest with a table that is not there: whoever asks it fails with 500. */
const service = shared(startTestService);
beforeAll(() => {
  const { core } = service;
  const { region, standIns } = core.config;
  const table = openTable({ name: 'nowhere', region, endpoint: standIns.dynamodb });
  handler = ingestHandler({ ...core, table, invoke: callsNobody });
});

const id = '0'.repeat(26);
const key = `hpk_${'0'.repeat(43)}`;
const operations = { ...ingestOperations, ...healthchecksPingOperations, ...peerPingOperations };
const paths = Object.values(operations).map(({ path }) =>
  path
    .replace(':ingestKey', key)
    .replace(':pingKey', key)
    .replace(':exit_code', '7')
    .replaceAll(/:[a-z]+/g, id),
);

async function answered(method: string, path: string, headers: Record<string, string> = {}) {
  const event = requestEvent(method, path);
  const {
    statusCode,
    headers: sent,
    body,
  } = await handler({ ...event, headers: { ...event.headers, ...headers } }, new LambdaContext('ingest'));
  return { status: statusCode, headers: sent, body };
}

describe('a method that no signal takes', () => {
  it.each(['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'get'])(
    '%s is answered as the catalogue says, without the table',
    async (method) => {
      for (const path of paths) {
        const { status, headers, body } = await answered(method, path);

        const said = wrongMethodReply(callOf(requestEvent(method, path)), Object.values(operations));
        // The edge of the function gives each answer its id.
        expect({ status, headers, body }, path).toEqual({
          ...said,
          headers: { ...said?.headers, 'x-request-id': 'request' },
        });
        expect(status).toBe(method === 'OPTIONS' ? 204 : 405);
      }
    },
  );

  it.each(['OPTIONS', 'PUT'])('%s is 404 where no signal can be', async (method) => {
    for (const path of ['/in', '/in/', '/in//', '/in/a/b/c/d']) {
      const { status, body } = await answered(method, path);

      expect([status, JSON.parse(String(body))['error']], path).toEqual([404, 'not_found']);
    }
  });

  it('is no preview of a browser', async () => {
    const { status } = await answered('PUT', `/in/${id}`, { 'sec-fetch-mode': 'navigate' });

    expect(status).toBe(405);
  });

  it('but those of signals do ask the table', async () => {
    expect((await answered('GET', `/in/${id}`)).status).toBe(503);
  });
});
