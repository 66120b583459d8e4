import { describe, expect, it } from 'vitest';
import { deviceCommandsOf } from '../../../../../lib/domain/machines/collections/device-commands.ts';
import type { MachineFacts } from '../../../../../lib/domain/machines/devices/facts.ts';
import type { Measure } from '../../../../../lib/domain/machines/measures/measure.ts';
import { CPU, DISK, LOAD, machine, measured, SYMBOL, UPDATES, without } from './machine.ts';

const ORIGIN = 'https://in.example';

const commandsFor = (measures: readonly Measure[], facts: MachineFacts = machine(), symbol = SYMBOL) =>
  deviceCommandsOf({ symbol, ingestOrigin: ORIGIN, facts, measures });

const linesFor = (...args: Parameters<typeof commandsFor>) => commandsFor(...args).agenda?.split('\n') ?? [];

const NONE = { agora: null, agenda: null, instalar: null, conferir: null, remover: null, comecar: null };

/** Sources of which two fill a line. */
const LONG = ['a', 'b', 'c'].map((key) => measured(key, [{ run: `echo ${key}=${'x'.repeat(300)}` }]));

describe('the crontab line of a device', () => {
  it('sends what it reads each minute, by a shell and a PATH of its own, and says nothing', () => {
    const [line = '', ...more] = linesFor([LOAD, DISK]);

    expect(more).toEqual([]);
    expect(line).toMatch(/^\* \* \* \* \* sh -c '[^']*' # hp:aB3_eFgHiJkLm-OpQrStUv$/);
    expect(line).toContain('sh -c \'exec >/dev/null 2>&1;export LC_ALL=C PATH="$PATH:/usr/local/bin:');
    expect(line).toContain(
      `{ cd /proc;echo @1;cat loadavg;df -Pk /;}|curl -fsSm 20 --data-binary @- ${ORIGIN}/r/${SYMBOL}'`,
    );
  });

  it('reads counters again after one pause, with the time of the machine before both', () => {
    const again = measured('disk_io', [{ proc: 'diskstats' }, { proc: 'stat' }], { twice: true });

    expect(linesFor([LOAD, CPU, again])[0]).toContain(
      '{ cd /proc;t(){ cat uptime stat diskstats;};echo @1;cat loadavg;t;echo @2;sleep 2;t;}|',
    );
  });

  it('reads what several measures share once', () => {
    const swap = measured('swap', [{ proc: 'meminfo' }, { run: 'df -Pk /' }]);
    const memory = measured('memory', [{ proc: 'meminfo' }, { proc: 'stat' }]);

    expect(linesFor([memory, swap, DISK])[0]).toContain('{ cd /proc;echo @1;cat meminfo stat;df -Pk /;}|');
    expect(linesFor([memory, CPU])[0]).toContain('t(){ cat uptime stat;};echo @1;cat meminfo;t;echo @2;');
  });

  it('waits up to 20 seconds, as its symbol says', () => {
    const symbols = Array.from({ length: 200 }, (_, at) => `symbol${at}`);
    const waits = symbols.map((symbol) =>
      Number(/;sleep (\d+);/.exec(linesFor([LOAD], machine(), symbol)[0] ?? '')?.[1]),
    );

    expect(Math.min(...waits)).toBe(0);
    expect(Math.max(...waits)).toBe(20);
    expect(new Set(waits).size).toBe(21);
  });

  it('looks at the clock before what is read once an hour, without a percent sign', () => {
    const [line = '', ...more] = linesFor([UPDATES, LOAD]);

    expect(more).toEqual([]);
    expect(line).toMatch(
      /^\* \* \* \* \* .*;cat loadavg;date\|grep -q :[0-5]\d:&&\{ echo updates=\$\(\(3\+4\)\);\};\}\|curl/,
    );
    expect(line).not.toContain('%');
  });

  it('says in between that the machine lives, where nothing is read more than once an hour', () => {
    const [line = '', ...more] = linesFor([UPDATES]);
    const {
      of = '',
      first = '',
      minute = '',
    } = /^(?<of>(?<first>[0-4])-59\/5) \* \* \* \* .*;\{ echo @1;date\|grep -q :(?<minute>[0-5]\d):&&\{ echo updates=/.exec(
      line,
    )?.groups ?? {};

    expect(more).toEqual([]);
    expect(of).not.toBe('');
    expect(Number(minute) % 5).toBe(Number(first));
  });

  it('is followed by a second one of the same symbol only where one is too long for cron', () => {
    const lines = linesFor([...LONG, UPDATES, CPU]);

    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line.length).toBeLessThan(900);
      expect(line).toMatch(new RegExp(` # hp:${SYMBOL}$`));
    }
    expect(lines[0]).toContain('t(){ cat uptime stat;};echo @1;echo a=');
    expect(lines[0]).toContain('echo updates=');
    expect(lines[1]).toContain('echo @1;echo b=');
  });

  it('sends ten seconds and more after the one before it', () => {
    const [first = 0, second = 0] = linesFor(LONG).map((line) => Number(/;sleep (\d+);/.exec(line)?.[1]));

    expect(second - first).toBe(25);
  });
});

