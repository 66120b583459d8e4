import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../../../../lib/contract/origin-mark.ts';
import { startGateway, type LocalGateway } from '../../../../lib/local/gateway/gateway.ts';
import { lambdaHandler } from '../../../../lib/runtime/lambda/lambda.ts';
import { jsonReply, notFoundReply } from '../../../../lib/runtime/replies.ts';

const MARK = 'q'.repeat(64);

/** Says of a call what its code sees of it. */
const handlerFor = (originMark: { text: string } | null) =>
  lambdaHandler(
    {
      answer: async (call) =>
        jsonReply(200, { address: call.clientAddress, headers: Object.keys(call.headers) }, call),
      refuse: notFoundReply,
    },
    { securityHeaders: null, originMark },
  );

let marked: LocalGateway;
let unmarked: LocalGateway;
beforeAll(async () => {
  marked = await startGateway({ port: 0, routes: [], fallback: handlerFor({ text: MARK }) });
  unmarked = await startGateway({ port: 0, routes: [], fallback: handlerFor(null) });
});
afterAll(() => Promise.all([marked.stop(), unmarked.stop()]));

interface Seen {
  address: string;
  headers: string[];
}

async function seen(sent: { mark?: string; viewer?: string }, gateway = marked): Promise<Seen> {
  const headers = {
    ...(sent.mark !== undefined && { [ORIGIN_MARK_HEADER]: sent.mark }),
    ...(sent.viewer !== undefined && { [VIEWER_ADDRESS_HEADER]: sent.viewer }),
  };
  return (await fetch(gateway.url, { headers })).json() as Promise<Seen>;
}

const HERE = '127.0.0.1';

describe('the address of a caller', () => {
  it.each([
    ['IPv4', '198.51.100.10'],
    ['IPv6', '2001:db8::8a2e:370:7334'],
  ])('is the viewer’s by the origin mark: %s', async (_form, viewer) => {
    expect((await seen({ mark: MARK, viewer })).address).toBe(viewer);
  });

  it.each([
    ['no mark', {}],
    ['an empty one', { mark: '' }],
    ['a wrong one', { mark: `${MARK.slice(1)}r` }],
    ['a longer one', { mark: `${MARK}q` }],
    ['the right one twice', { mark: `${MARK},${MARK}` }],
  ])('is who called the gateway, with %s', async (_what, sent) => {
    expect((await seen({ ...sent, viewer: '198.51.100.10' })).address).toBe(HERE);
  });

  it.each([
    ['nothing', undefined],
    ['a port too', '198.51.100.10:443'],
    ['no address', 'localhost'],
    ['an IPv6 address in brackets', '[2001:db8::1]'],
    ['several', '198.51.100.10,198.51.100.11'],
  ])('is who called the gateway where the edge says %s of the viewer', async (_what, viewer) => {
    expect((await seen({ mark: MARK, ...(viewer !== undefined && { viewer }) })).address).toBe(HERE);
  });

  it('is who called the gateway where there is no edge, whatever the call brings', async () => {
    for (const mark of [MARK, '', 'null', 'undefined'])
      expect((await seen({ mark, viewer: '198.51.100.10' }, unmarked)).address).toBe(HERE);
  });
});

it('the mark is kept from the code, right or wrong, and other headers are not', async () => {
  for (const mark of [MARK, 'guessed']) {
    const { headers } = await seen({ mark, viewer: '198.51.100.10' });

    expect(headers).not.toContain(ORIGIN_MARK_HEADER);
    expect(headers).toEqual(expect.arrayContaining([VIEWER_ADDRESS_HEADER, 'user-agent', 'host']));
  }
});
