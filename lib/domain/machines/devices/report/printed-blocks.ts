/** What one check printed, by key. */
export interface PrintedBlock {
  step: string;
  values: ReadonlyMap<string, string>;
  /** The capabilities, each as it was said. */
  has: readonly string[];
  /** False where the line `fim=1` is missing: the output was cut. */
  whole: boolean;
}

/** Escape sequences of a terminal: CSI, with the marks of bracketed paste among them, then OSC and the short ones. */
// oxlint-disable-next-line no-control-regex -- an escape is one
const CSI = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/g;
// oxlint-disable-next-line no-control-regex -- an escape is one
const OTHER_ESCAPES = /\u001B\][^\u0007\u001B\n]*(?:\u0007|\u001B\\)?|\u001B[ -/]*[0-~]/g;

const FACT = /^([a-z_]{2,24})=([A-Za-z0-9._+:-]{1,64})$/;

/**
 * The outputs of checks in what was copied from a terminal, in their order. Lines that are no facts (prompts, the command
 * itself, messages) count for nothing, nor does what stands outside a block.
 */
export function printedBlocks(text: string): PrintedBlock[] {
  const blocks: PrintedBlock[] = [];
  let open: { step: string; values: Map<string, string>; has: string[] } | null = null;
  for (const line of linesOf(text)) {
    const [, key = '', value = ''] = FACT.exec(line) ?? [];
    if (key === 'passo') {
      if (open !== null) blocks.push({ ...open, whole: false });
      open = { step: value, values: new Map(), has: [] };
    } else if (open !== null && key === 'fim') {
      blocks.push({ ...open, whole: true });
      open = null;
    } else if (open !== null && key === 'tem') {
      open.has.push(value);
    } else if (open !== null && key !== '') {
      open.values.set(key, value);
    }
  }
  if (open !== null) blocks.push({ ...open, whole: false });
  return blocks;
}

function linesOf(text: string): string[] {
  return text
    .replaceAll('\r', '\n')
    .replaceAll(CSI, '')
    .replaceAll(OTHER_ESCAPES, '')
    .split('\n')
    .map((line) => line.replaceAll(/\p{Cc}/gu, '').trim());
}
