import type { SetupView } from '../../lib/contract/machines/input-output.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import type { CollectorChannel } from '../../lib/domain/machines/collectors/collector-channel.ts';
import { measuredBy } from '../../lib/domain/machines/collectors/collector.ts';
import { machineOf } from '../../lib/domain/machines/collectors/setup/machine.ts';
import { setupOf } from '../../lib/domain/machines/collectors/setup/setup-of.ts';
import { setupView } from '../../lib/render/machines/input-view.ts';
import type { Ctx } from '../../lib/runtime/context.ts';
import { inputCredential } from '../../lib/runtime/derived-secrets.ts';
import type { DerivedFrom, SetupSource } from '../../lib/runtime/result.ts';

/** All that the setup of a channel is written from but its credential. The device has told what it is. */
export function setupSource({ facts }: Device, channel: CollectorChannel): SetupSource {
  if (!facts) throw new Error('A device has a channel and has not told what it is.');
  const { deviceId, collector, id, version, monitoring } = channel;
  const { measured } = measuredBy(collector, monitoring);
  return { deviceId, collector, id, version, measured, machine: machineOf(facts) };
}

/** How a channel is set up, with its credential. */
export async function setupWithCredential(
  { origins, secret }: Pick<Ctx, 'origins' | 'secret'>,
  source: SetupSource,
): Promise<SetupView> {
  const credential = inputCredential(await secret(), source);
  return setupView(setupOf({ ...source, credential, ingestOrigin: origins.ingest }));
}

/** The same as something to be shown again. */
export function setupWithout({ origins }: Pick<Ctx, 'origins'>, source: SetupSource): SetupView {
  return setupView(setupOf({ ...source, credential: null, ingestOrigin: origins.ingest }));
}

/** The setup of an answer once more. */
export async function inputSecrets(ctx: Ctx<'owner'>, { input }: DerivedFrom) {
  if (!input) throw new Error('An answer with a setup does not say what it comes from.');
  return { setup: await setupWithCredential(ctx, input) };
}
