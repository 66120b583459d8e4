import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Capability, System } from '../../../../../lib/domain/machines/devices/facts.ts';
import type {
  Measure,
  RawReading,
  Read,
  Values,
} from '../../../../../lib/domain/machines/measures/measure.ts';

/**
 * What commands printed on machines of each system, from `fixtures/<system>/*.txt`: lines of `#` say where it is from,
 * a line `$ <command>` begins the output of a command, and after a line `@2` it is that of the second read. Names with
 * `canned` hold what was written after documents and not printed here.
 */
const FIXTURES = join(import.meta.dirname, 'fixtures');

/** The command whose output is the text of a read. */
export const commandOf = (read: Read): string => ('run' in read ? read.run : `cat /proc/${read.proc}`);

interface Printed {
  first: Map<string, string[]>;
  second: Map<string, string[]>;
}

const bySystem = new Map<System, Printed>();

function printedOn(system: System): Printed {
  const known = bySystem.get(system);
  if (known) return known;
  const printed: Printed = { first: new Map(), second: new Map() };
  for (const path of globSync(join(FIXTURES, system, '*.txt')).toSorted()) addTranscript(printed, path);
  bySystem.set(system, printed);
  return printed;
}

function addTranscript(printed: Printed, path: string): void {
  let into = printed.first;
  let lines: string[] | undefined;
  for (const line of readFileSync(path, 'utf8').replace(/\n$/, '').split('\n')) {
    if (line === '@2') into = printed.second;
    else if (line.startsWith('$ ')) {
      const command = line.slice(2);
      if (into.has(command)) throw new Error(`${basename(path)}: "${command}" has a transcript already.`);
      into.set(command, (lines = []));
    } else if (lines === undefined) {
      if (!line.startsWith('#')) throw new Error(`${basename(path)}: no command before "${line}".`);
    } else lines.push(line);
  }
}

/** What some reads print together; the second time, those that have been read twice. */
export function printed(system: System, reads: readonly Read[]): RawReading {
  const { first, second } = printedOn(system);
  const commands = [...new Set(reads.map(commandOf))];
  const missing = commands.filter((command) => !first.has(command));
  if (missing.length > 0) throw new Error(`No transcript of "${missing.join('", "')}" on ${system}.`);
  return {
    first: commands.flatMap((command) => first.get(command) ?? []),
    second: commands.flatMap((command) => second.get(command) ?? []),
  };
}

/** All that a system printed, one command after the other. */
export function allPrinted(system: System, order?: 'backwards'): RawReading {
  return printedBy(system, (commands) => (order ? commands.toReversed() : commands));
}

/** What a system printed for others than these reads. */
export function printedBeside(system: System, reads: readonly Read[]): RawReading {
  const own = new Set(reads.map(commandOf));
  return printedBy(system, (commands) => commands.filter((command) => !own.has(command)));
}

function printedBy(system: System, choose: (commands: string[]) => string[]): RawReading {
  const { first, second } = printedOn(system);
  const chosen = (outputs: Map<string, string[]>) =>
    choose([...outputs.keys()]).flatMap((command) => outputs.get(command) ?? []);
  return { first: chosen(first), second: chosen(second) };
}

/** What a measure finds in all that a system printed; null without a source there. */
export function read(measure: Measure, system: System): Values | null {
  return parsed(measure, system, allPrinted(system));
}

/** What a measure finds in some lines. */
export function readLines(
  measure: Measure,
  system: System,
  first: readonly string[],
  second: readonly string[] = [],
): Values | null {
  return parsed(measure, system, { first, second });
}

/** What a measure finds in some lines by the source that needs something first. */
export function parsedBy(measure: Measure, needs: Capability, first: readonly string[]): Values | null {
  return measure.sources.find((each) => each.needs[0] === needs)?.parse({ first, second: [] }) ?? null;
}

function parsed(measure: Measure, system: System, raw: RawReading): Values | null {
  return measure.sources.find((each) => each.system === system)?.parse(raw) ?? null;
}
