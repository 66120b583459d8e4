import { mcpHandler } from '../../../functions/mcp/mcp.ts';
import { systemClock } from '../../../lib/adapters/clock.ts';
import { startGateway } from '../../../lib/local/gateway/gateway.ts';
import { configFromEnv } from '../../../lib/config/config.ts';
import type { McpDeps } from '../../../lib/runtime/deps.ts';
import { startLambdaServer, type LambdaAnswer, type Invocation } from '../servers/lambda-server.ts';

/** The function of agents before an API that answers as told and keeps what it was called with. */
export interface StubApi {
  /** Of `/mcp`. */
  url: string;
  /** Of the API. */
  api: string;
  calls: Invocation[];
  answer: LambdaAnswer;
  logged: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** `base` is where the function takes the API to be: the stub, unless it is told otherwise. */
export async function startStubApi({
  base,
  ...changed
}: Partial<McpDeps> & { base?: string } = {}): Promise<StubApi> {
  const api = await startLambdaServer({ status: 200, body: '{}' });
  const config = configFromEnv({
    TABLE_NAME: 'none',
    BASE_URL: base ?? api.url,
    INGEST_ORIGIN: base ?? api.url,
    BUILD: 'test',
    PUBLIC_PAGES: 'on',
  });
  const logged: string[] = [];
  const log = {
    warn: (code: string) => void logged.push(code),
    error: (code: string) => void logged.push(code),
  };
  const secret = async () => 'the service secret';
  const handler = mcpHandler({ config, clock: systemClock, log, secret, ...changed });
  const gateway = await startGateway({ port: 0, routes: [], fallback: handler });
  return {
    url: gateway.url,
    api: api.url,
    calls: api.calls,
    logged,
    get answer() {
      return api.answer ?? { status: 200, body: '' };
    },
    set answer(answer) {
      api.answer = answer;
    },
    [Symbol.asyncDispose]: async () => {
      await gateway.stop();
      await api[Symbol.asyncDispose]();
    },
  };
}
