import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../../api/call.ts';

/** So many rows say what their job said, the newest first: each is one call. */
export const LINES_MAX = 50;
const AT_ONCE = 4;
const LINE_MAX_CHARS = 200;

const ESCAPE = '\u001b';
/** Colours and moves of a terminal. */
const ANSI = new RegExp(`${ESCAPE}\\[[0-?]*[ -/]*[@-~]`, 'g');

/** The first line of an output in which something can be read; empty where there is none. */
export function firstLineOf(output: string): string {
  const lines = output
    .slice(0, 4_000)
    .replace(ANSI, '')
    .split(/[\r\n]+/);
  const line = lines.map((each) => each.replace(/\p{C}+/gu, ' ').trim()).find((each) => each !== '') ?? '';
  return line.length > LINE_MAX_CHARS ? `${line.slice(0, LINE_MAX_CHARS)}…` : line;
}

/** What an event came with never changes, so what was read of one monitor is kept until another is shown. */
const known = { monitor: '', lines: new Map<string, string>() };

/** The first lines of the outputs of some events of a monitor, as they come. */
export function useFirstLines(monitor: string, events: readonly string[]): ReadonlyMap<string, string> {
  const lines = useSignal<ReadonlyMap<string, string>>(new Map());
  const asked = events.slice(0, LINES_MAX);
  useEffect(() => {
    if (known.monitor !== monitor) Object.assign(known, { monitor, lines: new Map() });
    let isShown = true;
    const wanted = asked.filter((event) => !known.lines.has(event));
    const read = async () => {
      for (let event = wanted.shift(); event !== undefined; event = wanted.shift()) {
        const params = { id: monitor, event };
        // The button that shows all of it says why it cannot be read.
        const output = await call('getEventBody', { params }).catch(() => null);
        if (!isShown) return;
        if (output !== null) known.lines.set(event, firstLineOf(output));
        lines.value = new Map(known.lines);
      }
    };
    lines.value = new Map(known.lines);
    for (let reader = 0; reader < AT_ONCE; reader += 1) void read();
    return () => {
      isShown = false;
    };
  }, [monitor, asked.join()]);
  return lines.value;
}
