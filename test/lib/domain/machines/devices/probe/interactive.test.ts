import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { discoverySteps } from '../../../../../../lib/domain/machines/devices/probe/discovery-steps.ts';
import { factsFromReport } from '../../../../../../lib/domain/machines/devices/report/facts-from-report.ts';
import { needsProgram } from '../../../../../support/lacking.ts';

/** A shell that reads from a terminal of its own, and all that the terminal has shown. */
function terminalOf(shell: string) {
  const child = spawn('script', ['-qec', shell, '/dev/null'], { env: { ...process.env, TERM: 'xterm' } });
  onTestFinished(() => void child.kill());
  const terminal = {
    shown: '',
    type: (text: string) => child.stdin.write(text),
    async until(pattern: RegExp) {
      while (!pattern.test(terminal.shown)) await once(child.stdout, 'data');
    },
  };
  child.stdout.on('data', (text: Buffer) => (terminal.shown += String(text)));
  return terminal;
}

/** Its prompt, and whether it takes what is pasted as one piece. */
it.for([
  ['bash', 'bash --norc --noprofile -i', true],
  ['zsh', 'zsh -f -i', true],
  ['ksh', 'ksh -i', false],
  ['busybox', 'busybox sh -i', false],
] as const)('is read from the terminal of %s as it is', async ([program, shell, isBracketed], test) => {
  needsProgram(test, program, program === 'ksh' ? 'ksh93u+m' : program);
  needsProgram(test, 'script', 'bsdutils');
  const terminal = terminalOf(shell);
  await terminal.until(/[$#%] /);

  for (const [at, { comando }] of discoverySteps().posix.entries()) {
    terminal.type(isBracketed ? `\u001B[200~${comando}\u001B[201~\r` : `${comando}\r`);
    await terminal.until(new RegExp(`(?:\\nfim=1\\r[^]*){${at + 1}}`));
  }

  expect(factsFromReport({ relatorio: terminal.shown })).toMatchObject({
    ok: true,
    value: { ready: true, facts: { system: 'linux' } },
  });
});