describe('the commands of a device', () => {
  it.each([
    ['curl', '|curl -fsSm 20 --data-binary @- URL'],
    ['wget', ');wget -qO- -T 20 -t 1 --post-data "$b" URL'],
    ['busybox-wget', ');busybox wget -qO- --post-data "$b" URL'],
    ['uclient-fetch', ');uclient-fetch -qO- -T 20 --post-data="$b" URL'],
    ['toybox-wget', ');toybox wget -O - -p "$b" URL'],
  ] as const)('send by %s with the options that it has', (transport, program) => {
    const { agora, agenda } = commandsFor([LOAD], machine({ transport }));

    for (const command of [agora, agenda])
      expect(command).toContain(program.replace('URL', `${ORIGIN}/r/${SYMBOL}`));
  });

  it('read everything at once, the hourly ones too', () => {
    const { agora } = commandsFor([...LONG, UPDATES]);

    expect(agora).toContain('x;echo updates=$((3+4));}|curl');
    expect(agora).not.toContain('sleep');
  });

  it('begin by installing and sending', () => {
    const { instalar, agora, comecar } = commandsFor([CPU]);

    expect(comecar).toBe(`${instalar} && ${agora}`);
  });

  it('only send where there is no crontab', () => {
    const { agora, ...others } = commandsFor([CPU], machine(without('crontab')));

    expect(agora).toContain('sent');
    expect(others).toEqual({ ...NONE, agora: undefined, comecar: agora });
  });

  it('are none where nothing can be sent or read', () => {
    expect(commandsFor([LOAD], machine({ transport: null }))).toEqual(NONE);
    expect(commandsFor([])).toEqual(NONE);
    expect(commandsFor([{ ...LOAD, sources: [] }])).toEqual(NONE);
  });

  it.each([
    ['linux', 'cat /proc/[0-9]*/comm'],
    ['freebsd', 'pgrep -x cron'],
  ] as const)('look for the cron daemon of %s', (system, check) => {
    expect(commandsFor([LOAD], machine({ system })).conferir).toContain(check);
  });

  it('look for none on macOS, where launchd starts it', () => {
    expect(commandsFor([LOAD], machine({ system: 'darwin' })).conferir).toMatch(/;echo scheduled'$/);
  });

  it('read no files of /proc where there are none', () => {
    const boot = measured('boot', [{ run: 'sysctl kern.boottime' }], { twice: true });

    expect(commandsFor([boot], machine({ system: 'freebsd' })).agenda).toContain(
      '{ t(){ sysctl kern.boottime;};echo @1;t;echo @2;sleep 2;t;}|curl',
    );
  });
});
