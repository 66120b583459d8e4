import Cronitor from 'cronitor';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { CRONITOR_KEY, cronitorAnswer, cronitorMonitor } from '../support/switch/exports.ts';

const service = shared(startTestService);
const who = shared(() => service.guest());

/** The client as a job has it. Its host name is led to Rollcall; here, where no name can be, its URL is. */
function client(key = CRONITOR_KEY) {
  const cronitor = Cronitor(key);
  const { _api: api } = cronitor;
  const there = api.pingUrl;
  api.pingUrl = (monitor) => service.url + new URL(there(monitor)).pathname;
  return cronitor;
}

async function imported(at: number): Promise<string> {
  const saved = { api_key: CRONITOR_KEY, ...cronitorAnswer(cronitorMonitor(at)) };
  return (await who.call('POST', '/api/import/cronitor?apply=1', saved)).json['created'][0].id;
}

async function eventsOf(id: string): Promise<Record<string, unknown>[]> {
  return (await who.call('GET', `/api/endpoints/${id}/events`)).json['events'];
}

describe('the client of Cronitor for Node', () => {
  it('wraps a job, which begins and ends with one series, and is told when it throws', async () => {
    const id = await imported(1);
    const cronitor = client();

    service.clock.advance(1);
    expect(await cronitor.wrap('job-1', async () => 'done: 7 files')()).toBe('done: 7 files');
    service.clock.advance(1);
    await cronitor.wrap('job-1', () => {
      throw new Error('disk full');
    })();

    const events = await eventsOf(id);
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['start', 'ping', 'start', 'fail']),
    );
    expect(new Set(events.map(({ rid }) => rid)).size).toBe(2);
    const bodies = events
      .filter(({ has_body }) => has_body)
      .map(({ id: event }) => who.call('GET', `/api/endpoints/${id}/events/${String(event)}/body`));
    expect((await Promise.all(bodies)).map(({ text }) => text).toSorted()).toEqual([
      'Error: disk full',
      'done: 7 files',
    ]);
  });

  it('pings with message, metrics and host, and resets by ok', async () => {
    const id = await imported(2);
    const monitor = new (client().Monitor)('job-2');

    for (const params of [
      { message: 'ä & b', metrics: { count: 3 }, host: 'web 1' },
      { state: 'fail' as const },
    ]) {
      service.clock.advance(1);
      expect(await monitor.ping(params)).toBe(true);
    }
    service.clock.advance(1);
    expect(await monitor.ok({})).toBe(true);

    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['ping', 'fail', 'ping']);
  });

  it('hears that a key or a monitor is none', async () => {
    // It prints each whole request that fails.
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => printed.mockRestore());
    expect(await new (client().Monitor)('unknown').ping()).toBe(false);
    await imported(3);
    expect(await new (client('f'.repeat(32)).Monitor)('job-3').ping()).toBe(false);
  });
});
