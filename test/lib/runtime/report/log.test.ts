import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { jsonLog } from '../../../../lib/runtime/report/log.ts';

afterEach(() => void vi.restoreAllMocks());

function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  jsonLog.error('operation_failed', error, { requestId: 'request-1' });
  return JSON.parse(lines.join('')) as Record<string, unknown>;
}

it('carries the code of an error, also of the one behind it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  const error: unknown = await fetch(`http://127.0.0.1:${port}/?token=SECRET`).catch(
    (reason: unknown) => reason,
  );

  const behind = logged(error);
  const direct = logged((error as Error).cause);

  expect(behind).toMatchObject({ code: 'operation_failed', error: 'TypeError', errorCode: 'ECONNREFUSED' });
  expect(direct).toMatchObject({ code: 'operation_failed', error: 'Error', errorCode: 'ECONNREFUSED' });
  expect(JSON.stringify([behind, direct])).not.toContain('SECRET');
});

it.each([[undefined], [404], ['a token of somebody'], ['E'.repeat(200)]])(
  'leaves out %j, which is no code of Node',
  (code) => {
    expect(logged(Object.assign(new Error('Failed.'), { code }))).not.toHaveProperty('errorCode');
  },
);
