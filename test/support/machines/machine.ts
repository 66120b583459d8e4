import type { Device } from '../../../lib/domain/machines/devices/device.ts';
import { PROFILES, type MeasureId } from '../../../lib/domain/machines/measures/catalogue.ts';
import { allPrinted } from '../../lib/domain/machines/measures/transcripts.ts';
import { detectedDevice } from './devices.ts';
import type { Person, Reply, TestService } from '../service/service.ts';

const { first, second } = allPrinted('linux');

/** What a Linux machine prints of all that it can be asked. */
export const READING = ['@1', ...first, '@2', ...second, ''].join('\n');

/** A machine that sends, and what its owner does with it meanwhile. */
export interface Machine {
  device: Device;
  /** By which it sends one measure alone. */
  symbolOf(measure: MeasureId): string;
  /** Sends what a line of it prints, at first all of it by the symbol of the device. */
  send(sent?: { by?: string; body?: string | Buffer; type?: string }): Promise<Reply>;
  /** Stops or resumes measures. */
  turn(isActive: boolean, ...measures: MeasureId[]): Promise<void>;
  /** Collects one measure more. */
  add(measure: MeasureId): Promise<string>;
  remove(measure: MeasureId): Promise<void>;
  /** Deletes the device. */
  end(): Promise<void>;
}

/** A device with some measures, those of the complete profile unless others are named, as a new owner makes them. */
export async function newMachine(
  service: TestService,
  measures: readonly MeasureId[] = PROFILES.completo,
  { owner, ...fields }: Partial<Device> & { owner?: Person } = {},
): Promise<Machine> {
  const person = owner ?? (await service.guest());
  const device = await detectedDevice(service, person, fields);
  const symbols = new Map<MeasureId, string>();
  const symbolOf = (measure: MeasureId) => symbols.get(measure) ?? '';
  const collect = async (asked: { medida: MeasureId } | { perfil: 'completo' }) => {
    const body = { nome: 'of a test', ambiente_id: device.id, ...asked };
    const { json } = await done(person.call('POST', '/api/coletas', body));
    for (const { id, medida } of json['coletas']) symbols.set(medida, String(id));
  };
  if (measures === PROFILES.completo) await collect({ perfil: 'completo' });
  else for (const medida of measures) await collect({ medida });
  return {
    device,
    symbolOf,
    add: async (medida) => {
      await collect({ medida });
      return symbolOf(medida);
    },
    send: ({ by = device.symbol, body = READING, type = 'text/plain' } = {}) =>
      service.call('POST', `/r/${by}`, { body, headers: { 'content-type': type } }),
    turn: async (ativa, ...turned) => {
      for (const measure of turned)
        await done(person.call('PATCH', `/api/coletas/${symbolOf(measure)}`, { ativa }));
    },
    remove: async (measure) => void (await done(person.call('DELETE', `/api/coletas/${symbolOf(measure)}`))),
    end: async () => void (await done(person.call('DELETE', `/api/ambientes/${device.id}`))),
  };
}

async function done(call: Promise<Reply>): Promise<Reply> {
  const reply = await call;
  if (reply.status >= 400) throw new Error(`It was answered ${reply.status}: ${reply.text}`);
  return reply;
}
