import type { Capability, System } from '../devices/facts.ts';

/** How a number is shown: 2^20 bytes, percent, 10^6 bit/s, 10^6 byte/s, seconds, a number, a whole number. */
export type Format = 'mib' | 'pct' | 'mbps' | 'mbs' | 'seg' | 'num' | 'int';

/** One number, or word, of a measure (SPEC.md `painel`). */
export interface MeasureField {
  id: string;
  label: string;
  /** A word where it is absent. */
  format?: Format;
}

/** What one reading says, by the id of the field, in the unit of its format; what could not be read is absent. */
export type Values = Readonly<Record<string, number | string>>;

/** What a machine printed, by lines: once, and two seconds later what is read twice. */
export interface RawReading {
  first: readonly string[];
  second: readonly string[];
}

/** A file under `/proc` by its path there, or a command whose output is printed as it is: PowerShell on Windows, else POSIX sh. */
export type Read = { proc: string } | { run: string };

/** Where a measure comes from on one system. */
export interface Source {
  system: System;
  /** All of them must be there. */
  needs: readonly Capability[];
  /** What people are told is read, such as `/proc/loadavg`. */
  label: string;
  /**
   * What prints the raw text. All sources of a machine print into one text, so each line says what it is, by its shape or by
   * a key of its own (`key=value`); what carries users or addresses is made a number here, on the machine. No `%`, no `!`, no
   * single quote and no newline: it becomes part of a crontab line.
   */
  reads: readonly Read[];
  /** Read once more two seconds later: the numbers are counters. */
  twice?: true;
  /** The values in the text; null where the text has none of this source. Never throws, whatever the text is. */
  parse: (raw: RawReading) => Values | null;
}

/** What can be measured of a machine, and where on each system. */
export interface Measure {
  id: string;
  /** Two letters, its own for good: by them a stored reading names it. */
  code: string;
  label: string;
  description: string;
  fields: readonly MeasureField[];
  /** Numbers that are stored after the fields and that nobody is shown: what `shown` needs of a reading. */
  kept?: readonly string[];
  /** The fields that are drawn over time. */
  charted: readonly string[];
  /** The smallest profile it is part of; the complete one holds the essential ones too. */
  profile: 'essentials' | 'completo' | null;
  /**
   * Changes so slowly, or costs so much, that it is read once an hour: in one minute of it, which follows from the symbol, so
   * that the machine keeps no file of when it was. Whoever sends at once reads it too.
   */
  hourly?: true;
  /** The preferred one first. */
  sources: readonly Source[];
  /** What is shown of a stored reading, where that is not the values themselves; `before` is the reading before it. */
  shown?: (now: TimedValues, before: TimedValues | null) => Values;
}

/** Values with the second they were read in. */
export interface TimedValues {
  atSec: number;
  values: Values;
}
