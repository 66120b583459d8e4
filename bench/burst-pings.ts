import http from 'node:http';
import { answerWith } from './child.ts';
import { quantileOf } from './spread.ts';

/** One POST to each path, spread evenly over a time: the top of an hour. */
export interface Burst {
  port: number;
  paths: readonly string[];
  spreadOverMs: number;
}

export interface BurstResult {
  answered: number;
  /** Answers with another status than 200, and requests that failed. */
  refused: number;
  tookMs: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

answerWith(run, async () => {});

async function run(burst: Burst): Promise<BurstResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  const startedAtMs = performance.now();
  const pings = burst.paths.map(async (path, index) => {
    await waitUntil(startedAtMs + (index / burst.paths.length) * burst.spreadOverMs);
    return ping(agent, burst.port, path);
  });
  const done = await Promise.all(pings);
  agent.destroy();
  const latencies = done.map(({ ms }) => ms).sort((a, b) => a - b);
  const answered = done.filter(({ status }) => status === 200).length;
  return {
    answered,
    refused: done.length - answered,
    tookMs: performance.now() - startedAtMs,
    p50Ms: quantileOf(latencies, 0.5),
    p99Ms: quantileOf(latencies, 0.99),
    maxMs: latencies.at(-1) ?? 0,
  };
}

/** Counted from the moment the ping was due, so that a queue in front of the service shows. */
function ping(agent: http.Agent, port: number, path: string): Promise<{ status: number; ms: number }> {
  const startedAtMs = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - startedAtMs });
    const request = http.request({ agent, host: '127.0.0.1', port, path, method: 'POST' }, (reply) => {
      reply.resume();
      reply.on('end', () => done(reply.statusCode ?? 0));
    });
    request.on('error', () => done(0));
    request.end();
  });
}

function waitUntil(atMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - performance.now())));
}
