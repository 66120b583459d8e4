import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceCommandsOf } from '../../../../../lib/domain/machines/collections/device-commands.ts';
import { MEASURES, PROFILES } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import { readReading } from '../../../../../lib/domain/machines/readings/reading.ts';
import { startCrontabSpool, type CrontabSpool } from '../../../../support/machines/crontab-spool.ts';
import { needsProgram } from '../../../../support/lacking.ts';
import { startReceiver, type Receiver } from '../../../../support/alerts/receiver.ts';
import { DISK, LOAD, machine, SYMBOL, UPDATES } from './machine.ts';

const commandsFor = (
  receiver: Receiver,
  measures = [LOAD, DISK, UPDATES],
  transport = machine().transport,
  symbol = SYMBOL,
) =>
  deviceCommandsOf({
    symbol,
    ingestOrigin: new URL(receiver.url).origin,
    facts: machine({ transport }),
    measures,
  });

const SYMBOLS = Array.from({ length: 1000 }, (_, at) => `symbol${at}`);

let spool: CrontabSpool;
beforeEach(async () => {
  spool = await startCrontabSpool();
});
afterEach(() => spool[Symbol.asyncDispose]());

const sh = (command: string | null) => spool.run(['/bin/sh'], [command ?? '']);

describe.each([
  ['curl', 'curl'],
  ['wget', 'wget'],
  ['busybox-wget', 'busybox'],
  ['toybox-wget', 'toybox'],
] as const)('%s', (transport, program) => {
  it('posts what was read, and says whether it was taken', async (test) => {
    needsProgram(test, program);
    await using receiver = await startReceiver();
    const { agora } = commandsFor(receiver, undefined, transport);

    expect(await sh(agora)).toEqual({ code: 0, stdout: 'sent\n', stderr: '' });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({ method: 'POST', path: `/r/${SYMBOL}` });
    expect(receiver.received[0]?.text).toMatch(
      /^@1\n\d+\.\d+ \d+\.\d+ \d+\.\d+ \d+\/\d+ \d+\nFilesystem .*\n.* \/\nupdates=7\n?$/,
    );

    receiver.answer = 404;
    const refused = await sh(agora);

    expect(refused).toMatchObject({ stdout: '', stderr: expect.stringContaining(`not sent: ${transport}`) });
    expect(refused.code).toBeGreaterThan(0);
  });
});

describe('a reading', () => {
  it('is installed and sent at once, counters twice with the true time between', async (test) => {
    needsProgram(test, 'curl');
    await using receiver = await startReceiver();
    const { comecar, agenda } = commandsFor(
      receiver,
      PROFILES.completo.map((id) => MEASURES[id]),
    );

    expect(await sh(comecar)).toEqual({ code: 0, stdout: 'installed\nsent\n', stderr: '' });
    expect(String(await spool.jobs())).toBe(`${agenda}\n`);
    const text = receiver.received[0]?.text ?? '';
    const [from = 0, to = 0] = [...text.matchAll(/^(\d+\.\d\d) \d+\.\d\d$/gm)].map((match) =>
      Number(match[1]),
    );
    expect(to - from).toBeGreaterThanOrEqual(1.99);
    expect(to - from).toBeLessThan(10);
    const values = readReading(text, machine(), PROFILES.completo);
    expect([...values.keys()].toSorted()).toEqual(PROFILES.completo.toSorted());
  });

  it('says nothing when cron sends it', async (test) => {
    needsProgram(test, 'curl');
    await using receiver = await startReceiver();
    const command =
      commandsFor(receiver)
        .agenda?.replace(/^(\S+ ){5}/, '')
        .replace(/sleep \d+;/, '') ?? '';

    expect(await sh(command)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(receiver.received[0]?.text).toMatch(/^@1\n/);

    receiver.answer = 500;
    expect(await sh(command)).toMatchObject({ stdout: '', stderr: '' });
  });

  it('has the hourly sources in one minute of the hour', async (test) => {
    needsProgram(test, 'curl');
    await using receiver = await startReceiver();
    const lines = SYMBOLS.map(
      (symbol) => commandsFor(receiver, [LOAD, UPDATES], 'curl', symbol).agenda ?? '',
    );
    const inMinute = (minute: number) => {
      const clock = `grep -q :${String(minute % 60).padStart(2, '0')}:&&`;
      return (
        lines
          .find((line) => line.includes(clock))
          ?.replace(/^(\S+ ){5}/, '')
          .replace(/sleep \d+;/, '') ?? ''
      );
    };

    let minute: number;
    do {
      minute = new Date().getMinutes();
      receiver.received.length = 0;
      await sh(inMinute(minute));
      await sh(inMinute(minute + 30));
    } while (minute !== new Date().getMinutes());

    expect(receiver.received.map(({ text }) => text.includes('updates=7'))).toEqual([true, false]);
  });
});
