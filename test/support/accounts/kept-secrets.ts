import { inspect } from 'node:util';
import { vi } from 'vitest';

/** What nobody may find where it does not belong. */
export class KeptSecrets {
  readonly #values = new Map<string, string>();

  /** Keeps a secret of a kind; returns it. */
  keep(kind: string, value: string | null | undefined): string {
    if (!value || value.length < 6) throw new Error(`${kind} is no secret: ${value}.`);
    this.#values.set(value, kind);
    return value;
  }

  of(kind: string): string[] {
    return [...this.#values].flatMap(([value, each]) => (each === kind ? [value] : []));
  }

  get kinds(): string[] {
    return [...new Set(this.#values.values())].sort();
  }

  /** All of them in one text. */
  get text(): string {
    return [...this.#values.keys()].join(' ');
  }

  /** The kinds of those that a text holds, as they are or as they stand in an address. */
  in(text: string): string[] {
    const holds = (value: string) => text.includes(value) || text.includes(encodeURIComponent(value));
    return [...new Set([...this.#values].flatMap(([value, kind]) => (holds(value) ? [kind] : [])))].sort();
  }
}

/** All that this process writes from now on, in order, instead of writing it; until `vi.restoreAllMocks`. */
export function captureOutputs(): string[] {
  const written: string[] = [];
  const keep = (...parts: unknown[]) => {
    written.push(
      parts.map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 9 }))).join(' '),
    );
    return true;
  };
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(keep);
  for (const way of ['debug', 'log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, way).mockImplementation(keep);
  return written;
}
