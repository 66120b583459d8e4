import type { MachineFacts } from '../devices/facts.ts';
import type { DeviceCommands } from './commands.ts';
import { checkCommand, installCommand, removeCommand } from './crontab-commands.ts';
import { crontabLines, type LineTarget } from './crontab-lines.ts';
import { inShortLines, pastedWord } from './pasted.ts';
import { posixReading, type Reading, ENVIRONMENT, posixSender } from './posix-reading.ts';

/** The commands of a machine with POSIX sh, for whatever shell they are pasted into. */
export function posixCommands(
  target: LineTarget,
  readings: readonly Reading[],
  { system, shell, capabilities }: MachineFacts,
): DeviceCommands {
  const pasted = (command: string) => (shell?.startsWith('busybox') ? inShortLines(command) : command);
  const now = nowCommand(target, readings);
  if (!capabilities.includes('crontab')) {
    const agora = pasted(now);
    return { agora, agenda: null, instalar: null, conferir: null, remover: null, comecar: agora };
  }
  const lines = crontabLines(target, readings);
  const install = installCommand(target.symbol, lines);
  return {
    agora: pasted(now),
    agenda: lines.join('\n'),
    instalar: pasted(install),
    conferir: pasted(checkCommand(target.symbol, system)),
    remover: pasted(removeCommand(target.symbol)),
    comecar: pasted(`${install} && ${now}`),
  };
}

/** Reads and sends once, everything, and says whether it was taken. */
function nowCommand({ url, transport }: LineTarget, readings: readonly Reading[]): string {
  const reading = `exec </dev/null 2>/dev/null;${posixReading(readings, null)}`;
  const refused = `{ r=$?;echo "not sent: ${transport} ended with $r" >&2;exit $r;}`;
  const sent = `${posixSender(transport, reading, url)} >/dev/null&&echo sent||${refused}`;
  return `sh -c ${pastedWord(`${ENVIRONMENT};${sent}`)}`;
}
