/**
 * Compiles contracts.sol and prints the code of each contract as JSON, as contracts.json holds it:
 * `node test/referees/chain/compile.ts > test/referees/chain/contracts.json`. A process of its own, since solc takes hold of the process's
 * rejected promises.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>;
}

const solc = createRequire(import.meta.url)('solc') as { compile: (input: string) => string };
const FILE = 'contracts.sol';

const input = {
  language: 'Solidity',
  sources: { [FILE]: { content: readFileSync(join(import.meta.dirname, FILE), 'utf8') } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    // Else the code ends in a hash of its source's comments.
    metadata: { bytecodeHash: 'none' },
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));
const code = Object.entries(output.contracts[FILE] ?? {}).map(([name, { evm }]) => [
  name,
  `0x${evm.deployedBytecode.object}`,
]);
console.log(JSON.stringify(Object.fromEntries(code), null, 2));
