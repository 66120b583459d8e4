import { useRemote } from '../../api/use-remote.ts';
import { NotSignedIn, NotYours } from '../../incidents/arrived.tsx';
import { Empty } from '../../parts/notices.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Title } from '../../parts/title.tsx';
import { place, setQuery } from '../../router.ts';
import type { ScreenProps } from '../../screen.ts';
import { standingOfMonitor } from '../../words/attention-of.ts';
import { inOrder } from '../monitors/view.ts';
import { Deliveries } from './deliveries.tsx';
import { MonitorActions } from './monitor-actions.tsx';
import type { Shown as ShownMonitor } from './monitor.ts';
import { Overview } from './overview.tsx';
import { RunList } from './run-list/run-list.tsx';
import { Settings } from './settings.tsx';

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'events', label: 'Runs' },
  { id: 'deliveries', label: 'Alerts' },
  { id: 'settings', label: 'Settings' },
] as const;

/** One monitor: how it stands and why, what it did, who was told, and how it is set. */
export function Screen({ params: { id = '' } }: ScreenProps) {
  const monitor = useRemote(
    'getMonitor',
    { params: { id } },
    { isAwaited: (each) => each.waiting_first_ping },
  );
  return (
    <Shown of={monitor} title="Monitor" nobody={<NotSignedIn />} missing={<NotYours />}>
      {(value) => (
        <Monitor
          shown={{
            value,
            set: (changed) => {
              monitor.value.value = { ...value, ...changed };
              void monitor.reload();
            },
            reload: monitor.reload,
          }}
        />
      )}
    </Shown>
  );
}

function Monitor({ shown }: { shown: ShownMonitor }) {
  const { value } = shown;
  const chosen = TABS.find((tab) => tab.id === place.value.query.get('tab'))?.id ?? 'overview';
  return (
    <>
      <Title text={value.name}>
        <StateBadge standing={standingOfMonitor(value)} />
      </Title>
      <div class="monitor-head">
        {value.tags.length > 0 && (
          <ul class="tag-list" aria-label="Tags">
            {inOrder(value.tags).map((tag) => (
              <li key={tag}>
                <a class="tag" href={`/app?tag=${tag}`}>
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        )}
        <div class="actions" role="group" aria-label={`Of ${value.name}`}>
          <MonitorActions shown={shown} />
        </div>
      </div>
      {!value.active && (
        <Empty title="This monitor is deleted">
          <p>Its ping URL no longer works. Its history stays readable for 30 days.</p>
        </Empty>
      )}
      <Tabs
        name="Of this monitor"
        tabs={TABS}
        chosen={chosen}
        onChoose={(tab) => setQuery({ tab: tab === 'overview' ? null : tab })}
      >
        {chosen === 'overview' && <Overview shown={shown} />}
        {chosen === 'events' && <RunList monitor={value} />}
        {chosen === 'deliveries' && <Deliveries id={value.id} />}
        {chosen === 'settings' && <Settings key={value.id} shown={shown} />}
      </Tabs>
    </>
  );
}
