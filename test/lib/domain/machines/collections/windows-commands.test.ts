import { describe, expect, it } from 'vitest';
import { deviceCommandsOf } from '../../../../../lib/domain/machines/collections/device-commands.ts';
import { MEASURE_IDS, MEASURES } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import type { Measure } from '../../../../../lib/domain/machines/measures/measure.ts';
import { machine, measured, SYMBOL, without } from './machine.ts';

const WINDOWS = machine({ system: 'windows', transport: 'invoke-restmethod' });
const ALL = MEASURE_IDS.map((id) => MEASURES[id]);

const commandsFor = (measures: readonly Measure[], facts = WINDOWS) =>
  deviceCommandsOf({ symbol: SYMBOL, ingestOrigin: 'https://in.example', facts, measures });

/** The script file that `instalar` writes. */
const fileOf = (instalar: string | null) =>
  /Set-Content [^']*-Value '((?:[^']|'')*)'/.exec(instalar ?? '')?.[1]?.replaceAll("''", "'") ?? '';

describe('the commands of Windows', () => {
  it('are each in one line', () => {
    const commands = commandsFor(ALL);

    for (const [name, command] of Object.entries(commands)) {
      expect(command, name).not.toContain('\n');
    }
  });

  it('write a file that waits, reads, reads counters again and posts', () => {
    const twice = measured('cpu', [{ run: '"cpu=$c"' }], { twice: true });
    const hourly = measured('updates', [{ run: '"updates=$u"' }], { hourly: true });
    const { instalar, comecar, agora } = commandsFor([
      twice,
      measured('load', [{ run: '"load=$l"' }]),
      hourly,
    ]);

    const file = fileOf(instalar);
    expect(file).toMatch(/^Start-Sleep -Seconds \d+; /);
    expect(file).toMatch(
      /\(& \{ '@1'; "load=\$l"; if \(\(Get-Date\)\.Minute -eq [1-5]?\d\) \{ "updates=\$u" \}; "cpu=\$c"; '@2'; Start-Sleep -Seconds 2; "cpu=\$c" \}\)/,
    );
    expect(file).toContain(`Invoke-RestMethod -Uri 'https://in.example/r/${SYMBOL}' -Method Post`);
    expect(agora).toContain(`'@1'; "load=$l"; "updates=$u"; "cpu=$c"; '@2'`);
    expect(comecar).toBe(`${instalar}; ${agora}`);
  });

  it('schedule the file each minute by a task that the same name replaces', () => {
    const { agenda, instalar, conferir, remover } = commandsFor(ALL);

    expect(agenda).toMatch(
      new RegExp(`^schtasks /Create /F /TN 'hp-${SYMBOL}' /SC MINUTE /MO 1 /TR '[^']{1,261}'$`),
    );
    expect(instalar).toContain(agenda);
    expect(conferir).toContain(`schtasks /Query /TN 'hp-${SYMBOL}'`);
    expect(remover).toContain(`schtasks /Delete /F /TN 'hp-${SYMBOL}'`);
    expect(remover).toContain(`Remove-Item -Force -Path "$env:LOCALAPPDATA\\hp\\${SYMBOL}.ps1"`);
  });

  it('only send where no task can be made', () => {
    const { agora, ...others } = commandsFor(ALL, { ...WINDOWS, ...without('schtasks') });

    expect(agora).toContain("'sent'");
    expect(others).toEqual({ agenda: null, instalar: null, conferir: null, remover: null, comecar: agora });
  });
});
