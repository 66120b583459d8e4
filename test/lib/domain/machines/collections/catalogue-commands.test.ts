import { describe, expect, it } from 'vitest';
import { deviceCommandsOf } from '../../../../../lib/domain/machines/collections/device-commands.ts';
import type { System, Transport } from '../../../../../lib/domain/machines/devices/facts.ts';
import {
  MEASURE_IDS,
  MEASURES,
  PROFILES,
  type MeasureId,
  sourceOf,
} from '../../../../../lib/domain/machines/measures/catalogue.ts';
import type { Measure, Source } from '../../../../../lib/domain/machines/measures/measure.ts';
import { needsProgram } from '../../../../support/lacking.ts';
import { POSIX_SHELLS, ran } from '../../../../support/machines/shells.ts';
import { machine, SYMBOL } from './machine.ts';

const SHORT = 'https://abcdef1234.execute-api.us-east-1.amazonaws.com';
const LONG = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`;

const byIds = (ids: readonly MeasureId[]) => ids.map((id) => MEASURES[id]);

const ALL = byIds(MEASURE_IDS);

const COMPLETE = byIds(PROFILES.completo);

/** Each measure by the source of a system that takes the most characters. */
const longestOn = (system: System): Measure[] =>
  ALL.map((measure) => {
    const chars = ({ reads }: Source) => JSON.stringify(reads).length;
    const sources = measure.sources.filter((source) => source.system === system);
    return { ...measure, sources: sources.toSorted((one, other) => chars(other) - chars(one)).slice(0, 1) };
  });

const commandsFor = (
  measures: readonly Measure[],
  system: System,
  transport: Transport = 'curl',
  ingestOrigin = SHORT,
) => deviceCommandsOf({ symbol: SYMBOL, ingestOrigin, facts: machine({ system, transport }), measures });

const linesFor = (...args: Parameters<typeof commandsFor>) => commandsFor(...args).agenda?.split('\n') ?? [];

const POSIX = ['linux', 'darwin', 'freebsd'] as const;
const TRANSPORTS = ['curl', 'wget', 'busybox-wget', 'uclient-fetch', 'toybox-wget'] as const;

describe.each(POSIX)('all that can be measured on %s', (system) => {
  it.each(TRANSPORTS)('fits in lines that every cron takes, by %s', (transport) => {
    for (const [origin, measures] of [
      [SHORT, ALL],
      [LONG, ALL],
      [SHORT, longestOn(system)],
      [LONG, longestOn(system)],
    ] as const)
      for (const line of linesFor(measures, system, transport, origin)) {
        expect(line.length).toBeLessThan(900);
        expect(line).toMatch(/^(\*|[1-5]?\d) \* \* \* \* sh -c '[^']+' # hp:[\w-]{22}$/);
        expect(line).toMatch(/^[\x20-\x7E]+$/);
        // `%` ends a command of Debian's cron, `!` is history to shells, fish reads these backslashes in quotes.
        expect(line).not.toMatch(/[%!]|\\\\|\\'/);
      }
  });

  it('is in two lines at most, the complete profile in one', () => {
    expect(linesFor(ALL, system).length).toBeLessThanOrEqual(2);
    expect(linesFor(longestOn(system), system, 'wget').length).toBeLessThanOrEqual(2);
    expect(linesFor(COMPLETE, system)).toHaveLength(1);
    expect(linesFor(COMPLETE, system, 'wget', LONG)).toHaveLength(1);
  });

  it('is read by one of them, and at once by hand', () => {
    const { agora, agenda } = commandsFor(ALL, system, 'wget', LONG);

    for (const measure of ALL) {
      const source = sourceOf(measure, machine({ system }));
      for (const read of source?.reads ?? []) {
        const text = 'run' in read ? read.run : ` ${read.proc}`;
        for (const command of [agora, agenda]) expect(command, measure.id).toContain(text);
      }
    }
  });

  it('is pasted into a terminal that takes 4,095 characters a line', () => {
    for (const command of Object.values(commandsFor(ALL, system, 'wget'))) {
      expect(command?.length).toBeLessThan(4_000);
    }
  });
});

it.for(POSIX_SHELLS)('$name understands what other systems run', async (shell, test) => {
  needsProgram(test, shell.program, shell.debianPackage);
  const scripts = (['darwin', 'freebsd'] as const)
    .flatMap((system) => [...linesFor(ALL, system), ...linesFor(ALL, system, 'wget')])
    .map((line) => /sh -c '([^']+)'/.exec(line)?.[1] ?? '(');

  const read = await ran(shell.program, [...shell.args, '-n', '-c', scripts.join('\n')]);

  expect(read).toEqual({ code: 0, stdout: '', stderr: '' });
});
