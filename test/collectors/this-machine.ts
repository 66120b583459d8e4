import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { InputView, SetupView } from '../../lib/contract/machines/input-output.ts';
import { ran } from '../support/machines/shells.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

/** What a channel is made with. */
export interface Handed {
  channel: InputView;
  setup: SetupView;
}

type Collector = InputView['collector'];
type Numbers = Readonly<Record<string, number>>;
type Sending = InputView & { live: Readonly<Record<'host' | 'disk' | 'network' | 'mysql', Numbers>> };

/** A service in real time, and a device of a guest that is this machine, by the line that is pasted for it. */
export interface ThisMachine {
  service: TestService;
  /** Makes the channel of a collector, or rotates its credential. */
  connect: (collector: Collector, monitoring: InputView['monitoring']) => Promise<Handed>;
  channel: (collector: Collector) => Promise<InputView>;
  /** Waits until all of these numbers are there, `<group>.<field>`; before each look `send` is called. */
  sending: (
    collector: Collector,
    fields: readonly string[],
    send?: () => Promise<unknown>,
  ) => Promise<Sending>;
  /** Pauses a channel to which is sent, and sees that nothing of it is kept. */
  pausedWhileSent: (collector: Collector) => Promise<InputView>;
  goOn: (collector: Collector) => Promise<void>;
  /** What the intake remembers of channels is forgotten. */
  forget: () => void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** For so long at most the intake takes a channel to be as it was. */
const REMEMBERED_SEC = 60;
/** Prometheus gathers for five seconds. */
const PUSHED_WITHIN_MS = 7_000;

export async function startThisMachine(): Promise<ThisMachine> {
  const service = await startTestService({ isTimed: true });
  const owner = await service.guest();
  const made = await owner.call('POST', '/api/ambientes', { nome: 'this machine' });
  const { id, sonda } = made.json['ambiente'];
  expect(await ran('sh', ['-c', sonda.envia])).toMatchObject({ code: 0 });
  const path = `/api/ambientes/${id}/inputs`;
  const channel = async (collector: Collector) => {
    const { json } = await owner.call('GET', path);
    return (json['inputs'] as InputView[]).find((each) => each.collector === collector) as InputView;
  };
  const forget = () => void service.clock.advance(REMEMBERED_SEC + 1);
  const change = async (collector: Collector, paused: boolean) => {
    expect((await owner.call('PATCH', `${path}/${collector}`, { paused })).status).toBe(200);
    forget();
  };
  return {
    service,
    connect: async (collector, monitoring) => {
      const { status, json } = await owner.call('POST', path, { collector, monitoring });
      expect([200, 201]).toContain(status);
      return json as Handed;
    },
    channel,
    sending: async (collector, fields, send) => {
      const missing = async () => {
        await send?.();
        const { live } = await channel(collector);
        const known = Object.entries(live).flatMap(([of, each]) =>
          Object.keys(each ?? {}).map((field) => `${of}.${field}`),
        );
        return fields.filter((field) => !known.includes(field));
      };
      await expect.poll(missing, { timeout: 30_000, interval: 500 }).toEqual([]);
      return (await channel(collector)) as Sending;
    },
    pausedWhileSent: async (collector) => {
      await change(collector, true);
      const before = await channel(collector);
      await pause(PUSHED_WITHIN_MS);
      expect(await channel(collector)).toEqual(before);
      return before;
    },
    goOn: (collector) => change(collector, false),
    forget,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
