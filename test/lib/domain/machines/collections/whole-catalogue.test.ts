import { describe, expect, it } from 'vitest';
import {
  crontabLines,
  LINE_MAX_CHARS,
} from '../../../../../lib/domain/machines/collections/crontab-lines.ts';
import { deviceCommandsOf } from '../../../../../lib/domain/machines/collections/device-commands.ts';
import { posixReading, type Reading } from '../../../../../lib/domain/machines/collections/posix-reading.ts';
import { MEASURE_IDS, MEASURES, sourceOf } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import type { Measure, Source } from '../../../../../lib/domain/machines/measures/measure.ts';
import { POSIX_SHELLS, ran, runIn } from '../../../../support/machines/shells.ts';
import { machine, SYMBOL, without } from './machine.ts';
import { casesOf } from '../../../../support/thorough.ts';

interface Named extends Reading {
  id: string;
  source: Source;
}

/** All that a machine has of the real catalogue. */
const readings = (facts = machine()): Named[] =>
  MEASURE_IDS.flatMap((id) => {
    const measure: Measure = MEASURES[id];
    const source = sourceOf(measure, facts);
    return source === null ? [] : [{ id, source, isHourly: measure.hourly === true }];
  });

const lines = (facts = machine()) =>
  crontabLines(
    { symbol: SYMBOL, url: `https://ingest.rollcall.example/r/${SYMBOL}`, transport: 'curl' },
    readings(facts),
  );

describe('all measures of a machine', () => {
  it('are at most two lines, of a machine that has everything', () => {
    expect(readings()).toHaveLength(MEASURE_IDS.length);
    expect(lines()).toHaveLength(2);
    for (const line of lines()) expect(line.length).toBeLessThanOrEqual(LINE_MAX_CHARS);
  });

  it('are one line each minute and one each hour, of a virtual machine', () => {
    const facts = machine(without('sys_temp', 'sys_bateria', 'nvidia_smi', 'proc_mdstat', 'proc_conntrack'));
    expect(lines(facts).map((line) => line.startsWith('* '))).toEqual([true, false]);
  });
});

describe('the commands of everything that a machine can be asked', () => {
  const TRANSPORTS = ['curl', 'wget', 'busybox-wget', 'uclient-fetch', 'toybox-wget'] as const;
  const ORIGINS = ['http://localhost:8787', 'https://abcdefghij.execute-api.ap-southeast-2.amazonaws.com'];
  const every = (['linux', 'darwin', 'freebsd'] as const).flatMap((system) =>
    TRANSPORTS.flatMap((transport) => ORIGINS.map((ingestOrigin) => ({ system, transport, ingestOrigin }))),
  );
  const commandsOf = ({ ingestOrigin, ...facts }: (typeof every)[number], shell = 'dash') =>
    deviceCommandsOf({
      symbol: SYMBOL,
      ingestOrigin,
      facts: machine({ ...facts, shell }),
      measures: Object.values(MEASURES),
    });

  it.each(every)('on $system by $transport to $ingestOrigin are two lines that cron takes', (asked) => {
    const given = commandsOf(asked).agenda?.split('\n') ?? [];

    expect(given).toHaveLength(2);
    for (const line of given) expect(line.length).toBeLessThan(900);
  });

  it.each(every)(
    'on $system by $transport to $ingestOrigin are short lines for the editing of busybox',
    (asked) => {
      for (const command of Object.values(commandsOf(asked, 'busybox ash')).filter((each) => each !== null))
        if (!command.startsWith('* '))
          for (const line of command.split('\n')) expect(line.length).toBeLessThanOrEqual(500);
    },
  );
});

/** Without what waits two seconds, and without packages, which take seconds. */
const quick = readings().filter(({ source, isHourly }) => source.twice === undefined && !isHourly);
const COMMAND = `{ ${posixReading(quick, null)};} 2>/dev/null`;
let inSh: string[] | undefined;

it.for(casesOf(2, POSIX_SHELLS))(
  'reads the same measures of this machine in $name as in sh',
  async (shell, test) => {
    const found = (text: string) => {
      const raw = { first: text.split('\n'), second: [] };
      return quick.filter(({ source }) => source.parse(raw) !== null).map(({ id }) => id);
    };
    const env = { LC_ALL: 'C' };
    inSh ??= found((await ran('sh', ['-c', COMMAND], '', env)).stdout);
    expect(inSh).toEqual(expect.arrayContaining(['loadavg', 'memoria', 'swap', 'tcp', 'usuarios']));

    const { stdout } = await runIn(test, shell, COMMAND, env);

    expect(found(stdout)).toEqual(inSh);
  },
);
