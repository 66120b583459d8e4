import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useWatched } from '../../api/use-remote.ts';
import { viewer } from '../../api/viewer.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/notices.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Title } from '../../parts/title.tsx';
import { place } from '../../router.ts';
import { rows } from './rows.ts';
import { allMonitors } from './all-monitors.ts';
import { Asked } from './dialogs/asked-dialog.tsx';
import { MonitorTable } from './monitor-table.tsx';
import type { WindowHandle } from './row-window.tsx';
import { Told } from './changes/change-progress.tsx';
import { show, Toolbar } from './toolbar.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { maintenanceCount, shownRows, tagCounts, viewOf } from './view.ts';
import { countsOf, headlineOf, moodOf, type StandingCounts } from '../../../render/feed/headline.ts';
import { Menu } from '../../parts/menu.tsx';
import { remove, resume } from './changes/actions.ts';
import { asked } from './dialogs/open-dialog.ts';
import { alertsOf, pausesOf } from './row-menu.ts';
import { selectedMonitors, selectNone } from './selection.ts';

// In this chunk, since a chunk of its own would be packed worse.

/** The list of monitors. */
export function Screen() {
  const list = useWatched(allMonitors);
  // What another screen changed is seen at once.
  useEffect(() => {
    if (list.value.peek() !== null) void list.reload();
  }, []);
  return (
    <>
      <Title text="Monitors">
        <a class="button main" href="/app/new">
          Create monitor
        </a>
      </Title>
      <Shown of={list} nobody={<None />}>
        {({ isWhole }) => (rows.value.length === 0 && isWhole ? <None /> : <List isWhole={isWhole} />)}
      </Shown>
    </>
  );
}

function None() {
  return (
    <Empty title="No monitors yet">
      <p>A job pings its monitor's URL, and the monitor notifies you when the job goes silent.</p>
      <a class="button main" href="/app/new">
        What do you want to monitor?
      </a>
      {viewer.value === 'account' && (
        <p>
          Started without an account? <a href="/app/account?tab=data">Import your monitors</a>.
        </p>
      )}
    </Empty>
  );
}

function List({ isWhole }: { isWhole: boolean }) {
  const handle = useRef<WindowHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const view = useComputed(() => viewOf(place.value.query));
  const shown = useComputed(() => shownRows(rows.value, view.value));
  const counts = useComputed(() => countsOf(rows.value.map(({ standing }) => standing)));
  const tags = useComputed(() => tagCounts(rows.value));
  const inMaintenance = useComputed(() => maintenanceCount(rows.value));
  useRowKeys(shown.value, { handle, search });
  return (
    <>
      <Summary counts={counts.value} isWhole={isWhole} />
      <Toolbar
        view={view.value}
        counts={counts.value}
        tags={tags.value}
        inMaintenance={inMaintenance.value}
        search={search}
      />
      <Told />
      {shown.value.length === 0 ? <NoneLikeThis /> : <MonitorTable rows={shown.value} handle={handle} />}
      <SelectionBar />
      <Asked />
    </>
  );
}

function NoneLikeThis() {
  return (
    <Empty title="No matching monitors">
      <Button onClick={() => show(viewOf(new URLSearchParams()))}>Show all</Button>
    </Empty>
  );
}

/** How all monitors stand, in one sentence. */
export function Summary({ counts, isWhole }: { counts: StandingCounts; isWhole: boolean }) {
  return (
    <p class={`summary ${moodOf(counts)}`} role="status">
      {headlineOf(counts)}
      {!isWhole && <span class="soft">, loading more</span>}
    </p>
  );
}

/** What can be done with the selected monitors; nothing while none is. */
export function SelectionBar() {
  const count = selectedMonitors().length;
  if (count === 0) return null;
  return (
    <div class="selection" role="region" aria-label="Selected monitors">
      <strong role="status">{count} selected</strong>
      <Menu name="Pause the selected" text="Pause" icon="pause" items={pausesOf(selectedMonitors)} />
      <Button icon="play" onClick={() => void resume(selectedMonitors())}>
        Resume
      </Button>
      <Button
        icon="add"
        onClick={() => {
          asked.value = { what: 'tags', monitors: selectedMonitors() };
        }}
      >
        Tags
      </Button>
      <Menu name="Alerts of the selected" text="Alerts" icon="mail" items={alertsOf(selectedMonitors)} />
      <Button icon="trash" kind="danger" onClick={() => remove(selectedMonitors())}>
        Delete
      </Button>
      <IconButton icon="close" name="Select none" onClick={selectNone} />
    </div>
  );
}
