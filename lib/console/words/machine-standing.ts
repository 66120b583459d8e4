import type { Standing } from '../../domain/feed/standing.ts';

/** What the standing of a machine depends on. */
export interface MachineFacts {
  estado: 'pending' | 'detected' | 'expired';
  vigiar: boolean;
  /** Whether each of its collections and collectors is read; none where there is none. */
  areActive: readonly boolean[];
  /** When it was last heard of, in milliseconds; null for never. */
  lastAt: number | null;
}

/** As a badge has it: the colour and shape of a state, and its own words. */
interface MachineStanding {
  standing: Standing;
  words: string;
}

/** Readings come each minute; what changes slowly is told of every five. */
const SENDING_MS = 11 * 60_000;

/** How a machine stands. Its silence is trouble where somebody wants it watched. */
export function standingOfMachine(
  { estado, vigiar, areActive, lastAt }: MachineFacts,
  now: number,
): MachineStanding {
  if (estado === 'pending') return { standing: 'waiting', words: 'Not set up' };
  if (estado === 'expired') return { standing: 'inactive', words: 'Expired' };
  if (lastAt !== null && now - lastAt <= SENDING_MS) return { standing: 'ok', words: 'Sending' };
  if (areActive.length > 0 && !areActive.includes(true)) return { standing: 'paused', words: 'Stopped' };
  if (lastAt !== null) return { standing: vigiar ? 'late' : 'inactive', words: 'Silent' };
  if (areActive.length === 0) return { standing: 'inactive', words: 'Nothing measured' };
  return { standing: 'waiting', words: 'Waiting' };
}
