import { accepted, refused, shown, type Decision } from '../../../decision.ts';
import { STEP_IDS, TERMINALS, type MachineFacts, type Terminal } from '../facts.ts';
import { factsOf, systemOf } from './facts-of-values.ts';
import { printedBlocks, type PrintedBlock } from './printed-blocks.ts';

/** The body of a report as it was sent, its fields unread: pasted outputs by step, or all in one text. */
export interface SentReport {
  terminal?: unknown;
  saidas?: unknown;
  relatorio?: unknown;
}

/** How far one step is. */
export interface StepReading {
  id: string;
  complete: boolean;
  /** What is missing, in one sentence; null where nothing is. */
  detail: string | null;
}

/** What a report says of a machine. */
export interface ReportReading {
  terminal: Terminal;
  /** What is known so far; null until a step has said a system that we know. */
  facts: MachineFacts | null;
  steps: readonly StepReading[];
  /** Every step is complete: the facts may be kept. */
  ready: boolean;
}

export type ReportRefusal = 'terminal_invalido' | 'saidas_invalidas' | 'relatorio_incompleto';

const OUTPUTS_MAX = 10;
const OUTPUT_MAX_CHARS = 4096;

/**
 * Reads a report (SPEC.md `relatorio`). Outputs may have the prompts, echoes and escape sequences of a terminal around
 * them; of their lines only facts of the list are taken, and of a step that was pasted twice the last whole output.
 * Outputs that lack something are read as far as they go (`ready` false); a `relatorio` has to be whole.
 */
export function factsFromReport(sent: SentReport): Decision<ReportReading, ReportRefusal> {
  const { relatorio, saidas } = sent;
  if (relatorio === undefined || relatorio === null) return fromOutputs(sent);
  if (saidas !== undefined && saidas !== null)
    return refused('saidas_invalidas', 'saidas and relatorio must not be sent together.');
  if (typeof relatorio !== 'string')
    return refused('relatorio_incompleto', `relatorio must be a text; got ${shown(relatorio)}.`);
  const blocks = printedBlocks(relatorio);
  const isWindows = blocks.some(({ values }) => systemOf(values.get('os')) === 'windows');
  const reading = read(isWindows ? 'powershell' : 'posix', blocks);
  return reading.ready ? accepted(reading) : refused('relatorio_incompleto', missingIn(reading));
}

/** What is missing in a report, in one sentence. */
export function missingIn({ steps }: ReportReading): string {
  const details = steps.flatMap(({ detail }) => (detail === null ? [] : [detail]));
  return `The report is not complete: ${details.join('; ')}.`;
}

function fromOutputs({ terminal, saidas }: SentReport): Decision<ReportReading, ReportRefusal> {
  const kind = TERMINALS.find((each) => each === terminal);
  if (kind === undefined)
    return refused('terminal_invalido', `terminal must be posix or powershell; got ${shown(terminal)}.`);
  if (typeof saidas !== 'object' || saidas === null || Array.isArray(saidas))
    return refused('saidas_invalidas', `saidas must be an object of texts by step; got ${shown(saidas)}.`);
  const outputs = Object.entries(saidas);
  const problem = problemOf(outputs, STEP_IDS[kind]);
  if (problem !== null) return refused('saidas_invalidas', problem);
  return accepted(
    read(
      kind,
      outputs.flatMap(([, output]) => printedBlocks(String(output))),
    ),
  );
}

function problemOf(outputs: readonly [string, unknown][], ids: readonly string[]): string | null {
  if (outputs.length > OUTPUTS_MAX)
    return `saidas must have at most ${OUTPUTS_MAX} outputs; got ${outputs.length}.`;
  for (const [id, output] of outputs) {
    if (!ids.includes(id)) return `saidas has no step ${shown(id)}; the steps are ${ids.join(', ')}.`;
    if (typeof output !== 'string') return `The output of ${id} must be a text; got ${shown(output)}.`;
    if (output.length > OUTPUT_MAX_CHARS)
      return `The output of ${id} must have at most ${OUTPUT_MAX_CHARS} characters; got ${output.length}.`;
  }
  return null;
}

function read(terminal: Terminal, blocks: readonly PrintedBlock[]): ReportReading {
  const chosen = STEP_IDS[terminal].map((id) => {
    const all = blocks.filter(({ step }) => step === id);
    return { id, block: all.findLast(({ whole }) => whole) ?? all.at(-1) };
  });
  const steps = chosen.map(({ id, block }) => {
    const detail = missing(terminal, id, block);
    return { id, complete: detail === null, detail };
  });
  const whole = chosen.flatMap(({ block }) => (block?.whole === true ? [block] : []));
  const facts = factsOf(
    new Map(whole.flatMap(({ values }) => [...values])),
    whole.flatMap(({ has }) => has),
  );
  return { terminal, facts, steps, ready: facts !== null && steps.every(({ complete }) => complete) };
}

/** What a step lacks; null where it lacks nothing. */
function missing(terminal: Terminal, id: string, block: PrintedBlock | undefined): string | null {
  if (block === undefined) return `the output of ${id} is missing`;
  if (!block.whole) return `the output of ${id} has no last line fim=1`;
  if (id !== 'sistema') return null;
  const said = block.values.get('os');
  const system = systemOf(said);
  if (system === null) return `os must be linux, darwin, freebsd or windows, and is ${said ?? 'not said'}`;
  const fits = (system === 'windows') === (terminal === 'powershell');
  return fits ? null : `a terminal of ${terminal} must not be on ${system}`;
}
