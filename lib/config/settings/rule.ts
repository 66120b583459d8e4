import type { Instant } from '../../domain/instant.ts';
import type { AwsSettings, MachineSettings } from './all-settings.ts';

/** What is chosen together. Those of the other place are never there. */
export type Chosen = Partial<AwsSettings> & Partial<MachineSettings>;
export type Name = keyof Chosen;

/** Where settings are given, and how they are written there. */
export interface Place {
  where: 'aws' | 'machine';
  /** A setting, or a setting with a value. */
  spelled(name: Name, value?: string): string;
  /** What somebody said, without defaults. */
  given: Readonly<Partial<Record<Name, unknown>>>;
  /** The time of a synthesis; nothing on one machine is judged by it. */
  now: Instant;
}

/** What single settings cannot say: one plain sentence where they contradict each other. */
export type Rule = (settings: Chosen, place: Place) => string | false | undefined;

/** Of two settings that mean nothing without each other. */
export function together(one: Name, other: Name): Rule {
  return (settings, { spelled }) => {
    const isOneMissing = (settings[one] === undefined) !== (settings[other] === undefined);
    return isOneMissing && `${spelled(one)} and ${spelled(other)} belong together: set both or neither.`;
  };
}
