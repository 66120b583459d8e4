import { RelativeTime } from '../../parts/relative-time.tsx';
import { factsOf } from '../../words/machine-facts.ts';
import type { Device } from '../devices/machines.ts';

/** What a machine told of itself, and when it was last heard of. */
export function FactList({ device, lastAt }: { device: Device; lastAt: number | null }) {
  return (
    <dl class="about">
      {device.grupo !== null && (
        <div>
          <dt>Group</dt>
          <dd>
            <bdi>{device.grupo}</bdi>
          </dd>
        </div>
      )}
      {(device.dados ? factsOf(device.dados) : []).map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
      <div>
        <dt>Last reading</dt>
        <dd>
          <RelativeTime at={lastAt === null ? null : new Date(lastAt).toISOString()} />
        </dd>
      </div>
      <div>
        <dt>When it goes silent</dt>
        <dd>
          {device.monitor_id === null ? (
            'nobody is notified'
          ) : (
            <a href={`/app/monitors/${device.monitor_id}`}>its monitor alerts</a>
          )}
        </dd>
      </div>
    </dl>
  );
}
