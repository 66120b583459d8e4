import { describe, expect, it } from 'vitest';
import { commandsOf } from '../../../../../lib/domain/machines/collections/collection-commands.ts';
import { deviceCommandsOf } from '../../../../../lib/domain/machines/collections/device-commands.ts';
import type { MachineFacts } from '../../../../../lib/domain/machines/devices/facts.ts';
import { LOAD, machine, SYMBOL, without } from './machine.ts';

const sending = (facts: MachineFacts) => ({ symbol: SYMBOL, ingestOrigin: 'https://in.example', facts });

const commandsFor = (facts: MachineFacts, measure = LOAD) => commandsOf({ ...sending(facts), measure });

describe('the commands of a collection', () => {
  it('are those of a device that has this one, with what is read, sent and scheduled by', () => {
    const { comecar: _, ...device } = deviceCommandsOf({ ...sending(machine()), measures: [LOAD] });

    expect(commandsFor(machine())).toEqual({
      estado: 'pronto',
      ...device,
      fonte: 'load of linux',
      cliente: 'curl',
      agendador: 'crontab',
    });
  });

  it('say what is missing, the source first', () => {
    const nothing = machine({ transport: null, ...without('crontab', 'cron_ativo') });

    expect(commandsFor(nothing, { ...LOAD, sources: [] })).toMatchObject({
      estado: 'sem_fonte',
      fonte: null,
    });
    expect(commandsFor(nothing)).toMatchObject({ estado: 'sem_transporte', cliente: null, agora: null });
    expect(commandsFor(machine(without('crontab')))).toMatchObject({
      estado: 'sem_agendador',
      agendador: null,
    });
    expect(commandsFor(machine(without('cron_ativo')))).toMatchObject({
      estado: 'cron_parado',
      instalar: expect.any(String),
    });
  });

  it.each([
    ['darwin', 'crontab'],
    ['windows', 'schtasks'],
  ] as const)('need no daemon on %s', (system, agendador) => {
    const transport = system === 'windows' ? 'invoke-restmethod' : 'curl';

    expect(commandsFor(machine({ system, transport, ...without('cron_ativo') }))).toMatchObject({
      estado: 'pronto',
      agendador,
    });
  });
});
