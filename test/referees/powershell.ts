import { createRequire } from 'node:module';

/** A piece of a script, as far as it is looked at here. */
interface Node {
  type: string;
  text: string;
  startIndex: number;
  isError: boolean;
  isMissing: boolean;
  children: readonly Node[];
}

const require = createRequire(import.meta.url);
const { Parser, Language } = require('web-tree-sitter');
await Parser.init();
const language = await Language.load(require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm'));
const parser: { parse: (script: string) => { rootNode: Node; delete: () => void } | null } =
  new Parser().setLanguage(language);

/** Aliases of 5.1 alone, commands that 7 lacks, and one whose names Windows translates. */
const AVOIDED = new Set(['curl', 'wget', 'sc', 'gwmi', 'get-wmiobject', 'get-eventlog', 'get-counter']);

/** What the grammar reads and this house does not write, by the kind of node. */
const RULES: Readonly<Record<string, (text: string) => string | null>> = {
  expandable_here_string_literal: () => 'a here-string cannot be pasted as a line',
  verbatim_here_string_characters: () => 'a here-string cannot be pasted as a line',
  pipeline_chain_tail: () => '&& and || are of PowerShell 7 only',
  format_operator: () => '-f writes numbers as the culture does',
  command_name: (text) => {
    if (/^\d/.test(text)) return 'a number with a unit is not read by the grammar';
    return AVOIDED.has(text.toLowerCase()) ? 'the command is not the same in every PowerShell' : null;
  },
};

/**
 * What is wrong with a script for Windows PowerShell 5.1 and PowerShell 7: what the grammar of tree-sitter cannot read, and
 * what is outside the plain subset that both take. An empty list is no promise that it runs.
 */
export function powershellErrors(script: string): string[] {
  const tree = parser.parse(script);
  if (tree === null) return ['not read'];
  const errors = errorsIn(tree.rootNode);
  tree.delete();
  // Without a byte order mark 5.1 reads a file in the code page of the machine.
  const foreign = /[^\t\n\r\u0020-\u007E]/.exec(script);
  return foreign === null
    ? errors
    : [...errors, `${foreign.index}: ${JSON.stringify(foreign[0])} is not ASCII`];
}

function errorsIn(node: Node): string[] {
  const at = (problem: string) => `${node.startIndex}: ${problem}: ${node.text.slice(0, 60)}`;
  if (node.isError || node.isMissing) return [at(`not PowerShell (${node.type})`)];
  const problem = RULES[node.type]?.(node.text) ?? null;
  const inside = node.children.flatMap(errorsIn);
  return problem === null ? inside : [at(problem), ...inside];
}
